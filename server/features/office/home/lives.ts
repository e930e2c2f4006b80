import { sql, type RawBuilder } from 'kysely'
import type { Action } from '#contract/kernel/action.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { packLotActions, packLotApi, type PackLotStanding } from '#contract/release/pack-lot.ts'
import { rawInspectionApi, bulkInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, inspectionStates, type InspectionStanding } from '#contract/laboratory/inspection.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { packagingActions, packagingApi, packagingLooks, type PackagingStanding } from '#contract/packing/packaging.ts'
import type { PageCode } from '#contract/kernel/pages.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { productionActions, productionLooks, type ProductionStanding } from '#contract/making/production.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { purchaseActions, purchaseLooks, type PurchaseStanding } from '#contract/supply/purchase.ts'
import {
  rejectBatchAction,
  releaseActions,
  releaseApi,
  releaseStates,
  type FailedBatchStanding,
  type ReleaseStanding,
} from '#contract/release/raw-release.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { saleActions, saleLooks, type SaleStanding } from '#contract/selling/sale.ts'
import { processActions, processApi, processLooks, type ProcessStanding } from '#contract/making/process-version.ts'
import { standardActions, standardApi, standardLooks, type StandardStanding } from '#contract/laboratory/standard.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { supplierActions, supplierLooks, type QualificationStanding } from '#contract/supply/supplier.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'

/**
 * The life of one kind of document as far as somebody can be waited for in it. Which state waits for which duty stands in the
 * table of its actions (`awaitedIn`) and nowhere else.
 */
export type Life = {
  /** What the trade calls one of them. */
  document: string
  actions: readonly Action<{ state: string }>[]
  looks: Record<string, StateLook>
  /** The lists in which they are found, by page; a duty's own page comes before any other. */
  lists: Partial<Record<PageCode, Endpoint>>
  /** What the page is opened with: for all that are in a state, and for one of them. */
  all: (state: string) => Record<string, string>
  one: (no: string) => Record<string, string>
  /**
   * Those in one of `states`: no, subject, since (when it got there, as near as the row says), and the standing that the actions'
   * rules are asked about.
   */
  select: (states: readonly string[]) => RawBuilder<unknown>
}

const life = <Standing extends { state: string }>(
  given: Omit<Life, 'actions' | 'all' | 'one'> & { actions: Record<string, Action<Standing>> } & Partial<Pick<Life, 'all' | 'one'>>,
): Life => ({
  all: (state) => ({ state }),
  one: (no) => ({ q: no }),
  ...given,
  actions: Object.values(given.actions) as unknown as Life['actions'],
})

const anyOf = (states: readonly string[]) => sql`any (${states}::text[])`

const inspectionsOf = (side: 'raw' | 'bulk') => (states: readonly string[]) => sql`
  select i.request_no as no, concat(l.lot_no, ' ', l.name) as subject, coalesce(t.reviewed_at, t.submitted_at, i.accepted_at, i.requested_at) as since,
    jsonb_build_object('state', i.state, 'requestedBy', i.requested_by, 'analystIds', coalesce(t.analyst_ids, '{}'), 'reviewedBy', t.reviewed_by) as standing
  from inspection i join lot l on l.enterprise_id = i.enterprise_id and l.id = i.lot_id
    left join test_record t on t.enterprise_id = i.enterprise_id and t.inspection_id = i.id and t.state <> 'returned'
  where i.side = ${side} and i.state = ${anyOf(states)}`

/** Lots that may be requested now, the first thing that happens to them: no document is there yet, the dialog for a new one opens. */
const toBeRequested = (side: 'raw' | 'bulk') =>
  life<{ state: string }>({
    document: side === 'raw' ? '原料批' : '成品批',
    actions: {
      request: {
        label: '请验',
        duty: side === 'raw' ? '12:request' : '16:request',
        from: ['waiting'],
        awaitedIn: ['waiting'],
        to: 'waiting',
      },
    },
    looks: { waiting: { label: '待请验', tone: 'waiting' } },
    lists: side === 'raw' ? { '12': rawInspectionApi.lots } : { '16': bulkInspectionApi.lots },
    all: () => ({ view: 'request' }),
    one: () => ({ view: 'request' }),
    select: () => sql`
      select l.lot_no as no, l.name as subject, l.created_at as since, jsonb_build_object('state', 'waiting') as standing
      from lot l
      where l.kind = any (${side === 'raw' ? ['raw', 'auxiliary'] : ['bulk']}::text[])
        and (l.state in ('quarantine', 'retest_due') or (l.state = 'released' and l.retest_on <= today()))
        and not exists (select from inspection i where i.enterprise_id = l.enterprise_id and i.lot_id = l.id
          and i.state in ('requested', 'accepted', 'sampled', 'submitted', 'reviewed'))`,
  })

