import { Refusal } from '#contract/kernel/refusals.ts'
import type { caseApi } from '#contract/cases/impact.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { lotsMadeOf, placeHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLot, lockLots, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'

type Cause = {
  reason: string
  /** The record that took the release away; absent when a person opens the case by hand. */
  document?: { kind: string; id: string; no: string }
}

/**
 * Opens the impact case of a locked lot that has lost its release: every lot made of it, at any depth, is held from this moment until quality
 * assurance decides about it. A case that is open about the lot already takes in what came since. Undefined when nothing was made of it.
 */
export async function openImpact(tx: Tx, actor: Actor, lot: Lot, cause: Cause): Promise<{ id: string; caseNo: string } | undefined> {
  const made = (await lockLots(tx, await lotsMadeOf(tx, lot.id))).filter(({ state }) => state !== 'rejected')
  if (made.length === 0) return undefined
  const found = (await openCaseOf(tx, lot.id)) ?? (await writeCase(tx, actor, lot, cause))
  const known = await tx.selectFrom('impactLot').select('lotId').where('caseId', '=', found.id).where('decision', 'is', null).execute()
  for (const one of made.filter(({ id }) => !known.some(({ lotId }) => lotId === id)))
    await holdForCase(tx, actor, one, { ...found, reason: cause.reason })
  await notify(tx, actor, {
    duty: '37:decide',
    title: `${lot.name} ${lot.lotNo} 影响评估：${made.length} 批待处置`,
    body: cause.reason,
    page: '/zhiliang-shijian',
    q: found.caseNo,
  })
  return found
}

const openCaseOf = (tx: Tx, lotId: string) =>
  tx
    .selectFrom('qualityCase')
    .select(['id', 'caseNo'])
    .where('lotId', '=', lotId)
    .where('kind', '=', 'impact')
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()

async function writeCase(tx: Tx, actor: Actor, lot: Lot, { reason, document }: Cause) {
  return tx
    .insertInto('qualityCase')
    .values({
      enterpriseId: actor.enterpriseId,
      caseNo: await nextDocumentNo(tx, 'SJ', dayInShanghai(new Date())),
      kind: 'impact',
      state: 'open',
      lotId: lot.id,
      reason,
      documentKind: document?.kind ?? '',
      documentId: document?.id ?? null,
      documentNo: document?.no ?? '',
      openedBy: actor.id,
    })
    .returning(['id', 'caseNo'])
    .executeTakeFirstOrThrow()
}

type Open = { id: string; caseNo: string; reason: string }

async function holdForCase(tx: Tx, actor: Actor, lot: Lot, { id, caseNo, reason }: Open) {
  const holdId = await placeHold(tx, actor, { lotId: lot.id, kind: 'impact', reason })
  // A lot that was cleared in this case and is in doubt again gets a new decision; the first stays beside it.
  await tx.insertInto('impactLot').values({ enterpriseId: actor.enterpriseId, caseId: id, lotId: lot.id, holdId }).execute()
  await recordTrace(tx, actor, [
    { lotId: lot.id, kind: 'frozen', occurredAt: new Date().toISOString(), documentNo: caseNo, privateFacts: { hold: 'impact', reason } },
  ])
}

/** Quality assurance opens an impact case by hand, before there is a decision about the lot: something was found that reaches what was made of it. */
export const openByHand: Handler<typeof caseApi.open> = async (tx, actor, { id, reason, signature }) => {
  const lot = await lockLot(tx, id)
  if ((await openCaseOf(tx, lot.id)) !== undefined) throw new Refusal('case_open')
  const opened = await openImpact(tx, actor, lot, { reason })
  if (opened === undefined) throw new Refusal('nothing_made')
  await sign(tx, actor, signature, { meaning: '批准', table: 'quality_case', id: opened.id })
  return opened
}
