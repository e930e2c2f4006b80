import { retentionSigns, type packRetentionApi } from '#contract/laboratory/pack-retention.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { sampleActions, putBackSecond } from '#contract/laboratory/sample.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Installation } from '#kernel/installation.ts'
import { notify } from '#kernel/notify.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { setCodeState } from '#server/features/packing/codes/code-spans.ts'
import { partFromBoxes } from '#server/features/packing/packaging/unbox-packs.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { moveStock } from '#server/features/warehouse/stock/move-stock.ts'
import { readStock, stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { drawFrom } from '#server/features/warehouse/stock/rebook-birth.ts'
import { sampleFileOf } from './queries.ts'
import { codesOfRetention } from './retention-codes.ts'
import { wasOpened } from './open-kept-packs.ts'
import { takeSample } from './take-sample.ts'
import { moveSample } from './move-sample.ts'
import { wholePacks } from './whole-packs.ts'

/** In which state the codes of packs in stock are, by the state of their lot: what is rejected is not kept. */
const codeInStock = (lot: Lot) => {
  if (lot.state === 'quarantine') return 'activated'
  if (lot.state === 'released') return 'in_stock'
  throw new Refusal('wrong_state')
}

/**
 * 成品留样: the sampler scans whole packs of a packed lot, at packing or later. They leave the bins for the retention room, and their codes leave the stock:
 * nobody sells or counts them again. Another person receives them, as any sample.
 */
export const drawRetention =
  ({ masterKey }: Installation): Handler<typeof packRetentionApi.draw> =>
  async (tx, actor, { lotId, codes, remark, signature, witness }) => {
    const lot = await lockLot(tx, lotId)
    if (lot.kind !== 'pack') throw new Refusal('not_found')
    const from = codeInStock(lot)
    const { runs, packs, grams } = await wholePacks(tx, masterKey, lot, { codes, from: [from], path: 'codes' })
    await refuseTooFew(tx, lot, grams)
    if (lot.isToxic && witness === undefined) throw new Refusal('toxic_needs_second')
    const signer = await proveSigner(actor, signature)
    const other = witness === undefined ? undefined : await proveSecond(actor, witness, '16:sample')

    const now = tx.now()
    const today = dayInShanghai(now)
    const drawnAt = now.toISOString()
    const retentionNo = await nextDocumentNo(tx, 'LY', today)
    const { id } = await tx
      .insertInto('packRetention')
      .values({
        ...{ enterpriseId: actor.enterpriseId, retentionNo, lotId, packs, remark },
        ...{ drawnBy: actor.id, witnessedBy: other?.id ?? null, drawnAt },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sample = await tx
      .insertInto('sample')
      .values({
        ...{ enterpriseId: actor.enterpriseId, packRetentionId: id, lotId, kind: 'retention', quantity: grams },
        sampleNo: await nextDocumentNo(tx, 'YP', today),
      })
      .returning(['id', 'sampleNo'])
      .executeTakeFirstOrThrow()
    const signed = { table: 'pack_retention', id }
    await writeSignatures(tx, [
      { signer, meaning: retentionSigns, ...signed },
      ...(other === undefined ? [] : [{ signer: other, meaning: `${retentionSigns}（第二人）`, ...signed }]),
    ])
    const document = { kind: 'pack_retention', id, no: retentionNo }
    await setCodeState(tx, actor, runs, 'sampled', { document })
    await partFromBoxes(tx, actor, { lotId, taken: runs, document, reason: '箱内成品已留样' })
    await moveOut(tx, actor, lot, { quantity: exact(grams).div(1000).toFixed(), document, occurredAt: drawnAt })
    await recordTrace(tx, actor, [
      {
        lotId,
        kind: 'sampled',
        occurredAt: drawnAt,
        documentNo: retentionNo,
        publicFacts: {},
        privateFacts: { packs, total: grams, unit: 'g' },
      },
    ])
    await notify(tx, actor, {
      duty: '17:test',
      title: `${lot.name} ${lot.lotNo} 成品留样待接收`,
      body: `${retentionNo}，${packs} 袋`,
      page: '/system-jilu',
      at: { view: 'samples' },
      q: sample.sampleNo,
    })
    return sampleFileOf(tx, sample.id)
  }

/** Twice one full test is kept, where the product says what a test needs. */
async function refuseTooFew(tx: Tx, lot: Lot, grams: string): Promise<void> {
  const { testAmount } = await tx.selectFrom('product').select('testAmount').where('id', '=', lot.productId).executeTakeFirstOrThrow()
  if (testAmount !== null && exact(grams).lessThan(exact(testAmount).times(2)))
    throw new Refusal('retention_too_small', [{ path: 'codes', message: `共 ${grams} g，至少 ${exact(testAmount).times(2).toFixed()} g` }])
}

type Leaving = { quantity: string; document: { kind: string; id: string; no: string }; occurredAt: string }

/** Out of the fullest bins first, and never of what an order has reserved. What came back from a customer lies apart. */
async function moveOut(tx: Tx, actor: Actor, lot: Lot, { quantity, document, occurredAt }: Leaving): Promise<void> {
  const short = () => new Refusal('short_stock', [{ path: 'codes', message: '在库可用量不足，请核对货位与预留' }])
  const bins = (await stockInBins(tx, lot.id)).filter(({ zone }) => zone !== 'returned')
  const taken = drawFrom(
    bins.map(({ placeId, quantity: there }) => ({ bin: placeId, left: exact(there) })),
    quantity,
  )
  if (!taken.reduce((sum, part) => sum.plus(part.quantity), exact('0')).equals(quantity)) throw short()
  await moveStock(
    tx,
    actor,
    taken.map((part) => ({ ...part, lotId: lot.id, to: { only: 'retention' }, kind: 'retention', document, occurredAt })),
  )
  const { onHand, reserved } = await readStock(tx, lot.id)
  if (exact(reserved).greaterThan(onHand)) throw short()
}

/** 留样退回: packs that were kept by mistake, or too many, go back into the fullest bin, unopened, and their codes into stock. Quality assurance signs with. */
export const putBackRetention: Handler<typeof packRetentionApi.putBack> = async (tx, actor, { id, reason, signature, second }) => {
  const { sample, lot } = await takeSample(tx, actor, 'bulk', 'putBack', id)
  if (await wasOpened(tx, id)) throw new Refusal('sample_opened')
  const to = codeInStock(lot)
  const [home] = (await stockInBins(tx, lot.id)).filter(({ zone }) => zone !== 'returned')
  if (home === undefined) throw new Refusal('sample_no_home', [{ path: 'reason', message: '该批在库内已没有货' }])
  const signer = await proveSigner(actor, signature)
  const other = await proveSecond(actor, second, '13:decide')
  const happenedAt = tx.now().toISOString()
  const event = await tx
    .insertInto('sampleEvent')
    .values({
      enterpriseId: actor.enterpriseId,
      sampleId: id,
      kind: 'returned',
      note: reason,
      byId: actor.id,
      witnessId: other.id,
      happenedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const signed = { table: 'sample_event', id: event.id }
  await writeSignatures(tx, [
    { signer, meaning: sampleActions.bulk.putBack.signs, ...signed },
    { signer: other, meaning: putBackSecond, ...signed },
  ])
  await moveSample(tx, actor, { sample, to: { bin: home.placeId }, reason })
  await setCodeState(tx, actor, await codesOfRetention(tx, id), to, {
    document: { kind: 'sample', id, no: sample.sampleNo },
    reason,
  })
  await tx.updateTable('sample').set({ state: 'returned' }).where('id', '=', id).execute()
  return sampleFileOf(tx, id)
}
