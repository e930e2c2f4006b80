import { changeLooks } from '#contract/cases/change.ts'
import { correctionLooks } from '#contract/cases/correction.ts'
import { caseLooks } from '#contract/cases/quality-case.ts'
import { inspectionStates } from '#contract/laboratory/inspection.ts'
import { sampleStates } from '#contract/laboratory/sample-state.ts'
import { calibrationResults, instrumentLooks } from '#contract/laboratory/instrument.ts'
import { reagentKinds, reagentLooks } from '#contract/laboratory/reagent.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { packagingLooks } from '#contract/packing/packaging.ts'
import { repackGrounds } from '#contract/packing/repack.ts'
import { processHistoryLooks } from '#contract/making/process-version.ts'
import { productionLooks } from '#contract/making/production.ts'
import { purchaseLooks } from '#contract/supply/purchase.ts'
import { registrationKinds, registrationLooks } from '#contract/people/registration.ts'
import { releaseStates } from '#contract/release/raw-release.ts'
import { reportLooks } from '#contract/laboratory/report.ts'
import { saleLooks } from '#contract/selling/sale.ts'
import { stopCauses, stopOutcomes, supplierLooks } from '#contract/supply/supplier.ts'
import { standardLooks } from '#contract/laboratory/standard.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { userLooks } from '#contract/people/user.ts'
import { changeRecords, criticalFields } from '#contract/cases/change.ts'
import { correctionRecords } from '#contract/cases/correction.ts'
import { correctionFields, packagingFields, shipmentFields } from '#contract/cases/correction-fields.ts'
import { oosChecks, oosFindings, oosKinds, oosLooks } from '#contract/cases/oos.ts'
import { planLooks, pointLooks, stabilityConditions } from '#contract/laboratory/stability.ts'
import { countCauses, countLooks, countOutcomes, countScopes, lineLooks } from '#contract/warehouse/stocktake.ts'
import { disposalGrounds, disposalLooks, disposalMethods } from '#contract/warehouse/disposal.ts'
import { lockLevels } from '#contract/cases/authority-lock.ts'
import { discrepancyKinds, discrepancyLooks, discrepancyOutcomes } from '#contract/supply/discrepancy.ts'
import { supplierReturnLooks } from '#contract/warehouse/supplier-return.ts'
import { claimLooks, packConditions, returnDecisions, returnKinds, returnLooks } from '#contract/selling/return.ts'
import { causeFactors, incidentAreas, incidentKinds, incidentLevels, incidentLooks, incidentSources } from '#contract/cases/incident.ts'
import { recallClasses, recallKinds, recallLooks, recallNodes } from '#contract/cases/recall.ts'
import { caseKinds } from '#contract/cases/quality-case.ts'
import { duties } from '#contract/kernel/duties.ts'
import { pages } from '#contract/kernel/pages.ts'
import { priorities, requestKinds } from '#contract/laboratory/request.ts'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import { limitOps } from '#contract/laboratory/judge.ts'
import { materialClasses } from '#contract/making/material.ts'
import { assetKinds, assetLooks, overdueRules } from '#contract/making/asset.ts'
import { clearanceLooks } from '#contract/making/clearance.ts'
import { clearanceChecks, lossKinds, preChecks } from '#contract/making/production.ts'
import { codeSchemes } from '#contract/packing/codes.ts'
import { releaseChecks } from '#contract/release/pack-lot.ts'
import { primaryProcessings, sourceKinds } from '#contract/supply/origin.ts'
import { abnormalPackages, purchaseCategories, receiptDoubts, receiptResults, sulfurAnswers } from '#contract/supply/purchase.ts'
import { activities, authorisationLooks } from '#contract/people/authorisation.ts'
import { reviewDecisions, reviewLooks } from '#contract/people/rights-review.ts'
import { careScopes } from '#contract/warehouse/care.ts'
import { pointLooks as climatePointLooks } from '#contract/warehouse/climate.ts'
import { deputyLooks } from '#contract/people/deputy.ts'
import { trainingResults } from '#contract/people/training.ts'
import { auditKinds, auditResults } from '#contract/supply/supplier.ts'
import { holdKinds } from '#contract/warehouse/lot.ts'
import { zones } from '#contract/warehouse/movement.ts'
import { placeKinds } from '#contract/warehouse/place.ts'
import { dictionaryTypes } from './dictionary-items.ts'
import { fieldNames, innerNames } from './field-names.ts'
import { dateParts, numberedObjects } from './numbering.ts'

