import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { inspectionActions, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { reportSheet, type ReportHeading } from '#contract/laboratory/report.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { publicFacts } from './approve-report.ts'
import { advanceInspection, takeInspection } from './take-inspection.ts'

/**
 * 换发报告: the heading or the remark of a report holds a slip. The next version takes its place, signed by an approver and by quality assurance, neither
 * of whom tested or reviewed it; what was found stays word for word. A fact that the record has wrong as well is corrected there, which issues the report
 * anew by itself.
 */
export const reissueReport =
  (side: InspectionSide): Handler<typeof rawInspectionApi.reissue> =>
  async (tx, actor, { id, reportId, heading, reason, signature, second }) => {
    const { inspection, lot } = await takeInspection(tx, actor, side, 'reissue', id)
    if (inspection.reportId !== reportId) throw new Refusal('stale')
    const { sheet, ...standing } = await lockReport(tx, reportId)
    refuseHeading(side, heading, reportSheet.parse(sheet))
    const signer = await proveSigner(actor, signature)
    const other = await proveSecond(actor, second, '13:decide')
    if ([...standing.analystIds, standing.reviewedBy].includes(other.id))
      throw new Refusal('analyst_approves', [{ path: 'second.userName', message: '换发审核人不能是该检验的检验人或复核人' }])

    const now = tx.now()
    const reissued = { ...sheet, ...heading, reportedOn: dayInShanghai(now), approver: actor.name }
    const { reportNo: replaces, version, ...kept } = standing
    const reportNo = await nextDocumentNo(tx, 'BG', reissued.reportedOn)
    const { id: newId } = await tx
      .insertInto('report')
      .values({
        ...kept,
        enterpriseId: actor.enterpriseId,
        reportNo,
        version: version + 1,
        sheet: JSON.stringify(reissued),
        approvedBy: actor.id,
        approvedAt: now.toISOString(),
        replacesId: reportId,
        reissueReason: reason,
        reissueSecondBy: other.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('report').set({ state: 'superseded' }).where('id', '=', reportId).execute()
    const signed = { table: 'report', id: newId }
    await writeSignatures(tx, [
      { signer, ...signed, meaning: inspectionActions[side].reissue.signs },
      { signer: other, ...signed, meaning: '换发审核' },
    ])
    await recordTrace(tx, actor, [
      {
        lotId: lot.id,
        kind: 'reported',
        occurredAt: now.toISOString(),
        documentNo: reportNo,
        publicFacts: publicFacts(reportNo, reportSheet.parse(reissued), standing.conforms),
        privateFacts: { replaces, reason },
      },
    ])
    return advanceInspection(tx, inspection, 'reissue')
  }

/** The report as it was signed, not as a later edition of the program reads it: what is not changed stays to the letter. */
const lockReport = (tx: Tx, id: string) =>
  tx
    .selectFrom('report')
    .select(['reportNo', 'version', 'sheet', 'inspectionId', 'lotId', 'testRecordId', 'conforms', 'analystIds', 'reviewedBy'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Refuses what changes nothing (`report_unchanged`) and a sender who is missing or does not belong there (`report_unnamed`). */
function refuseHeading(side: InspectionSide, heading: ReportHeading, was: ReportHeading): void {
  if ((heading.supplier === '') === (side === 'raw'))
    throw new Refusal('report_unnamed', [
      { path: 'heading.supplier', message: side === 'raw' ? '请填写供货单位' : '自制的批次没有供货单位' },
    ])
  if (keysOf(heading).every((field) => heading[field] === was[field])) throw new Refusal('report_unchanged')
}
