import { impactActions } from '#contract/cases/impact.ts'
import { caseLooks, caseState } from '#contract/cases/quality-case.ts'
import type { Action } from '#contract/kernel/action.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { oosActions, oosLooks, oosState } from '#contract/cases/oos.ts'
import { changeActions, changeLooks, changeState } from '#contract/cases/change.ts'
import { incidentActions, incidentLooks, incidentState, measureLooks, measureState } from '#contract/cases/incident.ts'
import { recallActions, recallLooks, recallState } from '#contract/cases/recall.ts'
import { correctionActions, correctionLooks, correctionState } from '#contract/cases/correction.ts'
import { inspectionActions, inspectionState, inspectionStates } from '#contract/laboratory/inspection.ts'
import { requestableLooks, requestActions } from '#contract/laboratory/request.ts'
import { reportState, testRecord } from '#contract/laboratory/inspection-file.ts'
import { sampleState, sampleStates } from '#contract/laboratory/sample-state.ts'
import { sampleActions } from '#contract/laboratory/sample.ts'
import { instrumentActions, instrumentLooks, instrumentState } from '#contract/laboratory/instrument.ts'
import { outsideLaboratoryActions, outsideLaboratoryLooks, outsideLaboratoryState } from '#contract/laboratory/outside-laboratory.ts'
import { reagentActions, reagentLooks, reagentState } from '#contract/laboratory/reagent.ts'
import { reportLooks } from '#contract/laboratory/report.ts'
import { standardActions, standardLooks, standardState } from '#contract/laboratory/standard.ts'
import { planActions, planLooks, planState, pointActions, pointLooks, pointState } from '#contract/laboratory/stability.ts'
import { usageActions, usageLooks, usageState } from '#contract/making/material.ts'
import { processActions, processLooks, processState } from '#contract/making/process-version.ts'
import { assetActions, assetLooks, assetState } from '#contract/making/asset.ts'
import { careActions, careLooks } from '#contract/warehouse/care.ts'
import { climateActions, pointLooks as climatePointLooks, pointState as climatePointState } from '#contract/warehouse/climate.ts'
import { clearanceActions, clearanceLooks, clearanceState } from '#contract/making/clearance.ts'
import { productionActions, productionLooks, productionState } from '#contract/making/production.ts'
import { dictionaryActions, dictionaryLooks, dictionaryState } from '#contract/office/dictionary.ts'
import { codeLife, codeLooks, codeState } from '#contract/packing/codes.ts'
import { packagingActions, packagingLooks, packagingState, unpackedActions, unpackedLooks } from '#contract/packing/packaging.ts'
import { foundingActions, joiningActions, registrationLooks, registrationState } from '#contract/people/registration.ts'
import { authorisationActions, authorisationLooks, authorisationState } from '#contract/people/authorisation.ts'
import { deputyActions, deputyLooks, deputyState } from '#contract/people/deputy.ts'
import { trainingActions, trainingLooks, trainingStates } from '#contract/people/training.ts'
import { reviewActions, reviewDueActions, reviewDueLooks, reviewLooks, reviewState } from '#contract/people/rights-review.ts'
import { proposalActions, proposalLooks, proposalState } from '#contract/people/proposal.ts'
import { secretActions, secretLooks, secretState } from '#contract/people/secret.ts'
import { roleActions, roleLooks, roleState } from '#contract/people/role.ts'
import { tokenActions, tokenLooks, tokenState } from '#contract/people/token.ts'
import { userActions, userLooks, userState } from '#contract/people/user.ts'
import { packLotActions } from '#contract/release/pack-lot.ts'
import {
  failedBatchLooks,
  rejectBatchAction,
  rejectLotAction,
  releaseActions,
  releaseState,
  releaseStates,
} from '#contract/release/raw-release.ts'
import { customerActions, customerLooks, customerState } from '#contract/selling/customer.ts'
import { saleActions, saleLooks, saleState } from '#contract/selling/sale.ts'
import { claimActions, claimLooks, claimState, returnActions, returnLooks, returnState } from '#contract/selling/return.ts'
import { purchaseActions, purchaseLooks, purchaseState } from '#contract/supply/purchase.ts'
import { supplierActions, supplierChanges, supplierLooks, supplierState } from '#contract/supply/supplier.ts'
import { acceptableLooks, acceptanceActions } from '#contract/warehouse/acceptance.ts'
import { lotLife, lotState, lotStates } from '#contract/warehouse/lot.ts'
import { countActions, countLooks, countState, lineLooks, lineState } from '#contract/warehouse/stocktake.ts'
import { disposalActions, disposalLooks, disposalState } from '#contract/warehouse/disposal.ts'
import { discrepancyActions, discrepancyLooks, discrepancyState } from '#contract/supply/discrepancy.ts'
import { supplierReturnActions, supplierReturnLooks, supplierReturnState } from '#contract/warehouse/supplier-return.ts'
import { placeActions, placeLooks, placeState } from '#contract/warehouse/place.ts'
import { stockActions } from '#contract/warehouse/stock.ts'

