import { Decimal } from 'decimal.js'
import { elementAt, present } from '#contract/kernel/certain.ts'
import { oosApi, type OosChecklist } from '#contract/cases/oos.ts'
import { rawInspectionApi, bulkInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionSide, TestedItem } from '#contract/laboratory/inspection.ts'
import { releaseApi, type Checklist } from '#contract/release/raw-release.ts'
import { decimalsOf } from '#contract/kernel/exact-decimal.ts'
import { binIn } from './bin-in.ts'
import type { Person } from './person.ts'
import { secondPerson, signed, withQualityHead } from './person.ts'
import { receivedLot } from './purchase.ts'

type As = (userName: string) => Promise<Person>

/** Who does what in the laboratory of the demo factory. */
const people = {
  raw: 'cangku',
  bulk: 'shengchan',
  acceptor: 'zhuguan',
  sampler: 'quyang',
  witness: 'jianyan',
  analyst: 'jianyan',
  reviewer: 'fuhe',
  approver: 'zhuguan',
  decider: 'qa',
}

/** What a sampler writes down on an ordinary day; a batch keeps twice a test's need. */
export const sampleOf = (side: InspectionSide) => ({
  samplingPoint: '上、中、下三点',
  method: '采样器',
  place: '取样间',
  temperature: '22.5',
  humidity: '48',
  testNeed: '100',
  test: '100',
  recheck: '100',
  retention: side === 'raw' ? '100' : '200',
  fieldNote: '包装完好，色泽气味正常，无霉变虫蛀',
  resealed: true as const,
  signature: signed(),
})

/** A checklist on which nothing is amiss. */
export const allWell: Checklist = { label: 'yes', sampling: 'yes', storage: 'yes', records: 'yes', supplierReport: 'yes', quoted: 'na' }

/**
 * Believable parallels for an item, well within its limit or plainly outside. `lean`, between -1 and 1, says by how much a good one is better or worse
 * than usual.
 */
export function findingFor(item: TestedItem, pass: boolean, lean = 0): { individual: string[] } | { words: string } {
  if (item.op === 'qualitative') return { words: pass ? '符合规定' : '不符合规定' }
  if (item.op === 'absent') return { words: pass ? '未检出' : '检出' }
  // The two ends of a range, or the one number there is.
  const ends = item.op === 'range' ? item.limit.split('～') : [item.limit]
  const middle = new Decimal(elementAt(ends, 0)).plus(elementAt(ends, -1)).div(2)
  const factor = pass ? (item.op === 'ge' ? '1.12' : item.op === 'le' ? '0.82' : '1') : item.op === 'ge' ? '0.8' : '1.3'
  const value = middle.times(factor).times(pass ? 1 + lean * 0.08 : 1)
  const decimals = decimalsOf(elementAt(ends, 0)) + 1
  const step = new Decimal(10).pow(-decimals)
  return { individual: Array.from({ length: item.parallels }, (_, index) => value.plus(step.times(index)).toFixed(decimals)) }
}

/** Has a lot requested, accepted and sampled; answers with what the laboratory starts from. */
export async function sampled(as: As, lotId: string, side: InspectionSide): Promise<{ inspectionId: string; requestNo: string }> {
  const requester = await as(people[side])
  const api = side === 'raw' ? rawInspectionApi : bulkInspectionApi
  const { rows } = await requester.ask(api.lots, { lotId })
  const lot = rows[0]
  if (lot === undefined) throw new Error(`lot ${lotId} cannot be requested now`)
  const request = { lotId, standardVersionId: elementAt(lot.standards, 0).id, department: side === 'raw' ? '仓库' : '生产车间' }
  const { id, requestNo, isToxic } =
    side === 'raw'
      ? await requester.ask(rawInspectionApi.request, request)
      : await requester.ask(bulkInspectionApi.request, { ...request, packageCount: 8 })
  await (await as(people.acceptor)).ask(api.accept, { id })
  await (await as(people.sampler)).ask(api.sample, { id, ...sampleOf(side), ...(isToxic && { witness: secondPerson(people.witness) }) })
  return { inspectionId: id, requestNo }
}

/** A checklist of the laboratory on which nothing is amiss. */
export const nothingAmiss: OosChecklist = {
  sample: { ok: true, note: '' },
  instrument: { ok: true, note: '' },
  calculation: { ok: true, note: '' },
  solutions: { ok: true, note: '' },
  calibration: { ok: true, note: '' },
  method: { ok: true, note: '' },
}

/** Has a failing value looked into by the reviewer, who finds no error, and confirmed by quality assurance. */
export async function confirmed(as: As, caseId: string): Promise<void> {
  const checker = await as(people.reviewer)
  const opened = await checker.ask(oosApi.file, { id: caseId })
  const explanation = '取样、仪器、计算、溶液与方法均未发现差错'
  const checked = await checker.ask(oosApi.check, {
    id: caseId,
    rowVersion: opened.case.rowVersion,
    checklist: nothingAmiss,
    finding: 'none',
    explanation,
    signature: signed(),
  })
  await (
    await as(people.decider)
  ).ask(oosApi.decide, {
    id: caseId,
    rowVersion: checked.case.rowVersion,
    decision: 'confirmed',
    conclusion: '经实验室调查，取样、仪器与计算均无差错，确认不合格',
    signature: signed(),
  })
}

