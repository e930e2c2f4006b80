import { z } from 'zod'
import { day, decimalOut, id, instant, person } from '#contract/kernel/values.ts'
import { lotKind, lotState } from '#contract/warehouse/lot.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import {
  incidentKind,
  incidentArea,
  incidentLevel,
  incidentSource,
  incidentState,
  incidentDecision,
  measureKind,
  measureState,
  incidentCause,
  incidentStep,
} from './incident.ts'

export const incidentRow = z.strictObject({
  id,
  caseNo: z.string(),
  kind: incidentKind,
  area: incidentArea,
  state: incidentState,
  level: incidentLevel.nullable(),
  subject: z.string(),
  place: z.string(),
  post: z.string(),
  source: incidentSource.nullable(),
  sourceNo: z.string(),
  openedBy: person.nullable(),
  openedAt: instant,
  foundAt: instant,
  dueOn: day.nullable(),
  isLate: z.boolean(),
  lots: z.int(),
  undecided: z.int(),
  openMeasures: z.int(),
  lateMeasures: z.int(),
  investigatedBy: id.nullable(),
  concernedIds: z.array(id),
  closedAt: instant.nullable(),
  rowVersion: z.int(),
})
export type IncidentRow = z.infer<typeof incidentRow>

const incidentLot = z.strictObject({
  id,
  lotId: id,
  lotNo: z.string(),
  name: z.string(),
  kind: lotKind,
  state: lotState,
  isToxic: z.boolean(),
  /** In the house, in the unit of the lot. */
  unit: materialUnit,
  inHouse: decimalOut,
  isHeld: z.boolean(),
  /** Whether the hold of this case reaches what was made of it. */
  reaches: z.boolean(),
  decision: incidentDecision.nullable(),
  conclusion: z.string().nullable(),
  decidedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  analystIds: z.array(id),
  producerIds: z.array(id),
})
export type IncidentLot = z.infer<typeof incidentLot>

const incidentMeasure = z.strictObject({
  id,
  serial: z.int(),
  kind: measureKind,
  action: z.string(),
  owner: person,
  pastOwners: z.array(z.string()),
  dueOn: day,
  isLate: z.boolean(),
  state: measureState,
  proof: z.string().nullable(),
  doneAt: instant.nullable(),
  effect: z.string().nullable(),
  verifiedBy: z.string().nullable(),
  verifiedAt: instant.nullable(),
  rowVersion: z.int(),
})
export type IncidentMeasure = z.infer<typeof incidentMeasure>

const incidentEvent = z.strictObject({
  id,
  step: incidentStep,
  note: z.string(),
  by: z.string().nullable(),
  second: z.string().nullable(),
  at: instant,
})

export const incidentFile = z.strictObject({
  incident: incidentRow,
  description: z.string(),
  measured: z.string(),
  expected: z.string(),
  foundBy: z.string().nullable(),
  toldLot: z.strictObject({ id, lotNo: z.string(), name: z.string() }).nullable(),
  /** The calibration that failed: what was measured since the last good one is in doubt. */
  calibration: z.strictObject({ id, instrumentId: id }).nullable(),
  immediateAction: z.string(),
  cause: incidentCause.nullable(),
  effects: z.string(),
  investigatedByName: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  closedSecondBy: z.string().nullable(),
  conclusion: z.string().nullable(),
  reportBy: day.nullable(),
  reportedOn: day.nullable(),
  reportedNo: z.string(),
  reportWaived: z.string(),
  customer: z.string().nullable(),
  complainant: z.string(),
  contact: z.string(),
  code: z.string(),
  hasPicture: z.boolean(),
  /** The path of the page on which a stranger reads the answer. */
  answerLink: z.string().nullable(),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: instant.nullable(),
  lots: z.array(incidentLot),
  measures: z.array(incidentMeasure),
  steps: z.array(incidentEvent),
})
export type IncidentFile = z.infer<typeof incidentFile>

/** What a person sees of it who told it or answers for a measure, without the page of all cases. */
export const ownIncident = z.strictObject({
  id,
  caseNo: z.string(),
  kind: incidentKind,
  state: incidentState,
  subject: z.string(),
  openedAt: instant,
  /** Whether this person told it. */
  isOwn: z.boolean(),
  measures: z.array(incidentMeasure),
})
export type OwnIncident = z.infer<typeof ownIncident>

/** How often one came up, and what became of it. */
const tally = z.strictObject({ value: z.string(), label: z.string(), count: z.int(), open: z.int(), critical: z.int() })
export const incidentTallies = { kind: '类别', area: '来源', place: '地点', post: '岗位', herb: '品名', factor: '原因类别' } as const
export const incidentTrend = z.strictObject({
  total: z.int(),
  open: z.int(),
  late: z.int(),
  /** Whole days from the first word to the end, of half of the ended cases at most; null where none ended. */
  medianDays: z.int().nullable(),
  measures: z.int(),
  lateMeasures: z.int(),
  tallies: z.strictObject({
    kind: z.array(tally),
    area: z.array(tally),
    place: z.array(tally),
    post: z.array(tally),
    herb: z.array(tally),
    factor: z.array(tally),
  }),
})
export type IncidentTrend = z.infer<typeof incidentTrend>