export type Actions = Record<string, Omit<Action<{ state: string }>, 'unless'>>

/** A change of state without a button of its own. `by`: the file below `server/features/` that writes or computes the new word. */
type Step = { from: string; to: string; by: string }

/**
 * What is waited for in a state: a document that the home page lists for those who have to do something about it, a figure on that page, or
 * something that is nobody's work here.
 */
type Waited = { listed: readonly string[] } | { figure: string } | { nobody: string }

export type Life = {
  name: string
  states: readonly string[]
  /** Absent where no screen shows the state. */
  looks?: Record<string, StateLook>
  /** The states in which a row comes into being. */
  starts: readonly string[]
  actions?: Actions
  steps?: readonly Step[]
  /** Where the contract says which state may follow which, and one function of the server moves along it. */
  follows?: { life: Record<string, readonly string[]>; setter: string }
  /** States in which nothing has to happen, though it may. */
  rest: readonly string[]
  /** States in which something has to happen and no action of this life is awaited: who or what is waited for instead. */
  waits?: Record<string, Waited>
  /** States that no step writes, each with the reason. */
  unwritten?: Record<string, string>
  /** Columns of `server/db/column-types.ts` that hold these words. */
  columns?: readonly string[]
  /** Words of those columns that the screens never see: the states that they are shown as. */
  storedAs?: Record<string, readonly string[]>
}

const oneOfOthers = 'a state of other kinds of lot'