/** How each table calls its states; what is not here shows the state as it is stored. */
const looks: Record<string, Record<string, StateLook>> = {
  account: userLooks,
  registration: registrationLooks,
  // For every kind of lot: only a batch conforms.
  lot: { ...lotStates.raw, conforming: lotStates.bulk.conforming },
  purchase_order: purchaseLooks,
  receipt_discrepancy: discrepancyLooks,
  production_order: productionLooks,
  packaging_order: packagingLooks,
  process_version: processHistoryLooks,
  sales_order: saleLooks,
  supplier: supplierLooks,
  inspection: inspectionStates,
  instrument: instrumentLooks,
  asset: assetLooks,
  clearance: clearanceLooks,
  reagent_lot: reagentLooks,
  report: reportLooks,
  release_decision: releaseStates,
  oos_case: oosLooks,
  sample: sampleStates,
  quality_case: caseLooks,
  recall_case: recallLooks,
  disposal_case: disposalLooks,
  stability_plan: planLooks,
  stability_point: pointLooks,
  supplier_return: supplierReturnLooks,
  stocktake: countLooks,
  stocktake_line: lineLooks,
  incident: incidentLooks,
  shipment: saleLooks,
  customer_return: returnLooks,
  carrier_claim: claimLooks,
  authorisation: authorisationLooks,
  deputy: deputyLooks,
  climate_point: climatePointLooks,
  rights_review: reviewLooks,
  correction: correctionLooks,
  change_request: changeLooks,
  standard_version: { ...standardLooks, approved: { label: '已批准', tone: 'good' } },
}

type Words = Record<string, string>
const labelsOf = (labelled: Record<string, { label: string }>): Words =>
  Object.fromEntries(Object.entries(labelled).map(([word, { label }]) => [word, label]))
/** What the program ships of a type; the server says what the factory has added. */
const wordsOf = (type: keyof typeof dictionaryTypes): Words =>
  Object.fromEntries(dictionaryTypes[type].items.map(({ code, label }) => [code, label]))
const lotKinds: Words = { raw: '原料', auxiliary: '辅料', bulk: '生产批', pack: '成品' }
const decisions: Words = { release: '放行', reject: '不放行', clear: '不受影响' }

/** Words of a column by its table, where the same column says other things elsewhere. */
const tableWords: Record<string, Record<string, Words>> = {
  dictionary_item: { type: Object.fromEntries(Object.entries(dictionaryTypes).map(([code, { name }]) => [code, name])) },
  hold: { kind: holdKinds },
  authorisation: { activity: labelsOf(activities) },
  training: { result: trainingResults },
  instrument: { calibration_result: calibrationResults },
  asset: {
    maintenance_overdue: overdueRules,
    kind: assetKinds,
    calibration_result: calibrationResults,
    service_result: calibrationResults,
  },
  reagent_lot: { kind: reagentKinds },
  impact_lot: { decision: { ...decisions, reject: '判定不合格' } },
  lot: { kind: lotKinds },
  material: { material_class: materialClasses },
  place: { kind: placeKinds },
  oos_case: { kind: oosKinds, finding: oosFindings },
  packaging_order: { repack_ground: repackGrounds },
  production_order: { rework_case_table: labelsOf(incidentSources) },
  quality_case: { kind: caseKinds },
  stability_plan: { storage_condition: stabilityConditions },
  stocktake: { scope: countScopes },
  rights_review_line: { decision: reviewDecisions },
  care_plan: { scope: careScopes, case_findings: wordsOf('care_finding') },
  stocktake_line: { cause: countCauses },
  stocktake_decision: { remedy: countOutcomes, cause: countCauses },
  disposal_case: { ground: disposalGrounds, disposal_method: disposalMethods },
  recall_case: { kind: recallKinds, recall_class: labelsOf(recallClasses) },
  customer_return: { kind: returnKinds },
  return_item: { condition: packConditions, decision: returnDecisions },
  incident: {
    kind: incidentKinds,
    area: incidentAreas,
    level: labelsOf(incidentLevels),
    source_table: labelsOf(incidentSources),
    factor: causeFactors,
  },
  raw_lot: { kind: lotKinds },
  authority_lock: { level: lockLevels },
  receipt_discrepancy: { kinds: discrepancyKinds, settled_as: discrepancyOutcomes },
  receipt: { result: labelsOf(receiptResults) },
  registration: { kind: registrationKinds },
  supplier_audit: { kind: auditKinds, result: labelsOf(auditResults) },
  supplier_stop: { cause: stopCauses, ended_as: labelsOf(stopOutcomes) },
}

