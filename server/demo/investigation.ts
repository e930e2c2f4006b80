import { present } from '#contract/kernel/certain.ts'
import { oosApi, oosLaboratoryApi } from '#contract/cases/oos-api.ts'
import type { OosChecklist, OosFinding } from '#contract/cases/oos.ts'
import { attachmentApi } from '#contract/office/attachment.ts'
import { demoPeople } from '#server/db/seed/roles.ts'
import { findingFor, type Finding } from './finding.ts'
import { meansAtHand } from './laboratory-means.ts'
import { signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/**
 * What becomes of the first measured item of a lot. It passes, it fails, it was mistyped, its test had an error and was done again, it keeps the standard
 * and not the firm's own limit, or it failed once and every retest passed.
 */
export type Course = 'pass' | 'fail' | 'mistyped' | 'repeated' | 'loose' | 'retested'

/** Who looks into a result, and who decides about it. */
const people = { analyst: 'jianyan', checker: 'fuhe', decider: 'qa' }

/** A checklist of the laboratory on which nothing is amiss. */
export const nothingAmiss: OosChecklist = {
  sample: { ok: true, note: '' },
  instrument: { ok: true, note: '' },
  calculation: { ok: true, note: '' },
  solutions: { ok: true, note: '' },
  calibration: { ok: true, note: '' },
  method: { ok: true, note: '' },
}

type Checked = { checklist: OosChecklist; finding: OosFinding; explanation: string; proofId?: string; corrected?: Finding }

/** The reviewer looks into a case, one thing after the other, and signs what they found. */
async function checked(as: As, caseId: string, found: Checked): Promise<number> {
  const checker = await as(people.checker)
  const opened = await checker.ask(oosApi.file, { id: caseId })
  const { case: row } = await checker.ask(oosLaboratoryApi[opened.case.side].check, {
    id: caseId,
    rowVersion: opened.case.rowVersion,
    ...found,
    signature: signed(),
  })
  return row.rowVersion
}

const noError = { checklist: nothingAmiss, finding: 'none' as const, explanation: '取样、仪器、计算、溶液与方法均未发现差错' }

async function decided(as: As, caseId: string, rowVersion: number, decision: 'confirmed' | 'accepted', conclusion: string): Promise<void> {
  await (await as(people.decider)).ask(oosApi.decide, { id: caseId, rowVersion, decision, conclusion, signature: signed() })
}

/** Has a failing value looked into by the reviewer, who finds no error, and confirmed by quality assurance. */
export async function confirmed(as: As, caseId: string): Promise<void> {
  const rowVersion = await checked(as, caseId, noError)
  await decided(as, caseId, rowVersion, 'confirmed', '经实验室调查，取样、仪器与计算均无差错，确认不合格')
}

/** The reading shows what was meant: the reviewer puts the value right beside the mistyped one. */
async function corrected(as: As, caseId: string): Promise<void> {
  const analyst = await as(people.analyst)
  const { case: row, item } = await analyst.ask(oosApi.file, { id: caseId })
  const value = findingFor(item, true)
  if ('words' in value) throw new Error(`${item.name} is not measured`)
  const read = 'raw' in value ? value.raw.flatMap((one) => Object.values(one)) : value.individual
  const name = '天平打印条.txt'
  const { digest } = await analyst.hand(attachmentApi.upload, { name }, `${row.requestNo} ${item.name} ${read.join(' ')}`)
  const { id: proofId } = await analyst.ask(attachmentApi.add, { of: 'inspection', id: row.inspectionId, digest, name, kind: '其他' })
  await checked(as, caseId, {
    checklist: { ...nothingAmiss, calculation: { ok: false, note: '录入值与天平打印条不一致' } },
    finding: 'slip',
    explanation: '天平打印条上的读数与录入值不同，按打印条更正',
    proofId,
    corrected: value,
  })
}

/** The oven was too hot: the value is invalid, and the test is done again. */
async function invalidated(as: As, caseId: string): Promise<void> {
  const rowVersion = await checked(as, caseId, {
    checklist: { ...nothingAmiss, instrument: { ok: false, note: '烘箱实测113 ℃，超出105±2 ℃' } },
    finding: 'laboratory_error',
    explanation: '烘箱温度记录显示干燥期间温度偏高，已停用待校准',
  })
  const reason = '烘箱温度偏高，结果不能代表样品'
  await (await as(people.decider)).ask(oosApi.invalidate, { id: caseId, rowVersion, reason, signature: signed() })
}

/** No error is found by the reviewer: the case waits for quality assurance. */
export const foundNoError = (as: As, caseId: string): Promise<number> => checked(as, caseId, noError)

/** No error is found, and quality assurance approves two retests by another analyst, who has not begun. */
export async function retestApproved(as: As, caseId: string) {
  const decider = await as(people.decider)
  const rowVersion = await foundNoError(as, caseId)
  const other = present((await decider.ask(oosApi.analysts, { id: caseId })).find(({ name }) => userNameOf(name) !== 'admin'))
  const approved = await decider.ask(oosApi.approveRetest, {
    id: caseId,
    rowVersion,
    retests: 2,
    analystId: other.id,
    reason: '未发现差错，由另一检验人用留存的复检样品检验两次',
    signature: signed(),
  })
  return { ...approved, analyst: await as(userNameOf(other.name)) }
}

/** The other analyst's retests both pass, and quality assurance accepts with the cause. */
async function retested(as: As, caseId: string): Promise<void> {
  const { analyst, ...approved } = await retestApproved(as, caseId)
  const value = findingFor(approved.item, true)
  const { case: row } = await analyst.ask(oosLaboratoryApi[approved.case.side].retest, {
    id: caseId,
    rowVersion: approved.case.rowVersion,
    values: [value, value],
    ...(await meansAtHand(analyst, approved.case.inspectionId))(approved.item),
    signature: signed(),
  })
  await decided(as, caseId, row.rowVersion, 'accepted', '两次复检均合格；原样品称样时吸湿，已查明原因')
}

const userNameOf = (name: string) => present(demoPeople.find((one) => one.name === name)).userName

/** Looks into a case as the course of its lot says. */
export async function lookedInto(as: As, caseId: string, course: Course): Promise<void> {
  if (course === 'mistyped') return corrected(as, caseId)
  if (course === 'repeated') return invalidated(as, caseId)
  if (course === 'retested') return retested(as, caseId)
  if (course !== 'loose') return confirmed(as, caseId)
  const rowVersion = await checked(as, caseId, noError)
  return decided(as, caseId, rowVersion, 'accepted', '符合法定标准；内控限度偏严，与近期雨季来料有关，已加强干燥监控')
}
