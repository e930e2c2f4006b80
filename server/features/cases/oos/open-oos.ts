import { valueIn } from '#contract/kernel/certain.ts'
import { openOosStates, oosKinds } from '#contract/cases/oos.ts'
import type { InspectionRow } from '#contract/laboratory/inspection.ts'
import { printedResult, type TestResult } from '#contract/laboratory/test-result.ts'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { liftHold, placeHold } from '#server/features/warehouse/lot/hold-lot.ts'

/** A saved value that has to be looked into. */
export type Suspected = {
  item: TestedItem
  result: Pick<TestResult, 'mean' | 'individual' | 'words'> & { id: string }
  kind: keyof typeof oosKinds
  plea?: string
}

/**
 * Opens a case for each of these values, in the transaction that saved them, and holds the lot; the analyst has no say in it. The state of a
 * rejected lot keeps it from every use, so it needs no hold. `inherited` is the hold of a case that this one takes over.
 */
export async function openOos(
  tx: Tx,
  actor: Actor,
  inspection: InspectionRow,
  suspected: readonly Suspected[],
  inherited: string | null = null,
): Promise<void> {
  if (suspected.length === 0) return
  const reason = suspected
    .map(({ item, result, kind }) => `${oosKinds[kind]}：${item.name} ${printedResult(item, result)}（规定${item.specText}）`)
    .join('；')
  const holdId =
    inherited ?? (inspection.lotState === 'rejected' ? null : await placeHold(tx, actor, { lotId: inspection.lotId, kind: 'oos', reason }))
  const byItem = new Map(suspected.map((one) => [one.item.id, one]))
  const opened = await tx
    .insertInto('oosCase')
    .values(
      suspected.map(({ item, result, kind, plea = '' }) => ({
        enterpriseId: actor.enterpriseId,
        caseNo: documentNo('OOS', dayInShanghai(tx.now())),
        inspectionId: inspection.id,
        lotId: inspection.lotId,
        standardItemId: item.id,
        testResultId: result.id,
        kind,
        plea,
        holdId,
        openedAt: tx.now().toISOString(),
      })),
    )
    .returning(['id', 'standardItemId'])
    .execute()
  for (const { id, standardItemId } of opened) {
    const { item, kind } = valueIn(byItem, standardItemId)
    await notify(tx, actor, {
      duty: inspection.side === 'raw' ? '12:review' : '17:review',
      title: `${inspection.lotName} ${inspection.lotNo} ${item.name}：${oosKinds[kind]}，待实验室调查`,
      body: reason,
      page: '/zhiliang-shijian',
      at: { view: 'oos', id },
      about: { table: 'oos_case', id, asks: 'open' },
    })
  }
}

/** Lifts the hold of an ended case, unless another open case of the lot stands behind the same hold. The second person is one of those who signed in it. */
export async function releaseHold(
  tx: Tx,
  actor: Actor,
  { id, holdId }: { id: string; holdId: string | null },
  lifting: { conclusion: string; secondId: string; evidence: string },
): Promise<void> {
  if (holdId === null) return
  const other = await tx
    .selectFrom('oosCase')
    .select('id')
    .where('holdId', '=', holdId)
    .where('id', '<>', id)
    .where('state', 'in', [...openOosStates, 'confirmed'])
    .executeTakeFirst()
  const hold = await tx.selectFrom('hold').select('id').where('id', '=', holdId).where('liftedAt', 'is', null).executeTakeFirst()
  if (other === undefined && hold !== undefined) await liftHold(tx, actor, holdId, lifting)
}