const inspectionOf = (side: 'raw' | 'bulk'): Life => ({
  name: `请验单 ${side}`,
  states: inspectionState.options,
  looks: inspectionStates,
  starts: ['requested'],
  actions: inspectionActions[side],
  rest: ['approved', 'returned', 'cancelled'],
  columns: ['inspection'],
})
const oosOf = (side: 'raw' | 'bulk'): Life => ({
  name: `检验结果调查 ${side}`,
  states: oosState.options,
  looks: oosLooks,
  starts: ['open'],
  actions: oosActions[side],
  steps: [{ from: 'invalidated', to: 'repeated', by: 'laboratory/inspection/record-results.ts' }],
  rest: ['corrected', 'repeated', 'accepted', 'confirmed'],
  // The analyst does the test again in the inspection itself.
  waits: { invalidated: { listed: ['原料请验单', '成品请验单'] } },
  columns: ['oosCase'],
})
const sampleOf = (side: 'raw' | 'bulk'): Life => ({
  name: `样品 ${side}`,
  states: sampleState.options,
  looks: sampleStates,
  starts: ['collected'],
  actions: sampleActions[side],
  steps: [
    { from: 'received', to: 'in_test', by: 'laboratory/inspection/begin-test.ts' },
    { from: 'in_test', to: 'tested', by: 'laboratory/inspection/approve-report.ts' },
    ...['collected', 'received', 'retained'].flatMap((from) =>
      ['returned', 'scrapped'].map((to) => ({ from, to, by: 'laboratory/inspection/give-back-samples.ts' })),
    ),
  ],
  // What is left after the report lies there until somebody disposes of it.
  rest: ['tested', 'lost', 'returned', 'scrapped', 'disposed'],
  waits: {
    received: { listed: [side === 'raw' ? '原料请验单' : '成品请验单'] },
    in_test: { listed: [side === 'raw' ? '原料请验单' : '成品请验单'] },
    insufficient: { listed: [side === 'raw' ? '原料请验单' : '成品请验单'] },
  },
  columns: ['sample'],
})
const requestOf = (side: 'raw' | 'bulk'): Life => ({
  name: `请验 ${side}`,
  states: ['waiting'],
  looks: requestableLooks,
  starts: ['waiting'],
  actions: requestActions[side],
  rest: [],
})
const boughtLot = (kind: 'raw' | 'auxiliary'): Life => ({
  name: `lot ${kind}`,
  states: lotState.options,
  looks: lotStates[kind],
  starts: ['quarantine'],
  follows: { life: lotLife[kind], setter: 'setLotState' },
  rest: ['released', 'rejected', 'reversed'],
  waits: {
    quarantine: { listed: kind === 'raw' ? ['原料批'] : ['原料批', '包材批'] },
    under_test: { listed: ['原料请验单', '已出报告的原料批'] },
    retest_due: { listed: kind === 'raw' ? ['原料批'] : ['原料批', '包材批'] },
  },
  unwritten: { conforming: oneOfOthers },
  columns: ['lot'],
})
const holdsOf = (side: 'raw' | 'pack'): Life => ({
  name: `holds ${side}`,
  states: ['free', 'held'],
  starts: ['free'],
  actions: stockActions[side],
  rest: ['free'],
  // A hold ends with its case, or by two persons when its reason is gone; how many there are is a figure of those who may lift it.
  waits: { held: { figure: side === 'raw' ? '冻结的原料批' : '冻结的成品批' } },
})
const registrationOf = (name: string, actions: Actions): Life => ({
  name: `registration ${name}`,
  states: registrationState.options,
  looks: registrationLooks,
  starts: ['unconfirmed'],
  actions,
  steps: [
    { from: 'unconfirmed', to: 'pending', by: 'people/registration/confirm-registration.ts' },
    { from: 'unconfirmed', to: 'lapsed', by: 'people/registration/lapse-registrations.ts' },
  ],
  rest: ['approved', 'refused', 'lapsed'],
  waits: { unconfirmed: { nobody: 'the applicant, who has a letter' } },
  columns: ['registration'],
})