/** Has the laboratory test a sampled lot. With `fail` the first measured item misses its limit. */
export async function tested(
  as: As,
  inspectionId: string,
  side: InspectionSide,
  outcome: 'pass' | 'fail' = 'pass',
  lean = 0,
): Promise<void> {
  const api = side === 'raw' ? rawInspectionApi : bulkTestApi
  const analyst = await as(people.analyst)
  const { items } = await analyst.ask(api.file, { id: inspectionId })
  const failing = items.find((item) => item.op === 'le' || item.op === 'ge') ?? elementAt(items, 0)
  const results = items.map((item) => ({ itemId: item.id, revision: 0, ...findingFor(item, outcome === 'pass' || item !== failing, lean) }))
  const { oosCases } = await analyst.ask(api.record, { id: inspectionId, results })
  for (const { id } of oosCases) await confirmed(as, id)
  await analyst.ask(api.submit, { id: inspectionId, signature: signed() })
}

/** Has the laboratory test, review and approve a sampled lot. */
export async function reported(
  as: As,
  inspectionId: string,
  side: InspectionSide,
  outcome: 'pass' | 'fail' = 'pass',
  lean = 0,
): Promise<{ reportId: string; reportNo: string }> {
  const api = side === 'raw' ? rawInspectionApi : bulkTestApi
  await tested(as, inspectionId, side, outcome, lean)
  await (await as(people.reviewer)).ask(api.review, { id: inspectionId, signature: signed() })
  const { reportId, reportNo } = await (
    await as(people.approver)
  ).ask(api.approve, {
    id: inspectionId,
    signature: signed('同意'),
  })
  return { reportId: present(reportId), reportNo: present(reportNo) }
}

/** Takes a lot from its request to the approved report. */
export async function inspect(as: As, lotId: string, { side, outcome = 'pass' }: { side: InspectionSide; outcome?: 'pass' | 'fail' }) {
  const { inspectionId, requestNo } = await sampled(as, lotId, side)
  return { inspectionId, requestNo, ...(await reported(as, inspectionId, side, outcome)) }
}

/** Has quality assurance release a reported raw lot into the first bin of the released zone. */
export async function release(
  as: As,
  reportId: string,
  options: { restriction?: string } = {},
): Promise<{ releaseNo: string; retestOn: string }> {
  const decider = await as(people.decider)
  const { latestRetestOn, release } = await decider.ask(releaseApi.file, { id: reportId })
  const placeId = await binIn(decider, 'released', release)
  const released = await decider.ask(releaseApi.release, {
    id: reportId,
    checklist: allWell,
    retestOn: latestRetestOn,
    placeId,
    ...options,
    signature: signed(),
  })
  return { releaseNo: present(released.releaseNo), retestOn: latestRetestOn }
}

/** A raw lot that was bought, received, inspected and released; `options` are those of `receivedLot`. */
export async function releasedLot(as: As, options?: Parameters<typeof receivedLot>[1]) {
  const received = await receivedLot(as, options)
  const inspected = await inspect(as, received.lotId, { side: 'raw' })
  return { ...received, ...inspected, ...(await release(as, inspected.reportId)) }
}

/** Has quality assurance reject a raw lot whose report does not conform. */
export async function reject(as: As, reportId: string): Promise<{ releaseNo: string }> {
  const decider = await as(people.decider)
  const { release } = await decider.ask(releaseApi.file, { id: reportId })
  const placeId = await binIn(decider, 'rejected', release)
  const { releaseNo } = await decider.ask(releaseApi.reject, {
    id: reportId,
    basis: '检验不符合规定，OOS确认不合格',
    placeId,
    ...withQualityHead(),
  })
  return { releaseNo: present(releaseNo) }
}

/** A raw lot that was inspected, found wanting, and rejected. */
export async function rejectedLot(as: As, options?: Parameters<typeof receivedLot>[1]) {
  const received = await receivedLot(as, options)
  const inspected = await inspect(as, received.lotId, { side: 'raw', outcome: 'fail' })
  return { ...received, ...inspected, ...(await reject(as, inspected.reportId)) }
}

/** Has quality assurance reject a bulk batch whose report does not conform. */
export async function rejectBatch(as: As, inspectionId: string): Promise<{ releaseNo: string }> {
  const decider = await as(people.decider)
  return decider.ask(releaseApi.rejectBatch, {
    id: inspectionId,
    basis: '检验不符合规定，OOS确认不合格',
    placeId: await binIn(decider, 'rejected', { code: 'C' }),
    ...withQualityHead(),
  })
}
