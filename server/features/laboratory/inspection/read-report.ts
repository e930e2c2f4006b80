import { sql, type RawBuilder } from 'kysely'
import { elementAt } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { reportReaders, type Report, type reportApi } from '#contract/laboratory/report.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const reportNoOf = (which: RawBuilder<unknown>) =>
  sql<string | null>`(select r.report_no from report r where r.enterprise_id = report.enterprise_id and ${which})`

/** Why a report took another one's place: the reason of whoever issued it anew, or of the correction behind it. */
const whyReissued = sql<string | null>`coalesce(report.reissue_reason, correction.correction_no || '：' || correction.reason)`

/** Versions of reports with who issued them and why. */
const versions = (tx: Tx) =>
  tx
    .selectFrom('report')
    .leftJoin('correction', (join) =>
      join.onRef('correction.enterpriseId', '=', 'report.enterpriseId').onRef('correction.id', '=', 'report.correctionId'),
    )
    .innerJoin('account as approver', (join) =>
      join.onRef('approver.enterpriseId', '=', 'report.enterpriseId').onRef('approver.id', '=', 'report.approvedBy'),
    )
    .leftJoin('account as second', (join) =>
      join.onRef('second.enterpriseId', '=', 'report.enterpriseId').onRef('second.id', '=', 'report.reissueSecondBy'),
    )
    .select(['report.reportNo', 'report.version', 'approver.name as approver', 'second.name as second', 'report.approvedAt as at'])
    .select(sql<string>`coalesce(${whyReissued}, '')`.as('reason'))

/** Every version of the report of an inspection, the first one first. */
export const reportsOf = (tx: Tx, inspectionId: string): Promise<InspectionFile['reports']> =>
  versions(tx).select(['report.id', 'report.state']).where('report.inspectionId', '=', inspectionId).orderBy('report.version').execute()

/** A report with what was signed: the record by analyst and reviewer, the sheet by the approver. */
export const readReport: Handler<typeof reportApi.read> = async (tx, actor, { id }) => {
  if (!reportReaders.some((code) => actor.rights.includes(code)))
    throw new Refusal('no_permission', [{ path: '', message: elementAt(reportReaders, 0) }])
  const found = await tx
    .selectFrom('report')
    .leftJoin('correction', (join) =>
      join.onRef('correction.enterpriseId', '=', 'report.enterpriseId').onRef('correction.id', '=', 'report.correctionId'),
    )
    .select(['report.id', 'report.reportNo', 'report.version', 'report.state', 'report.conforms', 'report.testRecordId'])
    .select([reportNoOf(sql`r.id = report.replaces_id`).as('replaces'), whyReissued.as('replacedWhy')])
    // The sheet is signed and keeps the words of its day.
    .select(sql<Report['sheet']>`jsonb_set(sheet, '{side}', to_jsonb(present_word('inspection', 'side', sheet ->> 'side')))`.as('sheet'))
    .where('report.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  const signatures = await sql<Report['signatures'][number]>`
    select signer_name, meaning, comment, signed_at, signature_holds(signature) as holds, signature_superseded(signature) as superseded_by from signature
    where record_table = any(table_names('report')) and record_id = ${id}::uuid or record_table = any(table_names('test_record')) and record_id = ${found.testRecordId}::uuid
    order by signed_at, signature.id`.execute(tx)
  const { testRecordId: _, ...report } = found
  return {
    ...report,
    replacedBy: (await versions(tx).where('report.replacesId', '=', id).executeTakeFirst()) ?? null,
    signatures: signatures.rows,
  }
}
