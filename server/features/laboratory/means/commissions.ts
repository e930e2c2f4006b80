import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { Valued } from './write-means.ts'

/** Whose report a commissioned result comes from: a laboratory of the register, accredited for the item on the day of the report. */
type Commission = {
  laboratoryId: string
  name: string
  accreditationNo: string
  validUntil: string
  reportedOn: string
  certificateId: string
}

/** The commission of each value that has one, checked; in the order of the values. */
export async function checkedCommissions(
  tx: Tx,
  { inspectionId, sampledOn }: { inspectionId: string; sampledOn: string },
  values: readonly Valued[],
): Promise<readonly (Commission | null)[]> {
  const given = values.flatMap(({ given: { commission } }) => (commission === undefined ? [] : [commission]))
  if (given.length === 0) return values.map(() => null)
  const laboratories = await tx
    .selectFrom('outsideLaboratory')
    .select(['id', 'name', 'accreditationNo', 'scope', 'validFrom', 'validUntil', 'isActive'])
    .where(
      'id',
      'in',
      given.map(({ laboratoryId }) => laboratoryId),
    )
    .execute()
  const certificates = await tx
    .selectFrom('attachment')
    .select('id')
    .where('ownerTable', '=', 'inspection')
    .where('ownerId', '=', inspectionId)
    .where(
      'id',
      'in',
      given.map(({ certificateId }) => certificateId),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attachmentVoid')
            .select('attachmentId')
            .whereRef('attachmentVoid.enterpriseId', '=', 'attachment.enterpriseId')
            .whereRef('attachmentVoid.attachmentId', '=', 'attachment.id'),
        ),
      ),
    )
    .execute()
  return values.map(({ item, given: { commission }, at }) => {
    if (commission === undefined) return null
    const { laboratoryId, reportedOn, certificateId } = commission
    const laboratory = laboratories.find(({ id }) => id === laboratoryId)
    if (laboratory === undefined || !laboratory.isActive || ![item.name, item.method].some((one) => laboratory.scope.includes(one)))
      throw new Refusal('laboratory_out_of_scope', [
        { path: `${at}.commission.laboratoryId`, message: `${item.name}：${laboratory?.name ?? '所选机构'}的认可范围中没有该项目或方法` },
      ])
    if (reportedOn < laboratory.validFrom || reportedOn > laboratory.validUntil)
      throw new Refusal('laboratory_over', [
        {
          path: `${at}.commission.reportedOn`,
          message: `${item.name}：${laboratory.name}的认可有效期是 ${laboratory.validFrom} 至 ${laboratory.validUntil}`,
        },
      ])
    const today = dayInShanghai(tx.now())
    if (reportedOn > today || reportedOn < sampledOn)
      throw new Refusal('invalid_input', [
        {
          path: `${at}.commission.reportedOn`,
          message: `${item.name}：${reportedOn > today ? '报告日期不能晚于今天' : `报告日期不能早于取样日期 ${sampledOn}`}`,
        },
      ])
    if (!certificates.some(({ id }) => id === certificateId))
      throw new Refusal('certificate_missing', [
        { path: `${at}.commission.certificateId`, message: `${item.name}：请选择附在本检验上的检验报告` },
      ])
    return {
      laboratoryId,
      name: laboratory.name,
      accreditationNo: laboratory.accreditationNo,
      validUntil: laboratory.validUntil,
      reportedOn,
      certificateId,
    }
  })
}

type Quoted = { source: string; referenceNo: string; individual: readonly string[]; words: string }

/** Refuses a quoted result whose report is not an approved one of the lot itself, or of one that it was made of, and one that the report does not say. */
export async function refuseUnknownQuotes(
  tx: Tx,
  lotId: string,
  values: readonly { item: { name: string; unit: string }; given: Quoted; at: string }[],
) {
  for (const { item, given, at } of values) {
    if (given.source !== 'quoted') continue
    const { rows } = await sql<{ may: boolean; said: string[] }>`
      select may_be_quoted(${lotId}::uuid, ${given.referenceNo}) as may, results_in_report(${given.referenceNo}, ${item.name}) as said`.execute(
      tx,
    )
    const { may, said } = only(rows)
    if (!may)
      throw new Refusal('quoted_report_unknown', [
        { path: `${at}.referenceNo`, message: `${item.name}：没有这张报告，或它不是本批和来源批的` },
      ])
    const values = given.individual.join('，')
    if (!said.some((one) => [given.words, values, `${values}${item.unit}`].includes(one)))
      throw new Refusal('quoted_value_differs', [
        {
          path: `${at}.${given.words === '' ? 'individual' : 'words'}`,
          message: `${item.name}：报告 ${given.referenceNo} ${said.length === 0 ? '没有这个项目' : `的结果是 ${said.join('、')}`}`,
        },
      ])
  }
}

/** Keeps whose report each commissioned result comes from. */
export async function writeCommissions(
  tx: Tx,
  actor: Actor,
  commissions: readonly { resultId: string; commission: Commission }[],
): Promise<void> {
  if (commissions.length === 0) return
  await tx
    .insertInto('resultCommission')
    .values(
      commissions.map(({ resultId, commission: { laboratoryId, accreditationNo, validUntil, reportedOn, certificateId } }) => ({
        enterpriseId: actor.enterpriseId,
        testResultId: resultId,
        laboratoryId,
        accreditationNo,
        validUntil,
        reportedOn,
        certificateId,
      })),
    )
    .execute()
}
