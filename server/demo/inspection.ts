import { elementAt, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { rawInspectionApi, bulkInspectionApi, bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import { staleResults } from '#contract/laboratory/counting-results.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { releaseApi, type Checklist } from '#contract/release/raw-release.ts'
import { binIn } from './bin-in.ts'
import { betweenLimits, findingFor } from './finding.ts'
import { lookedInto, type Course } from './investigation.ts'
import { commissionedResults, drawnFor, meansAtHand } from './laboratory-means.ts'
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
  receiver: 'jianyan',
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

/** Has the laboratory receive the samples of a request: another person than the sampler. */
export async function receivedSamples(as: As, inspectionId: string, side: InspectionSide): Promise<void> {
  const receiver = await as(people.receiver)
  const { sampling } = await receiver.ask(side === 'raw' ? rawInspectionApi.file : bulkTestApi.file, { id: inspectionId })
  const { id } = elementAt(present(sampling).samples, 0)
  await receiver.ask(sampleLaboratoryApi[side].receive, {
    id,
    container: '聚乙烯袋，密封',
    shelf: '化验室样品柜',
    retentionShelf: '留样柜',
  })
}

/** Has a lot requested, accepted, sampled and its samples received; answers with what the laboratory starts from. */
export async function sampled(as: As, lotId: string, side: InspectionSide): Promise<{ inspectionId: string; requestNo: string }> {
  const requester = await as(people[side])
  const api = side === 'raw' ? rawInspectionApi : bulkInspectionApi
  const request = { lotId, department: side === 'raw' ? '仓库' : '生产车间' }
  const { id, requestNo, isToxic } =
    side === 'raw'
      ? await requester.ask(rawInspectionApi.request, request)
      : await requester.ask(bulkInspectionApi.request, { ...request, packageCount: 8 })
  await (await as(people.acceptor)).ask(api.accept, { id })
  await (await as(people.sampler)).ask(api.sample, { id, ...sampleOf(side), ...(isToxic && { witness: secondPerson(people.witness) }) })
  await receivedSamples(as, id, side)
  return { inspectionId: id, requestNo }
}

/**
 * Has a return of packed goods requested, accepted, sampled and its samples received: the packs with these codes are opened, and their content parted.
 * `grams` is what they hold.
 */
export async function sampledReturn(
  as: As,
  asked: { lotId: string; placeId: string; packageCount: number },
  { codes, grams }: { codes: string[]; grams: string },
): Promise<{ inspectionId: string; requestNo: string }> {
  const request = { ...asked, department: '质量部', remark: '客户退货' }
  const { id, requestNo, isToxic } = await (await as(people.decider)).ask(bulkInspectionApi.requestReturn, request)
  await (await as(people.acceptor)).ask(bulkInspectionApi.accept, { id })
  const need = exact(grams).div(4).toDecimalPlaces(1, 1)
  await (
    await as(people.sampler)
  ).ask(bulkInspectionApi.sample, {
    ...{ id, ...sampleOf('bulk'), packs: codes },
    ...{ testNeed: need.toFixed(), test: need.toFixed(), recheck: need.toFixed(), retention: exact(grams).minus(need.times(2)).toFixed() },
    ...(isToxic && { witness: secondPerson(people.witness) }),
  })
  await receivedSamples(as, id, 'bulk')
  return { inspectionId: id, requestNo }
}

/** Has the analyst write down every result of a sampled lot; what is wrong with its first measured item has opened its case. */
export async function recorded(as: As, inspectionId: string, side: InspectionSide, course: Course, lean = 0) {
  const api = side === 'raw' ? rawInspectionApi : bulkTestApi
  const analyst = await as(people.analyst)
  const { items } = await analyst.ask(api.file, { id: inspectionId })
  const measured = items.filter((item) => item.op === 'le' || item.op === 'ge')
  const suspect = (course === 'loose' ? measured.find((item) => item.internal !== null) : measured[0]) ?? elementAt(items, 0)
  const madeWith = await meansAtHand(analyst, inspectionId)
  const commissioned = await commissionedResults(analyst, inspectionId, items)
  const results = items.map(
    (item) =>
      commissioned.find(({ itemId }) => itemId === item.id) ?? {
        itemId: item.id,
        revision: 0,
        ...madeWith(item),
        ...(item === suspect && course === 'loose' ? betweenLimits(item) : findingFor(item, item !== suspect || course === 'pass', lean)),
      },
  )
  const { oosCases } = await analyst.ask(api.record, {
    id: inspectionId,
    results,
    // As the thermometer on the wall says: the room is heated in winter and cooled in summer.
    environment: { temperature: (22 + (items.length % 4) * 0.5).toFixed(1), humidity: String(42 + (items.length % 7)) },
    ...(await drawnFor(analyst, inspectionId, results)),
  })
  return { analyst, api, suspect, madeWith, oosCases }
}

/** Has the laboratory test a sampled lot: what becomes of its first measured item is told by `course`. */
export async function tested(as: As, inspectionId: string, side: InspectionSide, course: Course = 'pass', lean = 0): Promise<void> {
  const { analyst, api, suspect, madeWith, oosCases } = await recorded(as, inspectionId, side, course, lean)
  for (const { id } of oosCases) await lookedInto(as, id, course)
  if (course === 'repeated')
    await analyst.ask(api.record, {
      id: inspectionId,
      results: [{ itemId: suspect.id, revision: 1, ...madeWith(suspect), ...findingFor(suspect, true, lean) }],
    })
  // A moisture that was put right or done again changes what was counted on the dried substance.
  if (staleResults(await analyst.ask(api.file, { id: inspectionId })).length > 0) await analyst.ask(api.recalculate, { id: inspectionId })
  await analyst.ask(api.submit, { id: inspectionId, signature: signed() })
}

/** Has the laboratory test, review and approve a sampled lot. */
export async function reported(
  as: As,
  inspectionId: string,
  side: InspectionSide,
  course: Course = 'pass',
  lean = 0,
): Promise<{ reportId: string; reportNo: string }> {
  const api = side === 'raw' ? rawInspectionApi : bulkTestApi
  await tested(as, inspectionId, side, course, lean)
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
