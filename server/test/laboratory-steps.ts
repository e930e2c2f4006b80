import { oosApi, oosLaboratoryApi } from '#contract/cases/oos-api.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { bulkTestApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { releaseApi } from '#contract/release/raw-release.ts'
import { demoPeople } from '#server/db/seed/roles.ts'
import { waterRead } from '#server/demo/finding.ts'
import { allWell, sampleOf } from '#server/demo/inspection.ts'
import { nothingAmiss } from '#server/demo/investigation.ts'
import { secondPerson, signed, withQualityHead, type Person } from '#server/demo/person.ts'

/** The moments of a raw lot whose first value fails, is retested and accepted. */
const stages = [
  'requested',
  'accepted',
  'collected',
  'received',
  'open',
  'checked',
  'retesting',
  'retested',
  'decided',
  'submitted',
  'reviewed',
  'approved',
] as const
export type Stage = (typeof stages)[number]

/**
 * The people of the walk. Requester, sampler and analyst hold every right, so that the rule about persons alone stands between them and a step that is not
 * theirs.
 */
export const walk = {
  ...{ requester: 'admin', acceptor: 'zhuguan', sampler: 'user', receiver: 'jianyan', analyst: 'admin', checker: 'user' },
  ...{ decider: 'qa', retester: 'jianyan', reviewer: 'fuhe', approver: 'zhuguan', second: 'qa' },
} as const

/** What whoever tries knows: all that the laboratory may read at this moment. */
export type Known = {
  id: string
  sampleId: string
  itemId: string
  caseId: string
  caseVersion: number
  reportId: string
  placeId: string
  retesterId: string
  otherId: string
}

/** A step: who may take it, when, who may not although they hold the right, and how it is asked for. */
export type Step = {
  duty: Duty
  when: readonly Stage[]
  not?: readonly string[]
  take: (who: Person, known: Known) => Promise<unknown>
}

const tested = [walk.analyst, walk.retester]
const allBut = (one: string) => demoPeople.flatMap(({ userName }) => (userName === one ? [] : [userName]))
const good = waterRead('13.6', '13.6')
const why = '试一试'
const signature = signed()
const ofCase = ({ caseId, caseVersion }: Known) => ({ id: caseId, rowVersion: caseVersion, signature })
const { raw: samples } = sampleLaboratoryApi
const { raw: cases, bulk: bulkCases } = oosLaboratoryApi
const checked = { checklist: nothingAmiss, finding: 'none' as const, explanation: why }
const heading = { supplier: '某社', spec: '统货', packageCount: 20, remark: why }
const inTest: Stage[] = ['received', 'open', 'checked', 'retesting', 'retested', 'decided']

