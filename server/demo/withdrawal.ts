import { releaseApi } from '#contract/release/raw-release.ts'
import { binIn } from './bin-in.ts'
import { releasedLot } from './inspection.ts'
import { signed, type Person } from './person.ts'
import { producedBatch } from './production.ts'

type As = (userName: string) => Promise<Person>

/** A raw lot that was used and lost its release: what was made of it waits for quality assurance in an impact case. */
export async function withdrawnRelease(
  as: As,
  { material = '当归', product = '当归', arrivedAt }: { material?: string; product?: string; arrivedAt?: string } = {},
) {
  const lot = await releasedLot(as, { material, quantity: '80', ...(arrivedAt !== undefined && { arrivedAt }) })
  const batch = await producedBatch(as, { product, lot, quantity: '60' })
  await withdrawn(as, lot.reportId)
  return { lot, batch }
}

/** Has quality assurance take back the release that followed from a report. */
export async function withdrawn(as: As, reportId: string): Promise<void> {
  const decider = await as('qa')
  await decider.ask(releaseApi.withdraw, {
    id: reportId,
    reason: '供应商通报同产地批次农残超标，复检前停止使用',
    placeId: await binIn(decider, 'quarantine'),
    signature: signed(),
  })
}
