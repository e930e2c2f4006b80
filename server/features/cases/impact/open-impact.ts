import { Refusal } from '#contract/kernel/refusals.ts'
import type { caseApi } from '#contract/cases/impact.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { lockLotsMadeOf } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'

type Cause = {
  reason: string
  /** The record that took the release away; absent when a person opens the case by hand. */
  document?: { kind: string; id: string; no: string }
}

/**
 * Opens the impact case of a locked lot that has lost its release: every lot made of it, at any depth, is held from this moment until quality
 * assurance decides about it. A case that is open about the lot already takes in what came since; a lot about which another case asks stays with
 * that one. Undefined when there is nothing to ask about.
 */
export async function openImpact(tx: Tx, actor: Actor, lot: Lot, cause: Cause): Promise<{ id: string; caseNo: string } | undefined> {
  const made = (await lockLotsMadeOf(tx, lot.id)).filter(({ state }) => state !== 'rejected')
  const fresh = await notAsked(tx, made)
  if (fresh.length === 0) return openCaseOf(tx, lot.id)
  const found = (await openCaseOf(tx, lot.id)) ?? (await writeCase(tx, actor, lot, cause))
  await holdForCase(tx, actor, fresh, { ...found, reason: cause.reason })
  await notify(tx, actor, {
    duty: '37:decide',
    title: `${lot.name} ${lot.lotNo} 影响评估：${fresh.length} 批待处置`,
    body: cause.reason,
    page: '/zhiliang-shijian',
    q: found.caseNo,
    about: { table: 'quality_case', id: found.id, asks: 'open' },
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
      caseNo: await nextDocumentNo(tx, 'SJ', dayInShanghai(tx.now())),
      kind: 'impact',
      state: 'open',
      lotId: lot.id,
      reason,
      documentKind: document?.kind ?? '',
      documentId: document?.id ?? null,
      documentNo: document?.no ?? '',
      openedBy: actor.id,
      openedAt: tx.now().toISOString(),
    })
    .returning(['id', 'caseNo'])
    .executeTakeFirstOrThrow()
}

/** Those of these lots about which no open case asks already: a lot is held once and decided once. */
async function notAsked(tx: Tx, lots: readonly Lot[]): Promise<Lot[]> {
  if (lots.length === 0) return []
  const asked = await tx
    .selectFrom('impactLot')
    .select('lotId')
    .where(
      'lotId',
      'in',
      lots.map(({ id }) => id),
    )
    .where('decision', 'is', null)
    .execute()
  const ids = new Set(asked.map(({ lotId }) => lotId))
  return lots.filter(({ id }) => !ids.has(id))
}

const isAskedBelow = async (tx: Tx, lotId: string): Promise<boolean> => {
  const made = await lockLotsMadeOf(tx, lotId)
  return (await notAsked(tx, made)).length < made.length
}

type Open = { id: string; caseNo: string; reason: string }

/** Holds locked lots for a case: one statement for all, since a herb may have gone into a thousand. */
async function holdForCase(tx: Tx, actor: Actor, lots: readonly Lot[], { id, caseNo, reason }: Open) {
  const { enterpriseId } = actor
  const occurredAt = tx.now().toISOString()
  const holds = await tx
    .insertInto('hold')
    .values(
      lots.map((lot) => ({
        enterpriseId,
        lotId: lot.id,
        kind: 'impact' as const,
        reason,
        reaches: null,
        placedBy: actor.id,
        placedAt: occurredAt,
      })),
    )
    .returning(['id', 'lotId'])
    .execute()
  // A lot that was cleared and is in doubt again gets a new decision; the first stays beside it.
  await tx
    .insertInto('impactLot')
    .values(holds.map((hold) => ({ enterpriseId, caseId: id, lotId: hold.lotId, holdId: hold.id })))
    .execute()
  await recordTrace(
    tx,
    actor,
    lots.map((lot) => ({
      lotId: lot.id,
      kind: 'frozen' as const,
      occurredAt,
      documentNo: caseNo,
      privateFacts: { hold: 'impact', reason },
    })),
  )
}

/** Quality assurance opens an impact case by hand, before there is a decision about the lot: something was found that reaches what was made of it. */
export const openByHand: Handler<typeof caseApi.open> = async (tx, actor, { id, reason, signature }) => {
  const lot = await lockLot(tx, id)
  if ((await openCaseOf(tx, lot.id)) !== undefined) throw new Refusal('impact_open')
  const opened = await openImpact(tx, actor, lot, { reason })
  // Nothing to ask: nothing usable was made of it, or another case asks about all of it.
  if (opened === undefined) throw new Refusal((await isAskedBelow(tx, lot.id)) ? 'impact_open' : 'nothing_made')
  await sign(tx, actor, signature, { meaning: '批准', table: 'quality_case', id: opened.id })
  return opened
}