/** Every life of the product. `lives.test.ts` holds that each is whole, and that no table of states or actions is missing here. */
export const everyLife: readonly Life[] = [
  {
    name: '影响评估',
    states: caseState.options,
    looks: caseLooks,
    starts: ['open'],
    actions: impactActions,
    rest: ['closed'],
    columns: ['qualityCase'],
  },
  {
    name: '召回',
    states: recallState.options,
    looks: recallLooks,
    // A drill is whole when it is written.
    starts: ['draft', 'closed'],
    actions: recallActions,
    rest: ['closed', 'withdrawn', 'cancelled'],
    columns: ['recallCase'],
  },
  {
    name: '盘点单',
    states: countState.options,
    looks: countLooks,
    starts: ['counting'],
    actions: countActions,
    rest: ['settled', 'cancelled'],
    columns: ['stocktake'],
  },
  {
    name: '盘点行',
    states: lineState.options,
    looks: lineLooks,
    starts: ['open'],
    steps: [
      ...['open', 'recount'].flatMap((from) =>
        ['recount', 'even', 'within', 'beyond']
          .filter((to) => to !== from)
          .map((to) => ({ from, to, by: 'warehouse/stocktake/count-line.ts' })),
      ),
      { from: 'beyond', to: 'adjusted', by: 'warehouse/stocktake/decide-line.ts' },
      { from: 'beyond', to: 'recount', by: 'warehouse/stocktake/decide-line.ts' },
      { from: 'within', to: 'adjusted', by: 'warehouse/stocktake/settle-count.ts' },
      ...['open', 'recount', 'even', 'within'].map((from) => ({ from, to: 'ended', by: 'warehouse/stocktake/settle-count.ts' })),
    ],
    rest: ['adjusted', 'ended'],
    waits: {
      open: { listed: ['盘点单'] },
      recount: { listed: ['盘点单'] },
      even: { listed: ['盘点单'] },
      within: { listed: ['盘点单'] },
      beyond: { listed: ['盘点单'] },
    },
    columns: ['stocktakeLine'],
  },
  {
    name: '处置单',
    states: disposalState.options,
    looks: disposalLooks,
    starts: ['proposed'],
    actions: disposalActions,
    rest: ['refused', 'cancelled', 'done'],
    columns: ['disposalCase'],
  },
  {
    name: '到货差异',
    states: discrepancyState.options,
    looks: discrepancyLooks,
    starts: ['open'],
    actions: discrepancyActions,
    steps: [
      { from: 'open', to: 'void', by: 'supply/purchase/open-discrepancies.ts' },
      { from: 'answered', to: 'void', by: 'supply/purchase/open-discrepancies.ts' },
      { from: 'closed', to: 'void', by: 'supply/purchase/open-discrepancies.ts' },
    ],
    rest: ['closed', 'void'],
    columns: ['receiptDiscrepancy'],
  },
  {
    name: '退供应商单',
    states: supplierReturnState.options,
    looks: supplierReturnLooks,
    starts: ['proposed'],
    actions: supplierReturnActions,
    // A confirmation may be taken back, and asks nothing of anybody.
    rest: ['refused', 'cancelled', 'declined', 'confirmed', 'back'],
    columns: ['supplierReturn'],
  },
  {
    name: '偏差与投诉',
    states: incidentState.options,
    looks: incidentLooks,
    starts: ['open'],
    actions: incidentActions,
    rest: ['closed', 'unfounded'],
    columns: ['incident'],
  },
  {
    name: '纠正预防措施',
    states: measureState.options,
    looks: measureLooks,
    starts: ['open'],
    steps: [
      { from: 'open', to: 'done', by: 'cases/incident/measures.ts' },
      { from: 'done', to: 'effective', by: 'cases/incident/measures.ts' },
      { from: 'done', to: 'open', by: 'cases/incident/measures.ts' },
      { from: 'open', to: 'cancelled', by: 'cases/incident/measures.ts' },
      { from: 'done', to: 'cancelled', by: 'cases/incident/measures.ts' },
    ],
    rest: ['effective', 'cancelled'],
    // Its owner has a message, and finds it among their own; quality assurance has its case.
    waits: { open: { listed: ['偏差与投诉'] }, done: { listed: ['偏差与投诉'] } },
    columns: ['incidentMeasure'],
  },
  {
    name: '采购单',
    states: purchaseState.options,
    looks: purchaseLooks,
    starts: ['draft'],
    actions: purchaseActions,
    rest: ['closed', 'cancelled'],
    columns: ['purchaseOrder'],
  },
  inspectionOf('raw'),
  inspectionOf('bulk'),
  requestOf('raw'),
  requestOf('bulk'),
  {
    name: '待包装的批次',
    states: ['waiting'],
    looks: unpackedLooks,
    starts: ['waiting'],
    actions: unpackedActions,
    rest: [],
  },
  {
    name: 'test record',
    states: testRecord.shape.state.options,
    starts: ['submitted'],
    steps: [
      { from: 'submitted', to: 'reviewed', by: 'laboratory/inspection/review-results.ts' },
      { from: 'submitted', to: 'returned', by: 'laboratory/inspection/review-results.ts' },
      { from: 'reviewed', to: 'returned', by: 'laboratory/inspection/review-results.ts' },
    ],
    rest: ['reviewed', 'returned'],
    waits: { submitted: { listed: ['原料请验单', '成品请验单'] } },
    columns: ['testRecord'],
  },
  sampleOf('raw'),
  sampleOf('bulk'),
  oosOf('raw'),
  oosOf('bulk'),
  {
    name: '稳定性考察方案',
    states: planState.options,
    looks: planLooks,
    starts: ['draft'],
    actions: planActions,
    steps: [{ from: 'approved', to: 'superseded', by: 'laboratory/stability/approve-plan.ts' }],
    rest: ['approved', 'superseded', 'ended', 'discarded'],
    columns: ['stabilityPlan'],
  },
  {
    name: '稳定性考察时间点',
    states: pointState.options,
    looks: pointLooks,
    starts: ['open'],
    actions: pointActions,
    steps: [
      { from: 'begun', to: 'done', by: 'laboratory/inspection/stability-points.ts' },
      { from: 'begun', to: 'open', by: 'laboratory/inspection/stability-points.ts' },
      { from: 'begun', to: 'dropped', by: 'laboratory/inspection/stability-points.ts' },
      { from: 'open', to: 'dropped', by: 'laboratory/stability/plan-points.ts' },
    ],
    rest: ['done', 'missed', 'dropped'],
    waits: { begun: { listed: ['成品请验单'] } },
    columns: ['stabilityPoint'],
  },
  {
    name: '检验报告',
    states: reportState.options,
    looks: reportLooks,
    starts: ['approved'],
    rest: ['approved', 'superseded'],
    steps: [
      { from: 'approved', to: 'superseded', by: 'laboratory/inspection/reissue-report.ts' },
      { from: 'approved', to: 'superseded', by: 'laboratory/inspection/reissue-reports.ts' },
    ],
    columns: ['report'],
  },
  {
    name: '原料放行',
    states: releaseState.options,
    looks: releaseStates,
    starts: ['pending'],
    actions: releaseActions,
    rest: ['released', 'rejected', 'withdrawn'],
    columns: ['releaseDecision'],
    storedAs: { '': ['pending'] },
  },
  {
    name: '检验不合格的成品批',
    states: Object.keys(failedBatchLooks),
    looks: failedBatchLooks,
    starts: ['approved'],
    actions: { reject: rejectBatchAction },
    rest: [],
  },
  {
    name: '判不合格（任一批次）',
    states: lotState.options,
    starts: ['quarantine', 'under_test', 'conforming', 'released', 'retest_due'],
    actions: { reject: rejectLotAction },
    rest: lotState.options,
    unwritten: { reversed: 'a lot that ended with its receipt was never used' },
  },
  {
    name: '质量标准',
    states: standardState.options,
    looks: standardLooks,
    starts: ['draft'],
    actions: standardActions,
    steps: [
      { from: 'coming', to: 'effective', by: 'laboratory/standard/queries.ts' },
      { from: 'effective', to: 'ended', by: 'laboratory/standard/queries.ts' },
    ],
    rest: ['coming', 'effective', 'ended', 'withdrawn', 'discarded'],
    columns: ['standardVersion'],
    storedAs: { approved: ['coming', 'effective', 'ended'] },
  },
  {
    name: '工艺规程',
    states: processState.options,
    looks: processLooks,
    starts: ['draft'],
    actions: processActions,
    steps: [
      { from: 'scheduled', to: 'effective', by: 'making/processing/list-processes.ts' },
      { from: 'effective', to: 'superseded', by: 'making/processing/list-processes.ts' },
    ],
    rest: ['scheduled', 'effective', 'superseded', 'void'],
    columns: ['processVersion'],
    storedAs: { approved: ['scheduled', 'effective', 'superseded'] },
  },
  {
    name: '物料、产品、包装规格、炮制方法',
    states: usageState.options,
    looks: usageLooks,
    starts: ['active'],
    actions: usageActions,
    rest: ['active', 'disabled'],
  },
  {
    name: '批生产指令',
    states: productionState.options,
    looks: productionLooks,
    starts: ['pending'],
    actions: productionActions,
    rest: ['reviewed', 'cancelled'],
    columns: ['productionOrder'],
  },
  {
    name: '包装指令',
    states: packagingState.options,
    looks: packagingLooks,
    starts: ['draft'],
    actions: packagingActions,
    rest: ['completed', 'cancelled'],
    columns: ['packagingOrder'],
  },
  {
    name: '追溯码',
    states: codeState.options,
    looks: codeLooks,
    starts: ['issued'],
    follows: { life: codeLife, setter: 'setCodeState' },
    rest: ['in_stock', 'shipped', 'sampled', 'repacked', 'voided', 'destroyed', 'missing'],
    waits: { issued: { listed: ['包装指令'] }, activated: { listed: ['成品批'] }, returned: { listed: ['退货单'] } },
    columns: ['codeSpan', 'codeEvent'],
  },
  boughtLot('raw'),
  boughtLot('auxiliary'),
  {
    name: '包材验收检验',
    states: ['waiting'],
    looks: acceptableLooks,
    starts: ['waiting'],
    actions: acceptanceActions,
    rest: [],
  },
  {
    name: 'lot bulk',
    states: lotState.options,
    looks: lotStates.bulk,
    starts: ['quarantine'],
    follows: { life: lotLife.bulk, setter: 'setLotState' },
    rest: ['rejected'],
    waits: {
      quarantine: { listed: ['成品批'] },
      under_test: { listed: ['成品请验单', '检验不合格的成品批'] },
      conforming: { listed: ['检验合格的成品批', '包装指令'] },
    },
    unwritten: { released: oneOfOthers, retest_due: oneOfOthers, reversed: oneOfOthers },
    columns: ['lot'],
  },
  {
    name: 'lot pack',
    states: lotState.options,
    looks: lotStates.pack,
    starts: ['quarantine'],
    actions: packLotActions,
    follows: { life: lotLife.pack, setter: 'setLotState' },
    rest: ['released', 'rejected'],
    unwritten: { under_test: oneOfOthers, conforming: oneOfOthers, retest_due: oneOfOthers, reversed: oneOfOthers },
    columns: ['lot'],
  },
  holdsOf('raw'),
  holdsOf('pack'),
  {
    name: '销售单',
    states: saleState.options,
    looks: saleLooks,
    starts: ['draft'],
    actions: saleActions,
    rest: ['delivered', 'partly_delivered', 'refused', 'cancelled'],
    columns: ['salesOrder'],
  },
  {
    name: 'picking',
    states: ['picked', 'checked', 'void'],
    starts: ['picked'],
    steps: [
      { from: 'picked', to: 'checked', by: 'selling/sale/check-sale.ts' },
      { from: 'picked', to: 'void', by: 'selling/sale/give-back-sale.ts' },
      { from: 'checked', to: 'void', by: 'selling/sale/give-back-sale.ts' },
    ],
    rest: ['checked', 'void'],
    waits: { picked: { listed: ['销售单'] } },
    columns: ['picking'],
  },
  {
    name: '发运单',
    states: ['shipped', 'delivered', 'partly_delivered', 'refused'],
    looks: {
      shipped: saleLooks.shipped,
      delivered: saleLooks.delivered,
      partly_delivered: saleLooks.partly_delivered,
      refused: saleLooks.refused,
    },
    starts: ['shipped'],
    steps: ['delivered', 'partly_delivered', 'refused'].map((to) => ({ from: 'shipped', to, by: 'selling/sale/deliver-sale.ts' })),
    rest: ['delivered', 'partly_delivered', 'refused'],
    waits: { shipped: { listed: ['销售单'] } },
    columns: ['shipment'],
  },
  {
    name: '退货单',
    states: returnState.options,
    looks: returnLooks,
    // What a customer refused needs nobody's consent, and what a recall brings back is there when it is written.
    starts: ['requested', 'awaited', 'received'],
    actions: returnActions,
    rest: ['closed', 'declined', 'cancelled'],
    waits: { destroying: { nobody: 'a disposal, which has its own record' } },
    columns: ['customerReturn'],
  },
  {
    name: '承运索赔',
    states: claimState.options,
    looks: claimLooks,
    starts: ['open'],
    actions: claimActions,
    rest: ['closed'],
    columns: ['carrierClaim'],
  },
  {
    name: '供应商',
    states: supplierState.options,
    looks: supplierLooks,
    starts: ['candidate'],
    actions: supplierActions,
    // By 变更, two persons and a day.
    steps: Object.entries(supplierChanges).flatMap(([from, states]) =>
      states.map((to) => ({ from, to, by: 'supply/supplier/change-state.ts' })),
    ),
    rest: ['qualified', 'suspended', 'removed'],
    columns: ['supplier'],
  },
  {
    name: '客户',
    states: customerState.options,
    looks: customerLooks,
    starts: ['active'],
    actions: customerActions,
    rest: ['active', 'inactive'],
  },
  {
    name: '账号',
    states: userState.options,
    looks: userLooks,
    starts: ['active'],
    actions: userActions,
    rest: ['active', 'disabled'],
    columns: ['account'],
  },
  registrationOf('of an enterprise', foundingActions),
  registrationOf('of a person', joiningActions),
  {
    name: '角色',
    states: roleState.options,
    looks: roleLooks,
    starts: ['built_in', 'own'],
    actions: roleActions,
    rest: ['built_in', 'own'],
  },
  {
    name: '账号口令确认',
    states: secretState.options,
    looks: secretLooks,
    starts: ['waiting', 'confirmed'],
    actions: secretActions,
    steps: [{ from: 'waiting', to: 'replaced', by: 'people/secret/set-secret.ts' }],
    rest: ['confirmed', 'replaced'],
    columns: ['secretConfirmation'],
  },
  {
    name: '授权提请',
    states: proposalState.options,
    looks: proposalLooks,
    starts: ['waiting'],
    actions: proposalActions,
    rest: ['approved', 'refused'],
    columns: ['rightsProposal'],
  },
  {
    name: '上岗授权',
    states: authorisationState.options,
    looks: authorisationLooks,
    starts: ['proposed'],
    actions: authorisationActions,
    steps: [
      { from: 'valid', to: 'replaced', by: 'people/authorisation/decide-authorisation.ts' },
      { from: 'suspended', to: 'replaced', by: 'people/authorisation/decide-authorisation.ts' },
    ],
    rest: ['refused', 'withdrawn', 'replaced'],
    columns: ['authorisation'],
  },
  {
    name: '代理',
    states: deputyState.options,
    looks: deputyLooks,
    starts: ['proposed'],
    actions: deputyActions,
    steps: [{ from: 'valid', to: 'over', by: 'people/deputy/queries.ts' }],
    rest: ['valid', 'over', 'refused', 'ended'],
    columns: ['deputy'],
    storedAs: { '': ['over'] },
  },
  {
    name: '培训记录',
    states: trainingStates,
    looks: trainingLooks,
    starts: ['kept'],
    actions: trainingActions,
    rest: ['kept', 'voided'],
  },
  {
    name: '接口令牌',
    states: tokenState.options,
    looks: tokenLooks,
    starts: ['active'],
    actions: tokenActions,
    steps: [
      { from: 'active', to: 'resting', by: 'people/token/queries.ts' },
      { from: 'active', to: 'expired', by: 'people/token/queries.ts' },
    ],
    rest: ['active', 'resting', 'expired', 'revoked'],
  },
  {
    name: '检验仪器',
    states: instrumentState.options,
    looks: instrumentLooks,
    starts: ['in_use'],
    actions: instrumentActions,
    rest: ['in_use', 'out_of_service'],
    columns: ['instrument', 'instrumentChange'],
  },
  {
    name: '设施设备',
    states: assetState.options,
    looks: assetLooks,
    starts: ['to_clean', 'clean'],
    actions: assetActions,
    steps: [
      ...['to_clean', 'clean'].map((from) => ({ from, to: 'clean', by: '../db/definitions/assets.sql' })),
      // The same batch goes on with what it used before.
      ...['clean', 'to_clean'].map((from) => ({ from, to: 'in_use', by: '../db/definitions/assets.sql' })),
      { from: 'in_use', to: 'to_clean', by: '../db/definitions/assets.sql' },
      { from: 'clean', to: 'to_clean', by: '../db/definitions/assets.sql' },
    ],
    rest: ['clean', 'out_of_service'],
    waits: {
      in_use: { listed: ['批生产指令', '包装指令'] },
      to_clean: { nobody: 'cleaned before the next batch, which the start asks for' },
    },
    columns: ['asset', 'assetChange'],
  },
  {
    name: '权限复核',
    states: reviewState.options,
    looks: reviewLooks,
    starts: ['open'],
    actions: reviewActions,
    rest: ['closed', 'cancelled'],
    columns: ['rightsReview'],
  },
  { name: '季度权限复核', states: ['due'], looks: reviewDueLooks, starts: ['due'], actions: reviewDueActions, rest: [] },
  ...(['raw', 'pack'] as const).map((side): Life => ({
    name: `养护 ${side}`,
    states: ['due'],
    looks: careLooks,
    starts: ['due'],
    actions: careActions[side],
    rest: [],
  })),
  {
    name: '温湿度监测点',
    states: climatePointState.options,
    looks: climatePointLooks,
    starts: ['due'],
    actions: climateActions,
    steps: [{ from: 'current', to: 'due', by: 'warehouse/climate/mark-due.ts' }],
    rest: ['current', 'disabled'],
    columns: ['climatePoint'],
  },
  {
    name: '清场合格证',
    states: clearanceState.options,
    looks: clearanceLooks,
    starts: ['valid'],
    actions: clearanceActions,
    steps: [{ from: 'valid', to: 'used', by: '../db/definitions/assets.sql' }],
    rest: ['valid', 'used', 'withdrawn'],
    columns: ['clearance'],
  },
  {
    name: '试剂与对照品',
    states: reagentState.options,
    looks: reagentLooks,
    starts: ['in_use'],
    actions: reagentActions,
    rest: ['in_use', 'used_up', 'discarded'],
    columns: ['reagentLot'],
  },
  {
    name: '委托检验机构',
    states: outsideLaboratoryState.options,
    looks: outsideLaboratoryLooks,
    starts: ['active'],
    actions: outsideLaboratoryActions,
    rest: ['active', 'inactive'],
  },
  {
    name: '库位',
    states: placeState.options,
    looks: placeLooks,
    starts: ['active'],
    actions: placeActions,
    rest: ['active', 'disabled'],
  },
  {
    name: '字典词条',
    states: dictionaryState.options,
    looks: dictionaryLooks,
    starts: ['active'],
    actions: dictionaryActions,
    rest: ['active', 'disabled'],
  },
  {
    name: '更正单',
    states: correctionState.options,
    looks: correctionLooks,
    starts: ['proposed'],
    actions: correctionActions,
    rest: ['approved', 'refused', 'cancelled'],
    columns: ['correction'],
  },
  {
    name: '变更',
    states: changeState.options,
    looks: changeLooks,
    starts: ['proposed'],
    actions: changeActions,
    steps: [
      { from: 'approved', to: 'in_force', by: 'cases/change/apply-changes.ts' },
      { from: 'approved', to: 'in_force', by: 'cases/change/carry-out-version.ts' },
      { from: 'approved', to: 'lapsed', by: 'cases/change/apply-changes.ts' },
    ],
    rest: ['in_force', 'refused', 'cancelled', 'lapsed'],
    columns: ['changeRequest'],
  },
]

/** Looks of the contract that are no life: results that stay as they are written, and what a day says. */
export const noLives: Record<string, string> = {
  auditResults: 'the result of an audit',
  incidentLevels: 'how grave a case is',
  noticeLooks: 'whether a customer answered, which is told by what they wrote',
  calibrationLooks: 'what the latest calibration says today',
  dueLooks: 'what the latest calibration or service of an asset says today',
  processHistoryLooks: 'the stored words of 工艺规程, for its history',
  receiptResults: 'the result of a receipt',
  stopOutcomes: 'how a provisional stop ended',
  signInEvents: 'how a sign-in ended',
  validityLooks: 'how near the end of a paper is today',
  verdictLooks: 'the result of a test',
}
