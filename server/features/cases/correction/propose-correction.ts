import { sql } from 'kysely'
import { proposalMeaning, type correctionApi, type CorrectionRecord } from '#contract/cases/correction.ts'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Installation } from '#kernel/installation.ts'
import { notify } from '#kernel/notify.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { correctables } from './plan-correction.ts'
import { correctionRow } from './queries.ts'

type Propose = Handler<typeof correctionApi.receiptLine> &
  Handler<typeof correctionApi.step> &
  Handler<typeof correctionApi.batch> &
  Handler<typeof correctionApi.packaging> &
  Handler<typeof correctionApi.shipment> &
  Handler<typeof correctionApi.issue> &
  Handler<typeof correctionApi.sampling>

/** Asks for a correction and signs it. Nothing changes yet; what cannot be true, or comes too late, is refused here already. */
export const proposeCorrection =
  (installation: Installation, record: CorrectionRecord): Propose =>
  async (tx, actor, { id, changes, reason, signature }) => {
    const { subject, lotId, lotIds, asked } = await correctables(installation)[record].plan(tx, id, changes, reason)
    if (asked.length === 0) throw new Refusal('nothing_corrected')
    await refuseOnceLeft(tx, lotIds)
    const correction = await tx
      .insertInto('correction')
      .values({
        enterpriseId: actor.enterpriseId,
        correctionNo: await nextDocumentNo(tx, 'GZ', dayInShanghai(new Date())),
        record,
        recordId: id,
        subject,
        lotId,
        asked: JSON.stringify(asked),
        reason,
        proposedBy: actor.id,
      })
      .returning(['id', 'correctionNo'])
      .executeTakeFirstOrThrow()
    await sign(tx, actor, signature, { meaning: proposalMeaning, table: 'correction', id: correction.id })
    await notify(tx, actor, {
      duty: '37:approve',
      title: `更正 ${correction.correctionNo} 待批准：${subject}`,
      body: reason,
      page: '/zhiliang-shijian',
      at: { view: 'correction' },
      q: correction.correctionNo,
      about: { table: 'correction', id: correction.id, asks: 'proposed' },
    })
    return correctionRow(tx, correction.id)
  }

/** The database says so again when the correction takes effect; the proposer hears it at once. */
async function refuseOnceLeft(tx: Tx, lotIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ left: boolean }>`
    select coalesce(bool_or(goods_have_left(lot)), false) as left from unnest(${lotIds}::uuid[]) lot`.execute(tx)
  if (only(rows).left) throw new Refusal('goods_left')
}
