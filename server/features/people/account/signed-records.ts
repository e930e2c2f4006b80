import { sql, type RawBuilder } from 'kysely'

/** A kind of record that is signed: what the trade calls it, and its rows as (id, no, page code, what its list is searched with). */
type SignedRecord = { document: string; select: RawBuilder<unknown> }

const ofProduction = (table: string) => sql`
  select r.id, o.order_no, '15', o.order_no from ${sql.table(table)} r
    join production_order o on o.enterprise_id = r.enterprise_id and o.id = r.order_id`
const ofSale = (table: string, no: string) => sql`
  select r.id, ${sql.raw(no)}, '110', o.order_no from ${sql.table(table)} r
    join sales_order o on o.enterprise_id = r.enterprise_id and o.id = r.order_id`
const ofInspection = (table: string, no: string, bulkPage: string) => sql`
  select r.id, r.${sql.ref(no)}, case i.side when 'raw' then '12' else ${sql.lit(bulkPage)} end, i.request_no from ${sql.table(table)} r
    join inspection i on i.enterprise_id = r.enterprise_id and i.id = r.inspection_id`
const ofLot = (table: string, page: string) => sql`
  select r.id, r.release_no, ${sql.lit(page)}, l.lot_no from ${sql.table(table)} r
    join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id`

/** Every table whose rows are signed, by its name. One that is missing here is shown without number and link. */
export const signedRecords: Record<string, SignedRecord> = {
  receipt: {
    document: '收货单',
    select: sql`select r.id, r.receipt_no, '11', o.order_no from receipt r
      join purchase_order o on o.enterprise_id = r.enterprise_id and o.id = r.order_id`,
  },
  sampling: { document: '取样记录', select: ofInspection('sampling', 'sampling_no', '16') },
  report: { document: '检验报告', select: ofInspection('report', 'report_no', '17') },
  release_decision: { document: '原料放行单', select: ofLot('release_decision', '13') },
  production_order: { document: '批生产指令', select: sql`select id, order_no, '15', order_no from production_order` },
  production_issue: { document: '领料单', select: ofProduction('production_issue') },
  production_return: { document: '退料单', select: ofProduction('production_return') },
  production_part: { document: '交料单', select: ofProduction('production_part') },
  production_step: { document: '工序记录', select: ofProduction('production_step') },
  production_ending: { document: '终止结算', select: ofProduction('production_ending') },
  bulk_lot: { document: '批生产记录', select: ofProduction('bulk_lot') },
  packaging_order: { document: '包装指令', select: sql`select id, order_no, '18', order_no from packaging_order` },
  label_run: {
    document: '标签领用单',
    select: sql`select r.id, r.run_no, '18', o.order_no from label_run r
      join packaging_order o on o.enterprise_id = r.enterprise_id and o.id = r.packaging_order_id`,
  },
  packaging_record: {
    document: '批包装记录',
    select: sql`select r.id, o.order_no, '18', o.order_no from packaging_record r
      join packaging_order o on o.enterprise_id = r.enterprise_id and o.id = r.packaging_order_id`,
  },
  pack_release: { document: '成品放行单', select: ofLot('pack_release', '19') },
  picking: { document: '拣货单', select: ofSale('picking', 'o.order_no') },
  shipment: { document: '出库单', select: ofSale('shipment', 'r.shipment_no') },
  code_replacement: {
    document: '换签',
    select: sql`select r.id, run.run_no, '21', run.run_no from code_replacement r
      join label_run run on run.enterprise_id = r.enterprise_id and run.pack_range_id = r.new_range_id`,
  },
  box_change: { document: '装箱变更单', select: sql`select id, change_no, '19', change_no from box_change` },
  stock_ledger: { document: '月度台账', select: sql`select id, ledger_no, '14', ledger_no from stock_ledger` },
  stock_transfer: {
    document: '移库单',
    select: sql`select r.id, r.transfer_no, '14', l.lot_no from stock_transfer r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id`,
  },
  code_lock: { document: '单码监管锁定', select: sql`select id, authority_no, '21', null::text from code_lock` },
  authority_lock: { document: '监管锁定', select: sql`select id, authority_no, '37', null::text from authority_lock` },
  receipt_discrepancy: { document: '到货差异', select: sql`select id, discrepancy_no, '11', null::text from receipt_discrepancy` },
  code_void: { document: '追溯码作废', select: sql`select id, ''::text, '21', null::text from code_void` },
  process_version: {
    document: '工艺规程',
    select: sql`select r.id, r.code, '35', p.name from process_version r
      join product p on p.enterprise_id = r.enterprise_id and p.id = r.product_id`,
  },
  standard_version: {
    document: '质量标准',
    select: sql`select r.id, s.name, '36', s.name from standard_version r
      join standard s on s.enterprise_id = r.enterprise_id and s.id = r.standard_id`,
  },
  oos_case: {
    document: '检验结果调查',
    select: sql`select r.id, l.lot_no, '37', l.lot_no from oos_case r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id`,
  },
  incident_step: {
    document: '偏差与投诉',
    select: sql`select r.id, c.case_no, '37', c.case_no from incident_step r
      join incident c on c.enterprise_id = r.enterprise_id and c.id = r.incident_id`,
  },
  incident_lot: {
    document: '偏差与投诉的批次处置',
    select: sql`select r.id, l.lot_no, '37', c.case_no from incident_lot r
      join incident c on c.enterprise_id = r.enterprise_id and c.id = r.incident_id
      join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id`,
  },
  incident_measure: {
    document: '纠正预防措施',
    select: sql`select r.id, c.case_no || '-' || r.serial, '37', c.case_no from incident_measure r
      join incident c on c.enterprise_id = r.enterprise_id and c.id = r.incident_id`,
  },
  correction: { document: '更正单', select: sql`select id, correction_no, '37', correction_no from correction` },
  change_request: {
    document: '变更',
    select: sql`select r.id, q.case_no, '37', q.case_no from change_request r
      join quality_case q on q.enterprise_id = r.enterprise_id and q.id = r.case_id`,
  },
  purchase_rule_change: { document: '采购规则', select: sql`select id, ''::text, '36', null::text from purchase_rule_change` },
  authorisation: {
    document: '上岗授权',
    select: sql`select r.id, a.name, '31', a.user_name from authorisation r
      join account a on a.enterprise_id = r.enterprise_id and a.id = r.person_id`,
  },
  deputy: {
    document: '代理',
    select: sql`select r.id, a.name, '31', a.user_name from deputy r
      join account a on a.enterprise_id = r.enterprise_id and a.id = r.principal_id`,
  },
  authorisation_rule_change: { document: '授权要求', select: sql`select id, ''::text, '31', null::text from authorisation_rule_change` },
  supplier_stop: {
    document: '供应商临时暂停',
    select: sql`select r.id, s.name, '33', s.name from supplier_stop r
      join supplier s on s.enterprise_id = r.enterprise_id and s.id = r.supplier_id`,
  },
  supplier_scope_change: {
    document: '供应商供货范围',
    select: sql`select r.id, s.name, '33', s.name from supplier_scope_change r
      join supplier s on s.enterprise_id = r.enterprise_id and s.id = r.supplier_id`,
  },
  supplier_audit: {
    document: '供应商评审',
    select: sql`select r.id, s.name, '33', s.name from supplier_audit r
      join supplier s on s.enterprise_id = r.enterprise_id and s.id = r.supplier_id`,
  },
}
