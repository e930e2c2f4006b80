import { z } from 'zod'
import { correctedValue } from '#contract/cases/corrected-value.ts'
import { decimalOut, id, instant } from '#contract/kernel/values.ts'
import { inspectionRow } from './inspection.ts'
import { appliedStandard } from './request.ts'
import { sampleKind, sampleState } from './sample-state.ts'
import { abnormalUnit } from './sampling.ts'
import { recordVerdict, testResult } from './test-result.ts'
import { testedItem } from './tested-item.ts'

/** 取样单 with its samples. */
const sampling = z.strictObject({
  id,
  samplingNo: z.string(),
  packageNumbers: z.array(z.int()),
  samplingPoint: z.string(),
  method: z.string(),
  place: z.string(),
  temperature: z.string(),
  humidity: z.string(),
  /** g */
  testNeed: decimalOut,
  total: decimalOut,
  fieldNote: z.string(),
  /** 四分法缩分 */
  quartered: z.boolean(),
  abnormalUnits: z.array(abnormalUnit),
  sampledByName: z.string(),
  witnessedByName: z.string().nullable(),
  sampledAt: instant,
  samples: z.array(
    z.strictObject({
      id,
      sampleNo: z.string(),
      kind: sampleKind,
      state: sampleState,
      quantity: decimalOut,
      container: z.string().nullable(),
      shelf: z.string().nullable(),
      corrections: z.array(correctedValue),
    }),
  ),
  corrections: z.array(correctedValue),
})

/** A sampling that was done again, since a part of it was lost or too little. */
const replacedSampling = z.strictObject({
  id,
  samplingNo: z.string(),
  sampledByName: z.string(),
  sampledAt: instant,
  samples: z.array(z.strictObject({ id, sampleNo: z.string(), kind: sampleKind, state: sampleState })),
  replaceReason: z.string(),
})

/** One submission of the record: who signed it, who reviewed it, or why it went back. */
export const testRecord = z.strictObject({
  id,
  revision: z.int(),
  state: z.enum(['submitted', 'reviewed', 'returned']),
  verdict: recordVerdict,
  submittedByName: z.string(),
  submittedAt: instant,
  reviewedByName: z.string().nullable(),
  reviewedAt: instant.nullable(),
  returnedByName: z.string().nullable(),
  returnedAt: instant.nullable(),
  returnReason: z.string().nullable(),
})

/** A result under investigation, as the inspection shows it (domain §2.11); `contract/cases/oos.ts` has its life. */
export const oosCase = z.strictObject({
  id,
  caseNo: z.string().nullable(),
  kind: z.enum(['oos', 'oot', 'slip']),
  itemId: id,
  itemName: z.string(),
  /** The value that opened it. */
  resultId: id,
  state: z.enum(['open', 'checked', 'invalidated', 'retesting', 'retested', 'corrected', 'repeated', 'accepted', 'confirmed']),
  openedAt: instant,
  conclusion: z.string().nullable(),
  concludedByName: z.string().nullable(),
  concludedAt: instant.nullable(),
})
export type OosCase = z.infer<typeof oosCase>

/** How the last lot of the same material or product was sampled, g: what the form begins with. Nothing that is seen or measured is among it. */
const usualSampling = z.strictObject({
  samplingPoint: z.string(),
  method: z.string(),
  place: z.string(),
  testNeed: decimalOut,
  test: decimalOut,
  recheck: decimalOut,
  retention: decimalOut,
})

/** A report is replaced by its next version and never changed. */
export const reportState = z.enum(['approved', 'superseded'])
export type ReportState = z.infer<typeof reportState>

/** A version of a report: who signed it, when, and why it took the place of the one before. */
export const reportVersion = z.strictObject({
  reportNo: z.string(),
  version: z.int(),
  /** Empty for the first. */
  reason: z.string(),
  approver: z.string(),
  /** Of quality assurance; null for the first, and where a correction was approved. */
  second: z.string().nullable(),
  at: instant,
})

/** One inspection with everything that was written in it. */
export const inspectionFile = z.strictObject({
  inspection: inspectionRow,
  spec: z.string(),
  supplier: z.string(),
  origin: z.string(),
  department: z.string(),
  remark: z.string(),
  acceptedByName: z.string().nullable(),
  acceptedAt: instant.nullable(),
  closedByName: z.string().nullable(),
  closedAt: instant.nullable(),
  closeReason: z.string().nullable(),
  closedSecondByName: z.string().nullable(),
  requiredPackages: z.int(),
  drawSeed: z.string(),
  /** By what it is judged, the standard that leads first. */
  standards: z.array(appliedStandard),
  sampling: sampling.nullable(),
  /** Earlier samplings, oldest first. */
  replacedSamplings: z.array(replacedSampling),
  /** While the lot is not sampled yet. */
  usualSampling: usualSampling.nullable(),
  items: z.array(testedItem),
  results: z.array(testResult),
  records: z.array(testRecord),
  oosCases: z.array(oosCase),
  /** Every version of the report, the first one first; empty before it is approved. */
  reports: z.array(reportVersion.extend({ id, state: reportState })),
})
export type InspectionFile = z.infer<typeof inspectionFile>
