import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import { day, id } from '#contract/kernel/values.ts'
import { amount, reagentKind } from './reagent.ts'

/** What a result was made with (domain §2.2): chosen or scanned when it is written down, copied into the record as it was on that day. */

/** A reading of a room: within bounds, with one decimal. */
export const measure = (low: number, high: number, sentence: string) =>
  z
    .string(sentence)
    .regex(/^-?(0|[1-9]\d{0,2})(\.\d)?$/, sentence)
    .refine((value) => isDecimal(value) && exact(value).gte(low) && exact(value).lte(high), sentence)

/** Why an instrument may not be used on this day, or undefined. The database asks the same. */
export function unfitInstrument(
  { state, calibrationResult, dueOn }: { state: string; calibrationResult: string | null; dueOn: string | null },
  onDay: string,
): RefusalCode | undefined {
  if (state !== 'in_use') return 'instrument_out_of_service'
  if (calibrationResult === 'fail') return 'calibration_failed'
  return dueOn === null || dueOn < onDay ? 'calibration_overdue' : undefined
}

/** Why a reagent may not be used on this day, or undefined. */
export function unfitReagent({ state, goodUntil }: { state: string; goodUntil: string }, onDay: string): RefusalCode | undefined {
  if (state !== 'in_use') return 'reagent_gone'
  return goodUntil < onDay ? 'reagent_expired' : undefined
}

const isNumber = ({ op }: { op: string }) => ['le', 'ge', 'range', 'eq'].includes(op)

/** Whether an item is made with what is chosen for the sheet; what is only looked at, by no method, is not. */
export const usesMeans = (item: { method: string; op: string }): boolean => item.method !== '' || isNumber(item)

/**
 * Whether a value has to name an instrument, where the enterprise keeps a register of them: of an item with a limit in numbers, measured by a stated method; also
 * where it is below what the method finds.
 */
export const needsInstrument = (item: { method: string; op: string }, { source }: { source: string }): boolean =>
  source === 'measured' && item.method !== '' && isNumber(item)

/** The instruments and reagents of a result, or of all results that name none of their own. */
export const meansInput = z.strictObject({
  instrumentIds: z.array(id).max(20, '最多20台仪器').default([]),
  reagentIds: z.array(id).max(30, '最多30种试剂').default([]),
})
export type MeansInput = z.output<typeof meansInput>

/** 检验环境. */
export const environmentInput = z.strictObject({
  temperature: measure(-40, 60, '请填写-40到60之间的温度，最多1位小数'),
  humidity: measure(0, 100, '请填写0到100之间的湿度，最多1位小数'),
})

/** What was taken of reagents. */
export const drawsInput = z
  .array(z.strictObject({ reagentId: id, quantity: amount }))
  .max(30, '最多30种试剂')
  .default([])

/** The report of an outside laboratory that a result comes from. */
export const commissionInput = z.strictObject({
  laboratoryId: id,
  reportedOn: day,
  /** The report, as an attachment of the inspection. */
  certificateId: id,
})

/** An instrument or a reagent as a result keeps it. */
export const usedMeans = z.strictObject({
  instrumentId: id.nullable(),
  reagentId: id.nullable(),
  number: z.string(),
  name: z.string(),
  detail: z.string(),
  goodUntil: day,
})
export type UsedMeans = z.infer<typeof usedMeans>

export const usedEnvironment = z.strictObject({ temperature: z.string(), humidity: z.string() })

/** The report of another laboratory as a result keeps it. */
export const usedCommission = z.strictObject({
  laboratoryId: id,
  accreditationNo: z.string(),
  validUntil: day,
  reportedOn: day,
  certificateId: id,
  certificateName: z.string(),
})

/** What a result was made with, line by line, as screen and paper say it. */
export const meansLines = ({
  means,
  environment,
  commission,
}: {
  means: readonly UsedMeans[]
  environment: z.infer<typeof usedEnvironment> | null
  commission: z.infer<typeof usedCommission> | null
}): string[] => [
  ...means.map(({ instrumentId, number, name, detail, goodUntil }) =>
    instrumentId === null
      ? `${number} ${[name, detail].filter(Boolean).join(' ')}，有效期至 ${goodUntil}`
      : `${number} ${[name, detail].filter(Boolean).join(' ')}，校准有效期至 ${goodUntil}`,
  ),
  ...(environment === null ? [] : [`环境 ${environment.temperature} ℃，${environment.humidity} %`]),
  ...(commission === null
    ? []
    : [
        `认可 ${commission.accreditationNo}（至 ${commission.validUntil}），报告日期 ${commission.reportedOn}，${commission.certificateName}`,
      ]),
]

const instrumentChoice = z.strictObject({ id, number: z.string(), name: z.string(), model: z.string(), dueOn: day })
const reagentChoice = z.strictObject({
  id,
  number: z.string(),
  kind: reagentKind,
  name: z.string(),
  lotNo: z.string(),
  purity: z.string(),
  unit: z.string(),
  amountLeft: z.string(),
  isOpen: z.boolean(),
  goodUntil: day,
})
const laboratoryChoice = z.strictObject({ id, name: z.string(), accreditationNo: z.string(), scope: z.array(z.string()), validUntil: day })

const meansChoices = z.strictObject({
  /** Whether the enterprise keeps a register of instruments; then a measured number names one. */
  hasInstruments: z.boolean(),
  instruments: z.array(instrumentChoice),
  reagents: z.array(reagentChoice),
  laboratories: z.array(laboratoryChoice),
  /** What is not on offer today, by its number: why. So a scan of it is answered. */
  unfit: z.array(z.strictObject({ number: z.string(), name: z.string(), why: z.string() })),
  /** What each item was made with in the last inspection by the same standard, as far as it is fit today: what the form begins with. */
  usual: z.array(z.strictObject({ itemId: id, instrumentIds: z.array(id), reagentIds: z.array(id) })),
})
export type MeansChoices = z.infer<typeof meansChoices>

export const meansApi = {
  choices: endpoint({
    method: 'GET',
    path: '/laboratory-means/{id}',
    right: '12',
    alsoFor: ['17'],
    summary: '一次检验可用的仪器、试剂、对照品与受托检验机构；已过期、停用的说明原因',
    input: z.strictObject({ id }),
    output: meansChoices,
    refusals: ['not_found'],
  }),
}
