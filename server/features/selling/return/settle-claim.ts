import { sql } from 'kysely'
import { claimActions, lossSecond, type ClaimOutcome, type ClaimState } from '#contract/selling/return.ts'
import type { claimApi } from '#contract/selling/return-api.ts'
import { refusal } from '#contract/kernel/action.ts'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures, type Signer } from '#kernel/sign.ts'
import { sizeOf } from '#tools/ranges.ts'
import { moveCodesOutside } from '#server/features/packing/codes/code-spans.ts'
import { joinedPacks, type LotRun } from '#server/features/selling/sale/pick-sale.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { takeBackDraws } from '#server/features/warehouse/stock/rebook-birth.ts'
import { codesComingBack } from './bring-back.ts'
import { moveCustody } from './custody.ts'
import { openReturn } from './open-return.ts'

/** Locks a claim after the order of its shipment. */
async function takeClaim(tx: Tx, actor: Actor, action: keyof typeof claimActions, { id, rowVersion }: { id: string; rowVersion?: number }) {
  const shipment = await tx
    .selectFrom('carrierClaim')
    .innerJoin('shipment', (join) =>
      join.onRef('shipment.enterpriseId', '=', 'carrierClaim.enterpriseId').onRef('shipment.id', '=', 'carrierClaim.shipmentId'),
    )
    .select(['shipment.id', 'shipment.orderId', 'shipment.shipmentNo', 'shipment.customerName'])
    .where('carrierClaim.id', '=', id)
    .executeTakeFirst()
  if (shipment === undefined) throw new Refusal('not_found')
  await tx.selectFrom('salesOrder').select('id').where('id', '=', shipment.orderId).forUpdate().execute()
  const claim = await tx.selectFrom('carrierClaim').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (rowVersion !== undefined && claim.rowVersion !== rowVersion) throw new Refusal('stale')
  const code = refusal(claimActions[action], claim, actor)
  if (code !== undefined) throw new Refusal(code)
  return { ...claim, shipment }
}
type Claim = Awaited<ReturnType<typeof takeClaim>>

const documentOf = ({ id, claimNo }: Claim) => ({ kind: 'carrier_claim' as const, id, no: claimNo })

/** 登记结果: missing packs were delivered after all, were found and come back, or are lost. A loss names its codes and is signed by two. */
export const settleClaim =
  ({ masterKey }: Installation): Handler<typeof claimApi.settle> =>
  async (tx, actor, { id, rowVersion, outcome, packs, note, codes, signature, approver }) => {
    const claim = await takeClaim(tx, actor, 'settle', { id, rowVersion })
    await refuseBeyond(tx, claim, packs)
    const entry = { shipmentId: claim.shipmentId, lotId: claim.lotId, packs, from: 'claimed' as const }
    if (outcome === 'delivered') {
      await writeOutcome(tx, actor, claim, { outcome, packs, note })
      await moveCustody(tx, actor, documentOf(claim), [{ ...entry, to: 'customer' }])
    } else if (outcome === 'returning') {
      const back = await openReturn(tx, actor, {
        kind: 'refused',
        state: 'awaited',
        shipmentId: claim.shipmentId,
        reason: '运输中找回',
        note: `${claim.claimNo}：${note}`,
        lines: [{ lotId: claim.lotId, packs }],
      })
      await writeOutcome(tx, actor, claim, { outcome, packs, note, returnId: back.id })
      await moveCustody(tx, actor, documentOf(claim), [{ ...entry, to: 'returning' }])
      await notify(tx, actor, {
        duty: '110:pick',
        title: `退货 ${back.returnNo} 将到：${claim.shipment.shipmentNo} 找到的货`,
        page: '/yinpian-xiaoshou',
        at: { view: 'returns', id: back.id },
        about: { table: 'customer_return', id: back.id, asks: 'awaited' },
      })
    } else {
      if (signature === undefined || approver === undefined) throw new Refusal('loss_needs_second')
      const runs = joinedPacks(await codesComingBack(tx, masterKey, claim.shipmentId, codes, (place) => `codes.${place}`))
      const other = runs.find(({ lotId }) => lotId !== claim.lotId)
      if (other !== undefined) throw new Refusal('count_mismatch', [{ path: 'codes', message: '有的码不是这批货' }])
      if (sizeOf(runs) !== packs)
        throw new Refusal('count_mismatch', [{ path: 'codes', message: `写明 ${packs} 件，追溯码 ${sizeOf(runs)} 个` }])
      const signer = await proveSigner(actor, { ...signature, comment: note })
      const second = await proveSecond(actor, approver, lossSecond)
      await writeOff(tx, actor, claim, { packs, note, runs, signer, second })
    }
    return closeOrOpen(tx, id)
  }

