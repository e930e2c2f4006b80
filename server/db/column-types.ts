import { z } from 'zod'
import { attachmentOwners } from '#contract/office/attachment.ts'
import { releaseCheck } from '#contract/release/pack-lot.ts'
import { historyEntry } from '#contract/office/history.ts'
import { oosCase, testRecord } from '#contract/laboratory/inspection-file.ts'
import { inspectionSide, inspectionState } from '#contract/laboratory/inspection.ts'
import { priority, requestKind } from '#contract/laboratory/request.ts'
import { sampleKind, sampleState } from '#contract/laboratory/sample-state.ts'
import { recordVerdict, resultPart, resultSource, verdict } from '#contract/laboratory/test-result.ts'
import { calibrationResult, instrumentState } from '#contract/laboratory/instrument.ts'
import { reagentKind, reagentState } from '#contract/laboratory/reagent.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { calculatedBy, formulaName, readingsOfParallels } from '#contract/laboratory/formula.ts'
import { boxChangeKind } from '#contract/packing/box.ts'
import { labelText } from '#contract/packing/label.ts'
import { alertDays } from '#contract/supply/licence.ts'
import { impactDecision } from '#contract/cases/impact.ts'
import { oosChecklist, oosFinding } from '#contract/cases/oos.ts'
import { askedChange } from '#contract/cases/corrected-value.ts'
import { changeRecord, changeState } from '#contract/cases/change.ts'
import { correctionRecord, correctionState } from '#contract/cases/correction.ts'
import { planState, pointState, stabilityCondition } from '#contract/laboratory/stability.ts'
import { countCause, countClass, countOutcome, countScope, countState, lineState, toleranceClass } from '#contract/warehouse/stocktake.ts'
import { disposalGround, disposalMethod, disposalState } from '#contract/warehouse/disposal.ts'
import { lockLevel, wideLevel } from '#contract/cases/authority-lock.ts'
import { discrepancyKind, discrepancyOutcome, discrepancyState } from '#contract/supply/discrepancy.ts'
import { supplierReturnState } from '#contract/warehouse/supplier-return.ts'
import {
  claimOutcome,
  claimState,
  custodyDocument,
  custodyFate,
  packCondition,
  returnDecision,
  returnKind,
  returnState,
} from '#contract/selling/return.ts'
import { recallClass, recallKind, recallOutcome, recallScope, recallState } from '#contract/cases/recall.ts'
import { reportStage } from '#contract/cases/recall-report.ts'
import {
  incidentArea,
  incidentCause,
  incidentDecision,
  incidentKind,
  incidentLevel,
  incidentState,
  incidentStep,
  measureKind,
  measureState,
} from '#contract/cases/incident.ts'
import { caseKind, caseState } from '#contract/cases/quality-case.ts'
import { holdKind, lotKind, lotState } from '#contract/warehouse/lot.ts'
import { materialCategory } from '#contract/making/material.ts'
import { movementKind, zone } from '#contract/warehouse/movement.ts'
import { acceptanceFinding, acceptancePrinting } from '#contract/warehouse/acceptance.ts'
import { packMaterialEntry, packPer } from '#contract/packing/pack-material.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import { datePart, numberedObject } from '#contract/office/numbering.ts'
import { primaryProcessing, sourceKind } from '#contract/supply/origin.ts'
import { packagingState } from '#contract/packing/packaging.ts'
import { placeKind } from '#contract/warehouse/place.ts'
import { processState } from '#contract/making/process-version.ts'
import { assetKind, assetState, overdueRule, serviceKind } from '#contract/making/asset.ts'
import { clearanceState } from '#contract/making/clearance.ts'
import { reworkCase } from '#contract/making/rework.ts'
import { clearanceChecks, preChecks, productionState, recordPart } from '#contract/making/production.ts'
import {
  chargedLot,
  deviationRecord,
  loss,
  processParameter,
  processSnapshot,
  recordedParameter,
  weighing,
  partPiece,
} from '#contract/making/production-record.ts'
import {
  abnormalPackage,
  lotDoubt,
  purchaseCategory,
  purchaseState,
  receiptDoubt,
  receiptResults,
  refusalCause,
  sulfurAnswers,
} from '#contract/supply/purchase.ts'
import { codeScheme, codeState } from '#contract/packing/codes.ts'
import { repackGround } from '#contract/packing/repack.ts'
import { reviewDecision, reviewedRoles, reviewState } from '#contract/people/rights-review.ts'
import { careScope, stockSide } from '#contract/warehouse/care.ts'
import { pointState as climatePointState, readingSource } from '#contract/warehouse/climate.ts'
import { deputyState } from '#contract/people/deputy.ts'
import { trainingResult } from '#contract/people/training.ts'
import { registrationKind, registrationState } from '#contract/people/registration.ts'
import { releaseFile, releaseState } from '#contract/release/raw-release.ts'
import { abnormalUnit } from '#contract/laboratory/sampling.ts'
import { sampleEvent } from '#contract/laboratory/sample.ts'
import { report, reportSheet } from '#contract/laboratory/report.ts'
import { pickedLot } from '#contract/selling/sale-api.ts'
import { saleState } from '#contract/selling/sale.ts'
import { standardAuthority } from '#contract/laboratory/authority.ts'
import { standardItemInput } from '#contract/laboratory/standard-item.ts'
import { standardState } from '#contract/laboratory/standard.ts'
import { addedScope, auditKinds, auditResults, stopCauses, stopOutcomes, supplierState } from '#contract/supply/supplier.ts'
import { traceKinds } from '#contract/tracing/trace-event.ts'
import { traceEdge } from '#contract/tracing/trace.ts'
import { activity, authorisationState } from '#contract/people/authorisation.ts'
import { proposalState } from '#contract/people/proposal.ts'
import { confirmations, secretKinds, secretState } from '#contract/people/secret.ts'
import { userState } from '#contract/people/user.ts'

