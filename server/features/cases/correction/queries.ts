import { sql } from 'kysely'
import type { correctionApi, CorrectionRow, CorrectionSubject } from '#contract/cases/correction.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { correctables } from './plan-correction.ts'

/** Only what was received may be counted in pieces. */
const unitOfRecord = sql<CorrectionRow['unit']>`coalesce((select l.unit from lot l where correction.record = 'receipt_line'
  and l.enterprise_id = correction.enterprise_id and l.id = correction.record_id), 'kg')`

const rows = (tx: Tx) =>
  tx
    .selectFrom('correction')
    .innerJoin('account as proposer', (join) =>
      join.onRef('proposer.enterpriseId', '=', 'correction.enterpriseId').onRef('proposer.id', '=', 'correction.proposedBy'),
    )
    .leftJoin('account as approver', (join) =>
      join.onRef('approver.enterpriseId', '=', 'correction.enterpriseId').onRef('approver.id', '=', 'correction.approvedBy'),
    )
    .select(['correction.id', 'correction.correctionNo', 'correction.record', 'correction.recordId', 'correction.subject'])
    .select(['correction.state', 'correction.reason', 'correction.asked', 'correction.proposedAt', 'correction.approvedAt'])
    .select(unitOfRecord.as('unit'))
    .select(['correction.endReason', 'proposer.id as proposerId', 'proposer.name as proposerName', 'approver.name as approvedBy'])

type Selected = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

/** A stored correction as the contract has it; the typed values of what was asked stay in the database. */
const rowFrom = ({ proposerId, proposerName, asked, ...row }: Selected): CorrectionRow => ({
  ...row,
  asked: asked.map(({ value: _, ...change }) => change),
  proposedBy: { id: proposerId, name: proposerName },
})

export async function correctionRow(tx: Tx, id: string): Promise<CorrectionRow> {
  const row = await rows(tx).where('correction.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return rowFrom(row)
}

export const listCorrections: Handler<typeof correctionApi.list> = async (tx, _actor, { page, pageSize, sort, q, state, record }) => {
  const found = await pageOf(
    tx,
    rows(tx)
      .$call((query) => (state === undefined ? query : query.where('correction.state', '=', sql.lit(state))))
      .$call((query) => (record === undefined ? query : query.where('correction.record', '=', sql.lit(record))))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'correction.correctionNo', name: 'correction.subject' }))),
    { page, pageSize, sort },
  )
  return { rows: found.rows.map(rowFrom), total: found.total }
}

export const readCorrection: Handler<typeof correctionApi.read> = async (tx, _actor, { id }) => {
  const correction = await correctionRow(tx, id)
  const effects = await tx
    .selectFrom('correctionChange')
    .select(['recordTable as table', 'field', 'oldValue as old', 'newValue as new'])
    .where('correctionId', '=', id)
    .orderBy('id')
    .execute()
  const reports = await tx
    .selectFrom('report')
    .innerJoin('report as replaced', (join) =>
      join.onRef('replaced.enterpriseId', '=', 'report.enterpriseId').onRef('replaced.id', '=', 'report.replacesId'),
    )
    .select(['report.reportNo', 'replaced.reportNo as replaces'])
    .where('report.correctionId', '=', id)
    .orderBy('report.id')
    .execute()
  return { correction, effects, reports }
}

export const readSubject =
  (installation: Installation): Handler<typeof correctionApi.subject> =>
  async (tx, _actor, { record, recordId }) => {
    const { table, read } = correctables(installation)[record]
    const {
      subject,
      values,
      unit = 'kg',
      losses = [],
      parameters = [],
      coProducts = [],
      runs = [],
      weighings = [],
      returns = [],
      lots = [],
    } = await read(tx, recordId)
    const open = await tx
      .selectFrom('correction')
      .select('correctionNo')
      .where('recordId', '=', recordId)
      .where('state', '=', 'proposed')
      .executeTakeFirst()
    const { rows: earlier } = await sql<{ earlier: CorrectionSubject['earlier'] }>`
    select corrections_of(${table}, ${recordId}::uuid) as earlier`.execute(tx)
    return {
      subject,
      open: open?.correctionNo ?? null,
      unit,
      values,
      losses,
      parameters,
      coProducts,
      runs,
      weighings,
      returns,
      lots,
      earlier: earlier[0]?.earlier ?? [],
    }
  }
