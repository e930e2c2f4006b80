import { sql } from 'kysely'
import { rawInspectionApi, bulkInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import {
  inspectionActions,
  inspectionState,
  inspectionStates,
  requestableLooks,
  requestActions,
  type InspectionStanding,
  type Requestable,
} from '#contract/laboratory/inspection.ts'
import { failedBatchLooks, rejectBatchAction, type FailedBatchStanding } from '#contract/release/raw-release.ts'
import { anyOf, waitingIn, type Waiting } from '#kernel/waiting.ts'
import { isOnHand } from '#server/features/warehouse/stock/on-hand.ts'

const inspectionsOf = (side: 'raw' | 'bulk') => (states: readonly string[]) =>
  sql`
  select i.id as id, i.request_no as no, concat(l.lot_no, ' ', l.name) as subject, coalesce(t.reviewed_at, t.submitted_at, i.accepted_at, i.requested_at) as since,
    jsonb_build_object('state', i.state, 'requestedBy', i.requested_by, 'analystIds', coalesce(t.analyst_ids, '{}'), 'reviewedBy', t.reviewed_by,
      'buyerId', o.buyer_id, 'receiverIds', array_remove(array[r.received_by, r.checked_by], null)) as standing, i.state as state, null::timestamptz as due
  from inspection i join lot l on l.enterprise_id = i.enterprise_id and l.id = i.lot_id
    left join test_record t on t.enterprise_id = i.enterprise_id and t.inspection_id = i.id and t.state <> 'returned'
    left join raw_lot b on b.enterprise_id = l.enterprise_id and b.id = l.id
    left join receipt r on r.enterprise_id = b.enterprise_id and r.id = b.receipt_id
    left join purchase_order o on o.enterprise_id = b.enterprise_id and o.id = b.order_id
  where i.side = ${side} and i.state = ${anyOf(states)}`

const requestsOf = (side: 'raw' | 'bulk', lists: Waiting['lists']) =>
  waitingIn<InspectionStanding>({
    document: side === 'raw' ? '原料请验单' : '成品请验单',
    actions: inspectionActions[side],
    looks: inspectionStates,
    lists,
    // Results are entered in the sheet, and submitted below it.
    opens: { submit: 'record' },
    select: inspectionsOf(side),
  })

/** 请验单 of both sides, each on its own pages. */
export const waitingInspections = {
  raw: requestsOf('raw', { '12': rawInspectionApi.list }),
  bulk: requestsOf('bulk', { '16': bulkInspectionApi.list, '17': bulkTestApi.list }),
}

const openStates = inspectionState.exclude(['approved', 'returned', 'cancelled']).options

/** Lots whose inspection may be requested now. They have no document yet, so the dialog for a new request opens. */
const toBeRequested = (side: 'raw' | 'bulk') =>
  waitingIn<Requestable>({
    document: side === 'raw' ? '原料批' : '成品批',
    actions: requestActions[side],
    looks: requestableLooks,
    lists: side === 'raw' ? { '12': rawInspectionApi.lots } : { '16': bulkInspectionApi.lots },
    all: () => ({ view: 'request' }),
    one: ({ id }) => ({ view: 'request', lot: id }),
    opens: 'itself',
    select: () => sql`
      select lot.id, lot.lot_no as no, lot.name as subject,
        case when lot.state = 'quarantine' then lot.created_at else lot.retest_on::timestamp at time zone 'Asia/Shanghai' end as since,
        jsonb_build_object('state', 'waiting') as standing, 'waiting'::text as state,
        case when lot.state <> 'quarantine' then last_moment_of(lot.retest_on) end as due
      from lot
      where lot.kind = any (${side === 'raw' ? ['raw', 'auxiliary'] : ['bulk']}::text[])
        and (lot.state = 'quarantine' or (lot.state = 'retest_due' or lot.state = 'released' and lot.retest_on <= today()) and ${isOnHand})
        and not exists (select from inspection i where i.enterprise_id = lot.enterprise_id and i.lot_id = lot.id
          and i.state = ${anyOf(openStates)})`,
  })

/** Lots of both sides that wait for their request. */
export const waitingForRequest = { raw: toBeRequested('raw'), bulk: toBeRequested('bulk') }

/** Tested batches whose report does not conform, until quality assurance rejects them. */
export const waitingFailedBatches = waitingIn<FailedBatchStanding>({
  document: '检验不合格的成品批',
  actions: { reject: rejectBatchAction },
  looks: failedBatchLooks,
  lists: { '17': bulkTestApi.list },
  all: (state) => ({ state, verdict: 'FAIL', lotState: 'under_test' }),
  select: () => sql`
    select i.id as id, l.batch_no as no, l.name as subject, t.reviewed_at as since,
      jsonb_build_object('state', i.state, 'verdict', t.verdict, 'lotState', l.state, 'analystIds', t.analyst_ids) as standing, i.state as state, null::timestamptz as due
    from lot l join inspection i on i.enterprise_id = l.enterprise_id and i.lot_id = l.id and i.side = 'bulk' and i.state = 'approved'
      join test_record t on t.enterprise_id = i.enterprise_id and t.inspection_id = i.id and t.state <> 'returned' and t.verdict = 'FAIL'
    where l.kind = 'bulk' and l.state = 'under_test'`,
})
