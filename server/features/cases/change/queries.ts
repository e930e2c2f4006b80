import { sql } from 'kysely'
import type { changeApi } from '#contract/cases/change-api.ts'
import type { ChangeRow } from '#contract/cases/change.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { criticalValues, touchedBy } from './change-subject.ts'

const choicesAtMost = 20

const rows = (tx: Tx) =>
  tx
    .selectFrom('changeRequest')
    .innerJoin('qualityCase', (join) =>
      join.onRef('qualityCase.enterpriseId', '=', 'changeRequest.enterpriseId').onRef('qualityCase.id', '=', 'changeRequest.caseId'),
    )
    .innerJoin('account as proposer', (join) =>
      join.onRef('proposer.enterpriseId', '=', 'changeRequest.enterpriseId').onRef('proposer.id', '=', 'changeRequest.proposedBy'),
    )
    .leftJoin('account as approver', (join) =>
      join.onRef('approver.enterpriseId', '=', 'changeRequest.enterpriseId').onRef('approver.id', '=', 'changeRequest.approvedBy'),
    )
    .select(['changeRequest.id', 'qualityCase.caseNo', 'changeRequest.record', 'changeRequest.recordId', 'changeRequest.subject'])
    .select([
      'changeRequest.state',
      'changeRequest.asked',
      'changeRequest.reason',
      'changeRequest.impact',
      'changeRequest.effectiveOn',
      'changeRequest.proposedAt',
    ])
    .select(['changeRequest.approvedAt', 'changeRequest.appliedAt', 'changeRequest.endReason'])
    .select(
      sql<
        ChangeRow['trainees']
      >`(select coalesce(jsonb_agg(jsonb_build_object('id', who.id, 'name', who.name, 'isTrained', who.is_trained) order by who.name, who.id), '[]')
        from (select a.id, a.name, a.state, exists (select from training t where t.enterprise_id = a.enterprise_id and t.change_id = change_request.id and t.person_id = a.id
            and t.result = 'passed' and t.voided_at is null) as is_trained
          from account a where a.enterprise_id = change_request.enterprise_id and a.id = any (change_request.trainee_ids)) who
        where who.is_trained or who.state = 'active')`.as('trainees'),
    )
    .select(['proposer.id as proposerId', 'proposer.name as proposerName', 'approver.name as approvedBy'])

type Selected = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const rowFrom = ({ proposerId, proposerName, asked, ...row }: Selected): ChangeRow => ({
  ...row,
  asked: asked.map(({ value: _, ...change }) => change),
  proposedBy: { id: proposerId, name: proposerName },
})

export async function changeRow(tx: Tx, id: string): Promise<ChangeRow> {
  const row = await rows(tx).where('changeRequest.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return rowFrom(row)
}

export const listChanges: Handler<typeof changeApi.list> = async (tx, _actor, { page, pageSize, sort, q, state, record }) => {
  const found = await pageOf(
    tx,
    rows(tx)
      .$call((query) => (state === undefined ? query : query.where('changeRequest.state', '=', sql.lit(state))))
      .$call((query) => (record === undefined ? query : query.where('changeRequest.record', '=', sql.lit(record))))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'qualityCase.caseNo', name: 'changeRequest.subject' }))),
    { page, pageSize, sort },
  )
  return { rows: found.rows.map(rowFrom), total: found.total }
}

export const readChange: Handler<typeof changeApi.read> = async (tx, _actor, { id }) => {
  const change = await changeRow(tx, id)
  return { change, touched: await touchedBy(tx, change.record, change.recordId) }
}

export const readChangeSubject: Handler<typeof changeApi.subject> = async (tx, _actor, { record, recordId }) => {
  const { subject, values } = await criticalValues(tx, record, recordId)
  const open = await rows(tx)
    .where('changeRequest.record', '=', record)
    .where('changeRequest.recordId', '=', recordId)
    .where('changeRequest.state', 'in', ['proposed', 'approved'])
    .executeTakeFirst()
  return { subject, values, open: open?.caseNo ?? null, touched: await touchedBy(tx, record, recordId) }
}

/** Who can be asked to be trained: colleagues whose accounts are in use; programs are none. */
export const listTrainees: Handler<typeof changeApi.people> = (tx, _actor, { q, id }) =>
  tx
    .selectFrom('account')
    .select(['id', 'name'])
    .where('state', '=', 'active')
    .where(
      sql<boolean>`not exists (select from api_token token where token.enterprise_id = account.enterprise_id and token.id = account.id)`,
    )
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(id === undefined && q !== '', (query) => query.where(sql<boolean>`(strpos(name, ${q}) > 0 or strpos(user_name, ${q}) > 0)`))
    .orderBy('name')
    .orderBy('id')
    .limit(choicesAtMost)
    .execute()
