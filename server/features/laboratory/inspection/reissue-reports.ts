import { sql } from 'kysely'
import { reissueMeaning } from '#contract/cases/correction.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { reportSheet, type ReportSheet } from '#contract/laboratory/report.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { ApprovedCorrection } from '#kernel/correction.ts'
import { nextDocumentNo } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { recordTrace } from '#server/features/tracing/trace/record-trace.ts'
import { publicFacts } from './approve-report.ts'

/**
 * Issues the standing reports of a lot anew where a correction changes what they print: version n+1, signed by the approver of the
 * correction, in the place of the old one, which is superseded. The results stay those of the analysts, so none of them may approve it.
 */
export async function reissueReports(
  tx: Tx,
  actor: Actor,
  lotId: string,
  correction: ApprovedCorrection,
  edit: (sheet: ReportSheet) => ReportSheet,
): Promise<void> {
  const standing = await tx
    .selectFrom('report')
    .select(['id', 'reportNo', 'inspectionId', 'testRecordId', 'version', 'conforms', 'analystIds', 'reviewedBy'])
    .select(sql<ReportSheet>`jsonb_set(sheet, '{side}', to_jsonb(present_word('inspection', 'side', sheet ->> 'side')))`.as('sheet'))
    .where('lotId', '=', lotId)
    .where('state', '=', 'approved')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, reportNo, sheet, version, ...report } of standing) {
    const was = reportSheet.parse(sheet)
    const corrected = edit(was)
    if (JSON.stringify(corrected) === JSON.stringify(was)) continue
    if ([...report.analystIds, report.reviewedBy].includes(actor.id))
      throw new Refusal('analyst_approves', [{ path: '', message: `报告 ${reportNo} 须换发，请由未参与该检验的人批准` }])
    const now = tx.now()
    const reissued = { ...corrected, reportedOn: dayInShanghai(now), approver: actor.name }
    const newNo = await nextDocumentNo(tx, 'BG', reissued.reportedOn)
    const { id: newId } = await tx
      .insertInto('report')
      .values({
        ...report,
        enterpriseId: actor.enterpriseId,
        reportNo: newNo,
        lotId,
        version: version + 1,
        sheet: JSON.stringify(reissued),
        approvedBy: actor.id,
        approvedAt: now.toISOString(),
        replacesId: id,
        correctionId: correction.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('report').set({ state: 'superseded' }).where('id', '=', id).execute()
    await sign(tx, actor, correction.signature, { meaning: reissueMeaning, table: 'report', id: newId })
    await recordTrace(tx, actor, [
      {
        lotId,
        kind: 'reported',
        occurredAt: now.toISOString(),
        documentNo: newNo,
        publicFacts: publicFacts(newNo, reissued, report.conforms),
        privateFacts: { replaces: reportNo, correction: correction.correctionNo },
      },
    ])
  }
}
