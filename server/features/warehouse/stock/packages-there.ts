import { packagesLeft } from '#contract/laboratory/sampling.ts'
import type { Tx } from '#kernel/serve.ts'
import { onHand } from './on-hand.ts'

/** What of a bought lot lies in the bins: kg, and in how many of its packages at most. It must exist. */
export async function packagesThere(tx: Tx, lotId: string): Promise<{ quantity: string; packages: number }> {
  const { quantity, ofAll, packageCount } = await tx
    .selectFrom('lot')
    .innerJoin('rawLot', (join) => join.onRef('rawLot.enterpriseId', '=', 'lot.enterpriseId').onRef('rawLot.id', '=', 'lot.id'))
    .select([onHand.as('quantity'), 'lot.quantity as ofAll', 'rawLot.packageCount'])
    .where('lot.id', '=', lotId)
    .executeTakeFirstOrThrow()
  return { quantity, packages: packagesLeft(packageCount, quantity, ofAll) }
}
