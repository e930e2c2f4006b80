import { valueIn } from '#contract/kernel/certain.ts'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { inspectionActions, type InspectionRow, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { besideTheLot, requestKinds } from '#contract/laboratory/request.ts'
import { printedResult, resultSources, verdictLooks } from '#contract/laboratory/test-result.ts'
import { openOosStates } from '#contract/cases/oos.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { concludeReport, type Concluded } from '#contract/laboratory/conclude.ts'
import { verdictWords, type ReportSheet } from '#contract/laboratory/report.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { setLotState, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { refuseHeld } from '#server/features/warehouse/lot/standing.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { inspectionFileOf } from './queries.ts'
import { reviewedRecord } from './review-results.ts'
import { finishPoint } from './stability-points.ts'
import { advanceInspection, takeInspection } from './take-inspection.ts'
import { currentResults } from './written-results.ts'

/**
 * 批准报告: neither analyst nor reviewer, the approver signs the report. Its conclusion is computed: with a failing item it
 * can only be 不符合规定. A conforming batch may now be packed (domain §2.7).
 */
export const approveReport =
  (side: InspectionSide): Handler<typeof rawInspectionApi.approve> =>
  async (tx, actor, { id, signature }) => {
    const { inspection, lot } = await takeInspection(tx, actor, side, 'approve', id)
    const file = await inspectionFileOf(tx, side, id)
    const record = await reviewedRecord(tx, id)
    const conforms = record.verdict === 'PASS'
    await refuseOpenCases(tx, lot)
    const isDecisive = !besideTheLot.includes(inspection.requestKind)
    if (side === 'bulk' && conforms && isDecisive && lot.state !== 'rejected') await refuseHeld(tx, lot, 'lot')

    const now = tx.now()
    const conclusion = concludeReport(file, currentResults(file), conforms)
    const sheet = await composeSheet(tx, actor, {
      file,
      conclusion,
      lot,
      analystIds: record.analystIds,
      reviewedBy: record.reviewedBy,
      reportedOn: dayInShanghai(now),
    })
    const reportNo = await nextDocumentNo(tx, 'BG', sheet.reportedOn)
    const report = await tx
      .insertInto('report')
      .values({
        enterpriseId: actor.enterpriseId,
        reportNo,
        inspectionId: id,
        lotId: lot.id,
        testRecordId: record.id,
        conforms,
        sheet: JSON.stringify(sheet),
        analystIds: record.analystIds,
        reviewedBy: record.reviewedBy,
        approvedBy: actor.id,
        approvedAt: now.toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sign(tx, actor, signature, { meaning: inspectionActions[side].approve.signs, table: 'report', id: report.id })
    await writeCustomerVerdicts(tx, actor, { reportId: report.id, lotId: lot.id }, conclusion.concluded)

    await endTest(tx, id)
    await finishPoint(tx, id)
    // A batch that was rejected meanwhile stays rejected, whatever was found.
    if (side === 'bulk' && conforms && isDecisive && lot.state !== 'rejected') await setLotState(tx, lot, 'conforming')
    await recordTrace(tx, actor, [
      {
        lotId: lot.id,
        kind: 'reported',
        occurredAt: now.toISOString(),
        documentNo: reportNo,
        // What customers sent back, and what is kept, is tested for the house: the report of the batch is another.
        publicFacts: isForTheHouse(inspection) ? {} : publicFacts(reportNo, sheet, conforms),
      },
    ])
    if (isForTheHouse(inspection)) await notify(tx, actor, testedForTheHouse(inspection, conforms))
    else await notify(tx, actor, isDecisive || !conforms ? nextDuty(side, conforms, lot) : investigated(side, lot))
    return advanceInspection(tx, inspection, 'approve')
  }

/** The report ends the test of its samples; what is left of them is disposed of. */
const endTest = (tx: Tx, inspectionId: string) =>
  tx
    .updateTable('sample')
    .set({ state: 'tested' })
    .where('samplingId', 'in', (eb) => eb.selectFrom('sampling').select('sampling.id').where('inspectionId', '=', inspectionId))
    .where('state', 'in', ['received', 'in_test'])
    .execute()
/** What the customers' standards say: a lot that misses one is kept from that customer, and from no other. */
async function writeCustomerVerdicts(tx: Tx, actor: Actor, of: { reportId: string; lotId: string }, concluded: readonly Concluded[]) {
  const verdicts = concluded.flatMap(({ customerId, versionId, conforms }) =>
    customerId === null ? [] : [{ enterpriseId: actor.enterpriseId, ...of, customerId, standardVersionId: versionId, conforms }],
  )
  if (verdicts.length > 0) await tx.insertInto('customerVerdict').values(verdicts).execute()
}

/** Refused with `oos_open` while a value of the lot is looked into, in whichever of its inspections. */
async function refuseOpenCases(tx: Tx, lot: Lot) {
  const open = await tx
    .selectFrom('oosCase')
    .select('id')
    .where('lotId', '=', lot.id)
    .where('state', 'in', openOosStates)
    .executeTakeFirst()
  if (open !== undefined) throw new Refusal('oos_open')
}

type Facts = {
  file: InspectionFile
  conclusion: ReturnType<typeof concludeReport>
  lot: Lot
  analystIds: string[]
  reviewedBy: string
  reportedOn: string
}

/** The 检验报告书 as it will be printed: the lot, its items with their results, the conclusion and the persons. */
async function composeSheet(
  tx: Tx,
  actor: Actor,
  { file, conclusion: { basis, decided, gaps, others, conclusion }, lot, analystIds, reviewedBy, reportedOn }: Facts,
): Promise<ReportSheet> {
  const enterprise = await tx
    .selectFrom('enterprise')
    .select(['name', 'licenceNo'])
    .where('id', '=', actor.enterpriseId)
    .executeTakeFirstOrThrow()
  const people = await tx
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', 'in', [...analystIds, reviewedBy])
    .execute()
  const nameById = new Map(people.map((person) => [person.id, person.name]))
  const nameOf = (id: string) => valueIn(nameById, id)
  const results = currentResults(file)
  const confirmed = new Set(file.oosCases.flatMap(({ itemId, state }) => (state === 'confirmed' ? [itemId] : [])))
  const { inspection, acceptedAt } = file
  if (acceptedAt === null) throw new Refusal('wrong_state')
  return {
    enterprise: enterprise.name,
    licenceNo: enterprise.licenceNo,
    side: inspection.side,
    name: lot.name,
    lotNo: lot.lotNo,
    spec: file.spec,
    origin: file.origin,
    supplier: file.supplier,
    quantity: inspection.lotQuantity,
    packageCount: inspection.packageCount,
    bornOn: lot.bornOn,
    expiresOn: lot.expiresOn,
    requestKind: requestKinds[inspection.requestKind],
    receivedOn: dayInShanghai(new Date(acceptedAt)),
    reportedOn,
    basis,
    // An optional item that was not tested is not on the report.
    items: decided.flatMap((item) => {
      const result = results.get(item.id)
      if (result === undefined) return []
      const source =
        result.source === 'measured'
          ? ''
          : `${resultSources[result.source]} ${result.laboratory} ${result.referenceNo}`.replaceAll(/ +/g, ' ')
      return [
        {
          group: item.group,
          name: item.name,
          specText: item.specText,
          result: printedResult(item, result),
          verdict: confirmed.has(item.id) ? 'FAIL' : result.verdict,
          source,
        },
      ]
    }),
    conclusion,
    gaps,
    others,
    remark: '',
    analysts: analystIds.map(nameOf),
    reviewer: nameOf(reviewedBy),
    approver: actor.name,
  }
}

/** What a person who scans a pack may read: the items in plain words, no person and no internal limit. */
export const publicFacts = (reportNo: string, sheet: ReportSheet, conforms: boolean) => ({
  reportNo,
  conforms,
  verdict: verdictWords(conforms, sheet.gaps).replace('结果', ''),
  standard: sheet.basis,
  reportedOn: sheet.reportedOn,
  items: sheet.items.map(({ name, specText, result, verdict }) => ({
    item: name,
    spec: specText,
    result,
    verdict: verdictLooks[verdict].label,
  })),
})

/** An investigation that the lot passes is told to who asked for it. */
const investigated = (side: InspectionSide, lot: Lot) =>
  ({
    duty: '13:decide',
    title: `${lot.name} ${lot.lotNo} 调查检验符合规定`,
    page: side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-zhijian',
    q: lot.lotNo,
  }) as const

const isForTheHouse = ({ requestKind }: InspectionRow) => requestKind === 'return' || requestKind === 'stability'

/** What was found of a return, or at a time point of a stability test, is told to who decides about it. */
const testedForTheHouse = ({ lotName, lotNo, requestNo, requestKind }: InspectionRow, conforms: boolean) =>
  ({
    duty: '13:decide',
    title: `${lotName} ${lotNo} ${requestKinds[requestKind]}${conforms ? '符合规定' : '不符合规定'}，待处理`,
    page: '/yinpian-zhijian',
    q: requestNo,
  }) as const

/** The message to the person who works on the lot next. */
function nextDuty(side: InspectionSide, conforms: boolean, lot: Lot) {
  const what = `${lot.name} ${lot.lotNo}`
  if (side === 'raw')
    return {
      duty: '13:decide',
      title: `${what} 检验报告已批准，待放行决定`,
      page: '/yuanliao-fangxing',
      q: lot.lotNo,
      about: { table: 'lot', id: lot.id, asks: 'decide' },
    } as const
  if (conforms)
    return {
      duty: '18:create',
      title: `${what} 检验合格，可以包装`,
      page: '/yinpian-baozhuang',
      at: { view: 'create', lot: lot.id },
      about: { table: 'lot', id: lot.id, asks: 'pack' },
    } as const
  return {
    duty: '13:decide',
    title: `${what} 检验不符合规定，待判定不合格`,
    page: '/yinpian-zhijian',
    q: lot.lotNo,
    about: { table: 'lot', id: lot.id, asks: 'decide' },
  } as const
}
