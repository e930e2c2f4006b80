import { sql } from 'kysely'
import { rawInspectionApi, bulkInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, inspectionStates, type InspectionStanding } from '#contract/laboratory/inspection.ts'
import { requestableLooks, requestActions, type Requestable } from '#contract/laboratory/request.ts'
import { failedBatchLooks, rejectBatchAction, type FailedBatchStanding } from '#contract/release/raw-release.ts'
import { anyOf, waitingIn, type Waiting } from '#kernel/waiting.ts'

const requestsOf = (side: 'raw' | 'bulk', lists: Waiting['lists']) =>
  waitingIn<InspectionStanding>({
    document: side === 'raw' ? '原料请验单' : '成品请验单',
    actions: inspectionActions[side],
    looks: inspectionStates,
    lists,
    // Results are entered in the sheet, and submitted below it.
    opens: { submit: 'record' },
    select: (ids) => sql`
      select i.id, i.request_no as no, concat(l.lot_no, ' ', l.name) as subject, null::jsonb as standing
      from inspection i join lot l on l.enterprise_id = i.enterprise_id and l.id = i.lot_id where i.id = ${anyOf(ids)}`,
  })

/** 请验单 of both sides, each on its own pages. */
export const waitingInspections = {
  raw: requestsOf('raw', { '12': rawInspectionApi.list }),
  bulk: requestsOf('bulk', { '16': bulkInspectionApi.list, '17': bulkTestApi.list }),
}

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
    select: (ids) => sql`select l.id, l.lot_no as no, l.name as subject, null::jsonb as standing from lot l where l.id = ${anyOf(ids)}`,
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
  select: (ids) => sql`
    select i.id, l.batch_no as no, l.name as subject, null::jsonb as standing
    from inspection i join lot l on l.enterprise_id = i.enterprise_id and l.id = i.lot_id where i.id = ${anyOf(ids)}`,
})