/** An object that has every key of a table, each of them confirmed. */
const allOf = <Key extends string>(table: Record<Key, unknown>) => z.record(keyOf(table), z.literal(true))

// The screens show the state it leads to.
const decision = z.enum(['release', 'reject'])

/**
 * Columns that hold one of the contract's words, and JSON columns whose content the contract describes. `schema.ts` takes its column types
 * from here. Every CHECK list of the database has its entry, and `schema-and-contract.test.ts` compares the two. An array column names
 * what one element is.
 */
export const columnTypes = {
  account: { state: userState },
  attachment: { ownerTable: keyOf(attachmentOwners) },
  audit: { op: historyEntry.shape.operation },
  witness: { op: historyEntry.shape.operation },
  codeEvent: { state: codeState },
  // As GS1 numbers packaging levels: 1 the pack, 3 the box. The contract says `pack` and `box`.
  boxChange: { kind: boxChangeKind },
  boxChangePack: { way: z.enum(['stays', 'in', 'out']) },
  codeRange: { scheme: codeScheme, level: z.literal([1, 3]) },
  codeSpan: { state: codeState },
  // The licence a message was about, and how many days before its end; 0 is the end. Only the server counts them.
  expiryAlert: {
    subject: z.enum([
      'licence',
      'supplier',
      'customer',
      'instrument',
      'reagent_lot',
      'outside_laboratory',
      'stability_point',
      'asset',
      'authorisation',
    ]),
    days: z.literal([...alertDays, 0]),
  },
  packRelease: { decision, checklist: z.array(releaseCheck) },
  hold: { kind: holdKind },
  qualityCase: { kind: caseKind, state: caseState },
  correction: { record: correctionRecord, state: correctionState, asked: z.array(askedChange.extend({ value: z.unknown() })) },
  // Which tables a correction reaches; the screens name the record.
  correctionChange: {
    recordTable: z.enum([
      'raw_lot',
      'receipt',
      'lot',
      'production_step',
      'production_co_product',
      'bulk_lot',
      'packaging_record',
      'pack_lot',
      'pack_release',
      'shipment',
      'shipment_line',
      'production_issue',
      'sampling',
      'sample',
    ]),
  },
  changeRequest: { record: changeRecord, state: changeState, asked: z.array(askedChange.extend({ value: z.unknown() })) },
  impactLot: { decision: impactDecision },
  incident: { kind: incidentKind, area: incidentArea, state: incidentState, level: incidentLevel, cause: incidentCause },
  incidentLot: { decision: incidentDecision },
  incidentMeasure: { kind: measureKind, state: measureState },
  incidentStep: { step: incidentStep },
  inspection: { side: inspectionSide, requestKind, state: inspectionState, priority },
  instrument: { state: instrumentState, calibrationResult },
  instrumentChange: { state: instrumentState },
  carrierClaim: { state: claimState },
  claimOutcome: { became: claimOutcome },
  custodyEntry: { fromFate: custodyFate, toFate: custodyFate, toldBy: custodyDocument },
  customerReturn: { kind: returnKind, state: returnState },
  returnItem: { condition: packCondition, decision: returnDecision },
  calibration: { result: calibrationResult },
  reagentLot: { kind: reagentKind, state: reagentState },
  lot: { kind: lotKind, state: lotState, unit: materialUnit },
  lotEdge: { step: traceEdge.shape.step, role: traceEdge.shape.role },
  // What a link in a letter opens. It is looked up by its token, so no screen asks for the purpose.
  mailLink: { purpose: z.enum(['reset_password', 'confirm_email', 'confirm_secret']) },
  material: { category: materialCategory, unit: materialUnit },
  packAcceptance: { appearance: acceptanceFinding, dimensions: acceptanceFinding, printing: acceptancePrinting },
  packMaterialEntry: { kind: packMaterialEntry.shape.kind },
  packSpecMaterial: { per: packPer },
  // '': the pack lots of one batch are counted within it, over all days.
  numberCounter: { datePart: z.enum(['', ...datePart.options]) },
  numberingRule: { datePart, object: numberedObject },
  oosCase: { state: oosCase.shape.state, kind: oosCase.shape.kind, finding: oosFinding, checklist: oosChecklist },
  packSpec: { codeScheme },
  packagingOrder: { state: packagingState, label: labelText, repackGround },
  // The order carries the state that the screens show; a picking given back is void.
  picking: { state: z.enum(['picked', 'checked', 'void']), content: z.array(pickedLot) },
  place: { kind: placeKind, zone },
  processStep: { parameters: z.array(processParameter) },
  // An approved version is scheduled, effective or superseded by the day; only `approved` is stored.
  processVersion: {
    state: z.enum(['approved', ...processState.exclude(['scheduled', 'effective', 'superseded']).options]),
    content: processSnapshot,
  },
  productionDeviation: { kind: deviationRecord.shape.kind },
  productionInput: { role: chargedLot.shape.role },
  productionIssue: { weighings: z.array(weighing) },
  recordReturn: { part: recordPart },
  productionReturn: { weighings: z.array(weighing) },
  productionPart: { weighings: z.array(partPiece) },
  productionOrder: { state: productionState, process: processSnapshot, reworkCaseTable: reworkCase },
  productionStep: { preChecks: allOf(preChecks), losses: z.array(loss), parameters: z.array(recordedParameter) },
  purchaseOrder: { category: purchaseCategory, state: purchaseState },
  rawLot: {
    kind: lotKind.extract(['raw', 'auxiliary']),
    sourceKind,
    primaryProcessing,
    // What is known to be fumigated is turned away at the door.
    sulfur: keyOf(sulfurAnswers).exclude(['yes']),
    doubts: lotDoubt,
    abnormal: abnormalPackage,
  },
  countTolerance: { goodsClass: toleranceClass },
  stabilityPlan: { storageCondition: stabilityCondition, state: planState },
  stabilityPoint: { state: pointState },
  stocktake: { scope: countScope, state: countState },
  stocktakeDecision: { remedy: countOutcome, cause: countCause },
  stocktakeLine: { state: lineState, cause: countCause },
  disposalCase: { ground: disposalGround, disposalMethod, state: disposalState },
  supplierReturn: { state: supplierReturnState },
  recallCase: { kind: recallKind, recallClass, state: recallState, question: recallScope },
  recallLot: { role: z.enum(['source', 'made']) },
  recallReport: { stage: reportStage },
  recallRecovery: { became: recallOutcome },
  recallWord: { node: z.enum(['origin', 'equipment', 'method']) },
  inspectionStandard: { authority: standardAuthority },
  receipt: { result: keyOf(receiptResults), doubts: receiptDoubt },
  authorityLock: { level: wideLevel },
  regulatorLock: { level: lockLevel },
  receiptDiscrepancy: { state: discrepancyState, kinds: discrepancyKind, settledAs: discrepancyOutcome },
  refusedDelivery: { cause: refusalCause },
  registration: { kind: registrationKind, state: registrationState },
  releaseDecision: { decision, state: releaseState.exclude(['pending']), checklist: releaseFile.shape.answers },
  report: { state: report.shape.state, sheet: reportSheet },
  rightsProposal: { state: proposalState },
  authorisation: { activity, state: authorisationState },
  training: { result: trainingResult },
  maintenancePlan: { onOverdue: overdueRule },
  rightsReview: { state: reviewState },
  rightsReviewLine: { decision: reviewDecision, roles: reviewedRoles },
  carePlan: { side: stockSide, scope: careScope },
  careRecord: { side: stockSide },
  climatePoint: { state: climatePointState },
  climateReading: { source: readingSource },
  deputy: { state: deputyState.exclude(['over']) },
  salesOrder: { state: saleState },
  sample: { kind: sampleKind, state: sampleState },
  sampling: { abnormalUnits: z.array(abnormalUnit) },
  sampleEvent: { kind: sampleEvent },
  secretConfirmation: { what: keyOf(secretKinds), state: secretState, confirmedHow: keyOf(confirmations) },
  shipment: { state: saleState.extract(['shipped', 'delivered', 'partly_delivered', 'refused']) },
  bulkLot: { clearance: allOf(clearanceChecks) },
  asset: { kind: assetKind, state: assetState, calibrationResult, serviceResult: calibrationResult, maintenanceOverdue: overdueRule },
  assetChange: { state: assetState },
  assetService: { kind: serviceKind, result: calibrationResult },
  clearance: { state: clearanceState, checks: allOf(clearanceChecks) },
  productionEnding: { clearance: allOf(clearanceChecks) },
  standardItem: { itemGroup: standardItemInput.shape.group, operator: standardItemInput.shape.op, formula: formulaName },
  // As with a process: an approved edition is coming, effective or ended by the day.
  standardVersion: { state: z.enum(['approved', ...standardState.exclude(['coming', 'effective', 'ended']).options]) },
  stockEntry: { kind: movementKind },
  stockLedger: { goodsClass: countClass },
  supplier: { state: supplierState, categories: purchaseCategory },
  supplierNumber: { paper: z.enum(['lot', 'note']) },
  supplierStop: { cause: keyOf(stopCauses), endedAs: keyOf(stopOutcomes) },
  supplierScopeChange: { added: z.array(addedScope) },
  supplierAudit: { kind: keyOf(auditKinds), result: keyOf(auditResults) },
  testRecord: { state: testRecord.shape.state, verdict: recordVerdict },
  testResult: { source: resultSource, verdict, part: resultPart, raw: readingsOfParallels, formula: calculatedBy },
  traceEvent: { kind: keyOf(traceKinds) },
} satisfies Record<string, Record<string, z.ZodType>>

type Table = typeof columnTypes

/**
 * What a query of such a column gives. A record that an earlier edition of the program wrote may lack what the contract has a default for,
 * so this is the schema's input: parse a snapshot to have it whole.
 */
export type Stored = { [T in keyof Table]: { [C in keyof Table[T]]: z.input<Table[T][C]> } }