/** Every step of the laboratory about such a lot. What is written here about turns is not read from the product. */
export const laboratorySteps = {
  accept: {
    duty: '12:accept',
    when: ['requested'],
    not: [walk.requester],
    take: (who, { id }) => who.ask(rawInspectionApi.accept, { id }),
  },
  return: {
    ...{ duty: '12:accept', when: ['requested'], not: [walk.requester] },
    take: (who, { id }) => who.ask(rawInspectionApi.return, { id, reason: why }),
  },
  cancel: {
    duty: '12:request',
    when: ['requested', 'accepted'],
    take: (who, { id }) => who.ask(rawInspectionApi.cancel, { id, reason: why }),
  },
  sample: {
    ...{ duty: '12:sample', when: ['accepted'], not: [walk.requester] },
    take: (who, { id }) => who.ask(rawInspectionApi.sample, { id, ...sampleOf('raw') }),
  },
  sampleAgain: {
    ...{ duty: '12:sample', when: [] },
    take: (who, { id }) => who.ask(rawInspectionApi.sampleAgain, { id, ...sampleOf('raw'), reason: why }),
  },
  giveUp: {
    ...{ duty: '12:approve', when: ['collected', 'received'], not: [walk.second] },
    take: (who, { id }) =>
      who.ask(rawInspectionApi.giveUp, { id, reason: why, samples: 'return', signature, second: secondPerson(walk.second) }),
  },
  receive: {
    ...{ duty: '12:test', when: ['collected'], not: [walk.sampler] },
    take: (who, { sampleId }) => who.ask(samples.receive, { id: sampleId, container: '袋', shelf: '甲', retentionShelf: '乙' }),
  },
  lack: { duty: '12:test', when: inTest, take: (who, { sampleId }) => who.ask(samples.lack, { id: sampleId, reason: why }) },
  lose: {
    ...{ duty: '12:test', when: stages.slice(2) },
    take: (who, { sampleId }) => who.ask(samples.lose, { id: sampleId, reason: why }),
  },
  observe: {
    ...{ duty: '12:test', when: [] },
    take: (who, { sampleId }) => who.ask(samples.observe, { id: sampleId, isChanged: false, note: why, signature }),
  },
  dispose: {
    ...{ duty: '12:test', when: ['approved'], not: [walk.second] },
    take: (who, { sampleId }) =>
      who.ask(samples.dispose, { id: sampleId, leftOver: '1', reason: why, signature, witness: secondPerson(walk.second) }),
  },
  record: {
    ...{ duty: '12:test', when: ['received'] },
    take: (who, { id, itemId }) => who.ask(rawInspectionApi.record, { id, results: [{ itemId, revision: 0, ...good }] }),
  },
  recalculate: { duty: '12:test', when: ['decided'], take: (who, { id }) => who.ask(rawInspectionApi.recalculate, { id }) },
  askCorrection: {
    ...{ duty: '12:test', when: ['decided'] },
    take: (who, { id, itemId }) => who.ask(rawInspectionApi.askCorrection, { id, itemId, reason: why }),
  },
  check: {
    duty: '12:review',
    when: ['open'],
    not: [walk.analyst],
    take: (who, known) => who.ask(cases.check, { ...ofCase(known), ...checked }),
  },
  invalidate: { duty: '13:decide', when: [], take: (who, known) => who.ask(oosApi.invalidate, { ...ofCase(known), reason: why }) },
  approveRetest: {
    ...{ duty: '13:decide', when: ['checked'], not: [walk.analyst, walk.checker] },
    take: (who, known) => who.ask(oosApi.approveRetest, { ...ofCase(known), retests: 1, analystId: known.retesterId, reason: why }),
  },
  reassign: {
    ...{ duty: '13:decide', when: ['retesting'], not: [...tested, walk.checker] },
    take: (who, known) => who.ask(oosApi.reassign, { ...ofCase(known), analystId: known.otherId, reason: why }),
  },
  retest: {
    ...{ duty: '12:test', when: ['retesting'], not: allBut(walk.retester) },
    take: (who, known) => who.ask(cases.retest, { ...ofCase(known), values: [good] }),
  },
  accept_failure: {
    ...{ duty: '13:decide', when: ['retested'], not: [...tested, walk.checker] },
    take: (who, known) => who.ask(oosApi.decide, { ...ofCase(known), decision: 'accepted', conclusion: why }),
  },
  confirm: {
    ...{ duty: '13:decide', when: ['checked', 'retesting', 'retested'], not: [...tested, walk.checker] },
    take: (who, known) => who.ask(oosApi.decide, { ...ofCase(known), decision: 'confirmed', conclusion: why }),
  },
  submit: { duty: '12:test', when: ['decided'], take: (who, { id }) => who.ask(rawInspectionApi.submit, { id, signature }) },
  review: {
    duty: '12:review',
    when: ['submitted'],
    not: tested,
    take: (who, { id }) => who.ask(rawInspectionApi.review, { id, signature }),
  },
  sendBack: {
    ...{ duty: '12:review', when: ['submitted'], not: tested },
    take: (who, { id }) => who.ask(rawInspectionApi.sendBack, { id, reason: why }),
  },
  refuse: {
    ...{ duty: '12:approve', when: ['reviewed'], not: [...tested, walk.reviewer] },
    take: (who, { id }) => who.ask(rawInspectionApi.refuse, { id, reason: why }),
  },
  approve: {
    ...{ duty: '12:approve', when: ['reviewed'], not: [...tested, walk.reviewer] },
    take: (who, { id }) => who.ask(rawInspectionApi.approve, { id, signature }),
  },
  reissue: {
    ...{ duty: '12:approve', when: ['approved'], not: [...tested, walk.reviewer, walk.second] },
    take: (who, { id, reportId }) =>
      who.ask(rawInspectionApi.reissue, { id, reportId, heading, reason: why, signature, second: secondPerson(walk.second) }),
  },
  release: {
    ...{ duty: '13:decide', when: ['approved'], not: tested },
    take: (who, { reportId, placeId }) =>
      who.ask(releaseApi.release, { id: reportId, checklist: allWell, retestOn: '2027-01-01', placeId, signature }),
  },
  // The operations of the other side know nothing of this lot.
  recordAsBulk: {
    ...{ duty: '17:test', when: [] },
    take: (who, { id, itemId }) => who.ask(bulkTestApi.record, { id, results: [{ itemId, revision: 0, ...good }] }),
  },
  reviewAsBulk: { duty: '17:review', when: [], take: (who, { id }) => who.ask(bulkTestApi.review, { id, signature }) },
  approveAsBulk: { duty: '17:approve', when: [], take: (who, { id }) => who.ask(bulkTestApi.approve, { id, signature }) },
  checkAsBulk: { duty: '17:review', when: [], take: (who, known) => who.ask(bulkCases.check, { ...ofCase(known), ...checked }) },
  rejectOpen: {
    ...{ duty: '13:decide', when: ['approved'] },
    take: (who, { reportId, placeId }) => who.ask(releaseApi.reject, { id: reportId, basis: why, placeId, ...withQualityHead() }),
  },
} satisfies Record<string, Step>