/** Words of a column, or of a field within a stored list or snapshot, in every table. */
const fieldWords: Record<string, Words> = {
  abnormal: abnormalPackages,
  categories: purchaseCategories,
  category: purchaseCategories,
  code_scheme: codeSchemes,
  date_part: dateParts,
  decision: decisions,
  defects: wordsOf('defect_type'),
  doubts: receiptDoubts,
  item: releaseChecks,
  kind: lossKinds,
  node: labelsOf(recallNodes),
  object: labelsOf(numberedObjects),
  operator: limitOps,
  package_kind: wordsOf('package_type'),
  primary_processing: primaryProcessings,
  priority: priorities,
  record: { ...correctionRecords, ...changeRecords },
  request_kind: requestKinds,
  rights: { ...Object.fromEntries(pages.map(({ code, title }) => [code, `页面 ${title}`])), ...duties },
  // 'slice' is what a bulk batch was called in reports of former times.
  side: { raw: '原料', bulk: '成品', slice: '成品', pack: '成品' },
  source_kind: sourceKinds,
  sulfur: sulfurAnswers,
  verdict: labelsOf(verdictLooks),
  zone: zones,
}

/** What a checklist asks, by the names under which its answers are kept. */
const checkNames: Record<string, Words> = {
  clearance: clearanceChecks,
  checks: clearanceChecks,
  pre_checks: preChecks,
  checklist: oosChecks,
}
/** The ids inside snapshots stand beside the names of what they mean. */
const isId = (key: string) => /Id$|_id$|^ids$/.test(key)
const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::\d\d)?)$/
const digest = /^[0-9a-f]{32,}$/

/** What a correction or change names: `record` says of which kind of record it is. */
const askedNames = (record: string | undefined): Words => ({
  ...fieldNames,
  ...correctionFields,
  ...(record === 'packaging' && packagingFields),
  ...(record === 'shipment' && shipmentFields),
  ...(record === 'material' && criticalFields.material),
  ...(record === 'product' && criticalFields.product),
  ...(record === 'supplier' && criticalFields.supplier),
  ...(record === 'process' && criticalFields.process),
  ...(record === 'standard' && criticalFields.standard),
  ...(record === 'pack_spec' && criticalFields.pack_spec),
  ...(record === 'asset' && criticalFields.asset),
})

/** One value of one column: `record` is what the same row says of the kind of record it is about; `time` writes an instant as the screen does. */
export type StoredValue = { table: string; field: string; record?: string | undefined; time: (instant: string) => string }

const snake = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const nameOf = (key: string) => innerNames[key] ?? fieldNames[key] ?? fieldNames[snake(key)] ?? '其它'

function told(value: unknown, of: StoredValue, key: string): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value))
    return value.map((one) => told(one, of, key)).join(value.some((one) => typeof one === 'object') ? '；' : '、') || '无'
  if (typeof value === 'object') return toldRecord(value, of, key)
  const text = String(value)
  const word = key === of.field ? fieldValue(of.table, key, text) : (fieldWords[snake(key)]?.[text] ?? text)
  if (word !== text) return word
  return instant.test(text) ? of.time(text) : digest.test(text) ? '（已留存）' : text
}

function toldRecord(value: object, of: StoredValue, key: string): string {
  if ('field' in value && 'old' in value && 'new' in value) {
    const [field, name] = [String(value.field), askedNames(of.record)[String(value.field)] ?? '其它']
    const part = (one: unknown) => told(parsed(one), { ...of, table: of.record ?? of.table, field }, field)
    return `${name} ${part(value.old)} → ${part(value.new)}`
  }
  const names = checkNames[key]
  return (
    Object.entries(value)
      // The code of what has a name is the program's word for it.
      .filter(
        ([name, one]) =>
          !isId(name) && !(name === 'code' && key !== of.field) && one !== null && one !== '' && !(Array.isArray(one) && one.length === 0),
      )
      .map(([name, one]) => `${names?.[name] ?? nameOf(name)} ${told(one, of, name)}`)
      .join('，')
  )
}

/** What a history sends as JSON text; a text of a person that only looks so stays what it is. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** A stored word as a history shows it: the label of a state or of a listed column, 是 and 否, else the value itself. */
export const fieldValue = (table: string, field: string, value: string): string =>
  (field === 'state' ? looks[table]?.[value]?.label : (tableWords[table]?.[field]?.[value] ?? fieldWords[field]?.[value])) ??
  { true: '是', false: '否' }[value] ??
  value

/** A stored value for the eye: words for words, lists and snapshots field by field, no id, no column name, no JSON. */
export const historyValue = (value: string | null, of: StoredValue): string => told(parsed(value), of, of.field)