/** Every life of the product in which a document can wait for somebody. */
export const lives: readonly Life[] = [
  life<PurchaseStanding>({
    document: '采购单',
    actions: purchaseActions,
    looks: purchaseLooks,
    lists: { '11': purchaseApi.list },
    select: (states) => sql`
      select o.order_no as no, s.name as subject, coalesce(o.approved_at, o.submitted_at, o.created_at) as since,
        jsonb_build_object('state', o.state, 'buyer', jsonb_build_object('id', o.buyer_id)) as standing
      from purchase_order o join supplier s on s.enterprise_id = o.enterprise_id and s.id = o.supplier_id
      where o.state = ${anyOf(states)}`,
  }),
  life<InspectionStanding>({
    document: '原料请验单',
    actions: inspectionActions.raw,
    looks: inspectionStates,
    lists: { '12': rawInspectionApi.list },
    select: inspectionsOf('raw'),
  }),
  toBeRequested('raw'),
  life<ReleaseStanding>({
    document: '已出报告的原料批',
    actions: releaseActions,
    looks: releaseStates,
    lists: { '13': releaseApi.list },
    // A decision is owed while there is none about the report.
    select: () => sql`
      select l.lot_no as no, l.name as subject, r.approved_at as since,
        jsonb_build_object('state', 'pending', 'conforms', r.conforms, 'holds', l.holds, 'lotState', l.state, 'analystIds', r.analyst_ids,
          'buyerId', o.buyer_id, 'receiverIds', array_remove(array[c.received_by, c.checked_by], null), 'isLatest', not exists (
            select from report later where later.enterprise_id = r.enterprise_id and later.lot_id = r.lot_id and later.id > r.id)) as standing
      from report r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id
        join raw_lot w on w.enterprise_id = r.enterprise_id and w.id = r.lot_id
        join receipt c on c.enterprise_id = w.enterprise_id and c.id = w.receipt_id
        join purchase_order o on o.enterprise_id = w.enterprise_id and o.id = w.order_id
      where r.state = 'approved'
        and not exists (select from release_decision d where d.enterprise_id = r.enterprise_id and d.report_id = r.id)`,
  }),
  life<ProductionStanding>({
    document: '批生产指令',
    actions: productionActions,
    looks: productionLooks,
    lists: { '15': productionApi.list },
    select: (states) => sql`
      select o.order_no as no, concat_ws(' ', o.product_name, o.batch_no) as subject, coalesce(o.completed_at, o.approved_at, o.created_at) as since,
        jsonb_build_object('state', o.state, 'createdBy', o.created_by, 'operatorIds', coalesce(o.operator_ids, '{}'), 'stepsTotal', jsonb_array_length(o.process -> 'steps'),
          'stepsDone', s.done, 'isStepRunning', s.running) as standing
      from production_order o cross join lateral (select count(ended_at)::integer as done, count(*) > count(ended_at) as running
        from production_step where production_step.enterprise_id = o.enterprise_id and production_step.order_id = o.id) s
      where o.state = ${anyOf(states)}`,
  }),
  life<InspectionStanding>({
    document: '成品请验单',
    actions: inspectionActions.bulk,
    looks: inspectionStates,
    lists: { '16': bulkInspectionApi.list, '17': bulkTestApi.list },
    select: inspectionsOf('bulk'),
  }),
  toBeRequested('bulk'),
  life<FailedBatchStanding>({
    document: '检验不合格的成品批',
    actions: { reject: rejectBatchAction },
    looks: { approved: { label: '待判定', tone: 'bad' } },
    lists: { '17': bulkTestApi.list },
    all: (state) => ({ state, verdict: 'FAIL', lotState: 'under_test' }),
    select: () => sql`
      select l.batch_no as no, l.name as subject, t.reviewed_at as since,
        jsonb_build_object('state', i.state, 'verdict', t.verdict, 'lotState', l.state, 'analystIds', t.analyst_ids) as standing
      from lot l join inspection i on i.enterprise_id = l.enterprise_id and i.lot_id = l.id and i.side = 'bulk' and i.state = 'approved'
        join test_record t on t.enterprise_id = i.enterprise_id and t.inspection_id = i.id and t.state <> 'returned' and t.verdict = 'FAIL'
      where l.kind = 'bulk' and l.state = 'under_test'`,
  }),
  life<PackagingStanding>({
    document: '包装指令',
    actions: packagingActions,
    looks: packagingLooks,
    lists: { '18': packagingApi.list },
    select: (states) => sql`
      select o.order_no as no, concat(l.name, ' ', l.batch_no) as subject, coalesce(o.approved_at, o.created_at) as since,
        jsonb_build_object('state', o.state, 'createdBy', jsonb_build_object('id', o.created_by)) as standing
      from packaging_order o join lot l on l.enterprise_id = o.enterprise_id and l.id = o.bulk_lot_id
      where o.state = ${anyOf(states)}`,
  }),
  life<PackLotStanding>({
    document: '成品批',
    actions: packLotActions,
    looks: lotStates.pack,
    lists: { '19': packLotApi.list },
    select: (states) => sql`
      select l.lot_no as no, l.name as subject, l.created_at as since,
        jsonb_build_object('state', l.state,
          'analystIds', array(select distinct analyst from report r, unnest(r.analyst_ids) analyst where r.enterprise_id = l.enterprise_id and r.lot_id = p.bulk_lot_id),
          'producerIds', array(
            select unnest(b.operator_ids || b.finished_by) from bulk_lot b where b.enterprise_id = l.enterprise_id and b.id = p.bulk_lot_id
            union select unnest(array[c.operator_id, c.checked_by]) from packaging_record c where c.enterprise_id = l.enterprise_id and c.lot_id = l.id)) as standing
      from lot l join pack_lot p on p.enterprise_id = l.enterprise_id and p.id = l.id
      where l.kind = 'pack' and l.state = ${anyOf(states)}`,
  }),
  life<SaleStanding>({
    document: '销售单',
    actions: saleActions,
    looks: saleLooks,
    lists: { '110': saleApi.list },
    select: (states) => sql`
      select o.order_no as no, c.name as subject,
        coalesce(s.shipped_at, p.checked_at, p.picked_at, o.allocated_at, o.approved_at, o.submitted_at, o.created_at) as since,
        jsonb_build_object('state', o.state, 'createdBy', jsonb_build_object('id', o.created_by), 'submittedBy', jsonb_build_object('id', o.submitted_by),
          'pickedBy', jsonb_build_object('id', p.picked_by)) as standing
      from sales_order o join customer c on c.enterprise_id = o.enterprise_id and c.id = o.customer_id
        left join picking p on p.enterprise_id = o.enterprise_id and p.order_id = o.id and p.state <> 'void'
        left join shipment s on s.enterprise_id = o.enterprise_id and s.order_id = o.id
      where o.state = ${anyOf(states)}`,
  }),
  life<QualificationStanding>({
    document: '供应商',
    actions: supplierActions,
    looks: supplierLooks,
    lists: { '33': supplierApi.list },
    select: (states) => sql`
      select s.code as no, s.name as subject, s.created_at as since,
        jsonb_build_object('state', s.state, 'createdById', s.created_by, 'auditedOn', s.audited_on, 'validUntil', s.valid_until, 'kind', s.kind,
          'licences', (select count(*) from licence l where l.enterprise_id = s.enterprise_id and l.supplier_id = s.id and l.is_active),
          'materials', (select count(*) from supplier_material m where m.enterprise_id = s.enterprise_id and m.supplier_id = s.id)) as standing
      from supplier s where s.state = ${anyOf(states)}`,
  }),
  life<ProcessStanding>({
    document: '工艺规程',
    actions: processActions,
    looks: processLooks,
    lists: { '35': processApi.list },
    select: (states) => sql`
      select v.code as no, concat(p.name, ' 第', v.version, '版') as subject, coalesce(v.reviewed_at, v.submitted_at, v.created_at) as since,
        jsonb_build_object('state', v.state, 'writtenBy', jsonb_build_object('id', v.written_by), 'reviewedBy', jsonb_build_object('id', v.reviewed_by)) as standing
      from process_version v join product p on p.enterprise_id = v.enterprise_id and p.id = v.product_id where v.state = ${anyOf(states)}`,
  }),
  life<StandardStanding>({
    document: '质量标准',
    actions: standardActions,
    looks: standardLooks,
    lists: { '36': standardApi.list },
    select: (states) => sql`
      select s.name as no, concat(s.kind, ' ', v.edition) as subject, coalesce(v.written_at, v.created_at) as since,
        jsonb_build_object('state', v.state, 'writtenBy', v.written_by, 'hasDraft', true,
          'itemCount', (select count(*) from standard_item i where i.enterprise_id = v.enterprise_id and i.standard_version_id = v.id)) as standing
      from standard_version v join standard s on s.enterprise_id = v.enterprise_id and s.id = v.standard_id where v.state = ${anyOf(states)}`,
  }),
]
