import { z } from 'zod'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { PageCode } from '#contract/kernel/pages.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { id, instant } from '#contract/kernel/values.ts'

/** The records whose history can be opened, and the pages whose readers may: holding one of the codes is enough. */
export const historyTables = {
  account: ['31'],
  registration: ['31', '33'],
  api_token: ['31'],
  training: ['31'],
  deputy: ['31'],
  climate_point: ['14', '15', '37'],
  care_plan: ['14', '19', '37'],
  care_record: ['14', '19', '37'],
  authorisation: ['31'],
  training_rule: ['31'],
  rights_review: ['31'],
  rights_review_line: ['31'],
  authorisation_rule_change: ['31'],
  role: ['32'],
  enterprise: ['33'],
  supplier: ['33', '11'],
  supplier_audit: ['33'],
  supplier_stop: ['33'],
  supplier_scope_change: ['33'],
  licence: ['33', '34'],
  customer: ['34', '110'],
  product: ['35'],
  pack_spec: ['35'],
  processing_method: ['35'],
  process_version: ['35', '15'],
  material: ['35', '11'],
  standard_version: ['36', '37'],
  dictionary_item: ['36'],
  place: ['36'],
  numbering_rule: ['36'],
  lot: ['14', '19', '22'],
  hold: ['14', '19'],
  purchase_order: ['11'],
  purchase_rule: ['36'],
  purchase_rule_change: ['36'],
  step_limit: ['36'],
  receipt: ['11', '14'],
  raw_lot: ['11', '14'],
  inspection: ['12', '16', '17', '37'],
  stability_plan: ['37'],
  stability_lot: ['37'],
  stability_point: ['37'],
  instrument: ['37'],
  asset: ['35', '15', '18'],
  clearance: ['35', '15', '18'],
  reagent_lot: ['37'],
  outside_laboratory: ['37'],
  report: ['12', '17', '37'],
  release_decision: ['13', '19'],
  oos_case: ['12', '13', '17', '37'],
  quality_case: ['37'],
  impact_lot: ['37'],
  code_lock: ['21', '37'],
  authority_lock: ['37'],
  recall_case: ['37'],
  disposal_case: ['14', '19', '37'],
  receipt_discrepancy: ['11', '37'],
  supplier_return: ['14', '11', '37'],
  stocktake: ['14', '19', '37'],
  incident: ['37'],
  production_order: ['15'],
  bulk_lot: ['15', '16'],
  packaging_order: ['18'],
  packaging_record: ['18', '19'],
  pack_release: ['19'],
  pack_lot: ['18', '19'],
  sales_order: ['110'],
  shipment: ['110'],
  customer_return: ['110'],
  return_receipt: ['110'],
  return_item: ['110'],
  return_decision: ['110'],
  carrier_claim: ['110'],
  correction: ['37'],
  change_request: ['37'],
} as const satisfies Record<string, readonly PageCode[]>
export type HistoryTable = keyof typeof historyTables

/** One change of a record: who, when, what it was and what it became, and why. */
export const historyEntry = z.strictObject({
  at: instant,
  by: z.string(),
  request: z.string(),
  reason: z.string().nullable(),
  operation: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  changes: z.array(z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
})

export type HistoryEntry = z.infer<typeof historyEntry>

/** A signature as it is shown with its record; `holds` is false when the record no longer says what was signed. */
export const shownSignature = z.strictObject({
  signerName: z.string(),
  meaning: z.string(),
  comment: z.string(),
  signedAt: instant,
  holds: z.boolean(),
  /** The corrections that took its place, when the record differs by them alone. */
  supersededBy: z.string().nullable(),
})

export const historyApi = {
  read: endpoint({
    method: 'GET',
    path: '/history/{table}/{id}',
    right: 'signed-in',
    summary: '一条记录的修改历史与签名',
    input: z.strictObject({ table: keyOf(historyTables, '没有这种记录'), id }),
    output: z.strictObject({ entries: z.array(historyEntry), signatures: z.array(shownSignature) }),
    refusals: ['no_permission', 'not_found'],
  }),
}