async function refuseBeyond(tx: Tx, claim: Claim, packs: number): Promise<void> {
  const open = claim.packs - (await knownOf(tx, claim.id))
  if (packs > open) throw new Refusal('claim_beyond_missing', [{ path: 'packs', message: `还有 ${open} 件没有查明` }])
}

async function knownOf(tx: Tx, claimId: string): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select coalesce(sum(o.packs), 0)::integer as known from claim_outcome o where o.claim_id = ${claimId}::uuid`.execute(tx)
  return only(rows).known
}

type Told = { outcome: ClaimOutcome; packs: number; note: string; returnId?: string; secondId?: string; takesBack?: string }

async function writeOutcome(
  tx: Tx,
  actor: Actor,
  claim: Claim,
  { outcome, returnId, secondId, takesBack, ...told }: Told,
): Promise<string> {
  const { id } = await tx
    .insertInto('claimOutcome')
    .values({
      enterpriseId: actor.enterpriseId,
      claimId: claim.id,
      became: outcome,
      ...told,
      returnId: returnId ?? null,
      takesBack: takesBack ?? null,
      recordedBy: actor.id,
      secondBy: secondId ?? null,
      recordedAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Loss = { packs: number; note: string; runs: readonly LotRun[]; signer: Signer; second: Signer }

/** 核销: two sign, the ledger takes the packs from the customer's side, and their codes are never genuine again. */
async function writeOff(tx: Tx, actor: Actor, claim: Claim, { packs, note, runs, signer, second }: Loss): Promise<void> {
  const document = documentOf(claim)
  const reason = `运输丢失：${note}`
  await lockLots(tx, [claim.lotId])
  const outcomeId = await writeOutcome(tx, actor, claim, { outcome: 'lost', packs, note, secondId: second.id })
  const signed = { meaning: claimActions.settle.signs, table: 'claim_outcome', id: outcomeId }
  await writeSignatures(tx, [
    { signer, ...signed },
    { signer: second, ...signed },
  ])
  const { rows } = await sql<{ quantity: string }>`
    select (${packs}::integer * spec.net_quantity)::text as quantity from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id and spec.id = l.pack_spec_id
    where l.id = ${claim.lotId}::uuid`.execute(tx)
  const { quantity } = only(rows)
  // The outcome is the document, so that one of several losses of a claim can be taken back alone.
  await moveStock(tx, actor, [
    {
      lotId: claim.lotId,
      from: { only: 'customer' },
      to: { only: 'loss' },
      quantity,
      kind: 'shortage',
      document: { ...document, id: outcomeId },
      reason,
      occurredAt: tx.now().toISOString(),
    },
  ])
  await moveCustody(tx, actor, { kind: 'carrier_claim', id: outcomeId }, [
    { shipmentId: claim.shipmentId, lotId: claim.lotId, packs, from: 'claimed', to: 'lost' },
  ])
  await moveCodesOutside(tx, actor, 'lost', runs, { document: { ...document, id: outcomeId }, reason })
  await recordTrace(tx, actor, [
    {
      lotId: claim.lotId,
      kind: 'lost',
      occurredAt: tx.now().toISOString(),
      documentNo: claim.claimNo,
      privateFacts: { customer: claim.shipment.customerName, packs, quantity, reason },
    },
  ])
}

/** 冲销结果: the answer was wrong, or what was written off turned up. The packs are looked for again; two sign. */
export const reopenClaim: Handler<typeof claimApi.reopen> = async (tx, actor, { id, outcomeId, reason, signature, approver }) => {
  const claim = await takeClaim(tx, actor, 'reopen', { id })
  const told = await tx.selectFrom('claimOutcome').selectAll().where('id', '=', outcomeId).where('claimId', '=', id).executeTakeFirst()
  if (told === undefined) throw new Refusal('not_found')
  const later = await tx.selectFrom('claimOutcome').select('id').where('takesBack', '=', outcomeId).executeTakeFirst()
  if (later !== undefined || told.takesBack !== null) throw new Refusal('entry_taken_back')
  // What comes back is received or cancelled as the return that it is.
  if (told.became === 'returning') throw new Refusal('wrong_state', [{ path: '', message: '找到退回的货请在退货单上收货或取消' }])
  const signer = await proveSigner(actor, { ...signature, comment: reason })
  const second = await proveSecond(actor, approver, lossSecond)
  await lockLots(tx, [claim.lotId])
  const takenBack = await writeOutcome(tx, actor, claim, {
    outcome: told.became,
    packs: -told.packs,
    note: reason,
    takesBack: outcomeId,
    ...(told.became === 'lost' && { secondId: second.id }),
  })
  const signed = { meaning: claimActions.reopen.signs, table: 'claim_outcome', id: takenBack }
  await writeSignatures(tx, [
    { signer, ...signed },
    { signer: second, ...signed },
  ])
  const line = { shipmentId: claim.shipmentId, lotId: claim.lotId, packs: told.packs }
  if (told.became === 'delivered') await moveCustody(tx, actor, documentOf(claim), [{ ...line, from: 'customer', to: 'claimed' }])
  else await refind(tx, actor, claim, { ...line, outcomeId, reason })
  return closeOrOpen(tx, id)
}

/** What was written off is in the books again: the ledger's entry is taken back and the codes say what they said before. */
async function refind(
  tx: Tx,
  actor: Actor,
  claim: Claim,
  { outcomeId, reason, ...line }: { shipmentId: string; lotId: string; packs: number; outcomeId: string; reason: string },
) {
  const document = { ...documentOf(claim), id: outcomeId }
  await takeBackDraws(tx, actor, { lotId: line.lotId, kinds: ['shortage'], documentIds: [outcomeId], document, reason })
  await moveCustody(tx, actor, { kind: 'carrier_claim', id: outcomeId }, [{ ...line, from: 'lost', to: 'claimed' }])
  const runs = await tx
    .selectFrom('codeEvent')
    .select(['rangeId', 'firstIndex as first', 'lastIndex as last'])
    .where('documentId', '=', outcomeId)
    .where('state', '=', 'missing')
    .execute()
  await moveCodesOutside(tx, actor, 'found', runs, { document, reason: `找到，冲销核销：${reason}` })
}

async function closeOrOpen(tx: Tx, id: string): Promise<{ id: string; state: ClaimState; rowVersion: number }> {
  const known = await knownOf(tx, id)
  return tx
    .updateTable('carrierClaim')
    .set((eb) => ({
      state: eb
        .case()
        .when('packs', '=', known)
        .then(sql<ClaimState>`'closed'`)
        .else(sql<ClaimState>`'open'`)
        .end(),
      closedAt: eb
        .case()
        .when('packs', '=', known)
        .then(sql<string>`${tx.now().toISOString()}::timestamptz`)
        .else(null)
        .end(),
    }))
    .where('id', '=', id)
    .returning(['id', 'state', 'rowVersion'])
    .executeTakeFirstOrThrow()
}
