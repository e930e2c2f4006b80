import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import {
  day,
  decimalOut,
  id,
  instant,
  listOf,
  listQuery,
  rowVersion,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'
import { celsius, percentRh } from '#contract/making/production-api.ts'

/** 温湿度 (domain §2.4): points in stores and rooms, limits that the firm sets itself, readings by loggers or twice a day by hand (decision 0086). */

export const pointState = z.enum(['current', 'due', 'disabled'], '没有这个状态')
export type PointState = z.infer<typeof pointState>
export const pointLooks: Record<PointState, StateLook> = {
  current: { label: '已记录', tone: 'good' },
  due: { label: '待记录', tone: 'waiting' },
  disabled: { label: '停用', tone: 'neutral' },
}

export const readingSources = { hand: '人工', logger: '温湿度仪', file: '文件' } as const
export const readingSource = keyOf(readingSources, '没有这种来源')

const limitsRow = z.strictObject({
  temperatureMin: decimalOut.nullable(),
  temperatureMax: decimalOut.nullable(),
  humidityMin: decimalOut.nullable(),
  humidityMax: decimalOut.nullable(),
})
export type ClimateLimits = z.infer<typeof limitsRow>

const spanText = (low: string | null, high: string | null, unit: string) => {
  if (low === null && high === null) return ''
  if (low === null) return `≤ ${exact(high ?? '0').toFixed()} ${unit}`
  return high === null ? `≥ ${exact(low).toFixed()} ${unit}` : `${exact(low).toFixed()}–${exact(high).toFixed()} ${unit}`
}
/** The limits as people read them: 10–20 ℃，35–75 %RH. */
export const climateText = ({ temperatureMin, temperatureMax, humidityMin, humidityMax }: ClimateLimits): string =>
  [spanText(temperatureMin, temperatureMax, '℃'), spanText(humidityMin, humidityMax, '%RH')].filter(Boolean).join('，')

const pointRow = z.strictObject({
  id,
  number: z.string(),
  name: z.string(),
  /** The store, or the room of the register. */
  place: z.string(),
  isRoom: z.boolean(),
  byLogger: z.boolean(),
  everyHours: z.int().nullable(),
  limits: limitsRow,
  state: pointState,
  dueAt: instant,
  lastAt: instant.nullable(),
  lastTemperature: decimalOut.nullable(),
  lastHumidity: decimalOut.nullable(),
  lastIsOut: z.boolean().nullable(),
  rowVersion: z.int(),
})
export type ClimatePoint = z.infer<typeof pointRow>

export type ClimateStanding = { state: PointState; isRoom: boolean }

export const climateActions = {
  // Those of the store read in the store, those who work in a room read there.
  record: {
    label: '记录读数',
    duty: '14:move',
    from: ['current', 'due'],
    awaitedIn: ['due'],
    to: 'current',
    orTo: ['due'],
    unless: ({ isRoom }) => (isRoom ? 'wrong_state' : undefined),
  },
  recordInRoom: {
    label: '记录读数',
    duty: '15:execute',
    from: ['current', 'due'],
    awaitedIn: ['due'],
    to: 'current',
    orTo: ['due'],
    unless: ({ isRoom }) => (isRoom ? undefined : 'wrong_state'),
  },
  setLimits: { label: '更改限度', duty: '14:freeze', from: ['current', 'due'], to: 'current', stays: true, signs: '温湿度限度' },
  disable: { label: '停用', duty: '14:freeze', from: ['current', 'due'], to: 'disabled' },
  enable: { label: '启用', duty: '14:freeze', from: ['disabled'], to: 'due' },
} satisfies Record<string, Action<ClimateStanding>>

/** What the 质量负责人 signs limits with. */
export const limitApproval = '同意温湿度限度'

const readingRow = z.strictObject({
  id,
  measuredAt: instant,
  temperature: decimalOut,
  humidity: decimalOut,
  limits: limitsRow,
  source: readingSource,
  isOut: z.boolean(),
  caseNo: z.string().nullable(),
  recordedBy: id,
  recordedByName: z.string(),
  recordedAt: instant,
  voidReason: z.string().nullable(),
  voidedByName: z.string().nullable(),
})
export type ClimateReading = z.infer<typeof readingRow>

/** One day of a point: the register's line and the chart's. By hand both halves are read. */
const dayRow = z.strictObject({
  day,
  temperatureLow: decimalOut,
  temperatureHigh: decimalOut,
  humidityLow: decimalOut,
  humidityHigh: decimalOut,
  readings: z.int(),
  mornings: z.int(),
  out: z.int(),
})
export type ClimateDay = z.infer<typeof dayRow>

const limits = z
  .strictObject({
    temperatureMin: celsius.nullable(),
    temperatureMax: celsius.nullable(),
    humidityMin: percentRh.nullable(),
    humidityMax: percentRh.nullable(),
  })
  .refine((given) => Object.values(given).some((one) => one !== null), '请至少设一个限度')
  .refine(({ temperatureMin: low, temperatureMax: high }) => low === null || high === null || exact(low).lessThan(high), {
    message: '上限须大于下限',
    path: ['temperatureMax'],
  })
  .refine(({ humidityMin: low, humidityMax: high }) => low === null || high === null || exact(low).lessThan(high), {
    message: '上限须大于下限',
    path: ['humidityMax'],
  })

const signed = { reason: text(200), signature, approver: secondSignature }
const measured = { temperature: celsius, humidity: percentRh }
const told = z.strictObject({ id, ...measured, measuredAt: instant.optional() })
const answered = z.strictObject({ point: pointRow, caseNo: z.string().nullable() })
const delivered = z.strictObject({ added: z.int(), known: z.int(), caseNos: z.array(z.string()) })
const deliverRefusals = ['not_found', 'wrong_state', 'reading_differs'] as const
const readingsAtMost = 1000

export const climateApi = {
  list: endpoint({
    method: 'GET',
    path: '/climate-points',
    right: '14',
    alsoFor: ['15', '37'],
    summary: '温湿度监测点：位置、限度与最近读数',
    input: listQuery.extend({ state: pointState.optional(), sort: sortBy(['number', 'name'], 'number') }),
    output: listOf(pointRow),
  }),
  readings: endpoint({
    method: 'GET',
    path: '/climate-points/{id}/readings',
    right: '14',
    alsoFor: ['15', '37'],
    summary: '一个监测点的读数，最近的在前',
    input: listQuery.extend({ id, sort: sortBy(['measuredAt'], '-measuredAt') }),
    output: listOf(readingRow),
    refusals: ['not_found'],
  }),
  days: endpoint({
    method: 'GET',
    path: '/climate-points/{id}/days',
    right: '14',
    alsoFor: ['15', '37'],
    summary: '一个监测点一个月每天的最高与最低，缺记录的日子不列',
    input: z.strictObject({ id, month: z.string('请选择月份').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '请选择月份') }),
    output: z.array(dayRow),
    refusals: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/climate-points',
    right: '14:freeze',
    summary: '设一个监测点及其限度：QA签名，质量负责人同意；限度由企业自定',
    input: z
      .strictObject({
        number: text(30),
        name: text(60),
        warehouse: text(40).optional(),
        roomId: id.optional(),
        /** Hours between readings of a logger; null where it is read by hand twice a day. */
        everyHours: z.int('请填写小时数').min(1, '至少1小时').max(24, '最多24小时').nullable(),
        limits,
        ...signed,
      })
      .refine(({ warehouse, roomId }) => (warehouse === undefined) !== (roomId === undefined), {
        message: '请选择仓库或操作间其一',
        path: ['warehouse'],
      }),
    output: pointRow,
    refusals: ['climate_number_taken', 'asset_unknown', 'not_found'],
  }),
  setLimits: endpoint({
    method: 'POST',
    path: '/climate-points/{id}/limits',
    right: '14:freeze',
    summary: '更改一个监测点的限度：QA签名，质量负责人同意；以前的读数仍按当时的限度',
    input: z.strictObject({ id, rowVersion, limits, ...signed }),
    output: pointRow,
    refusals: ['not_found', 'wrong_state', 'stale'],
  }),
  disable: endpoint({
    method: 'POST',
    path: '/climate-points/{id}/disable',
    right: '14:freeze',
    summary: '停用一个监测点',
    input: z.strictObject({ id, reason: text(200) }),
    output: pointRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/climate-points/{id}/enable',
    right: '14:freeze',
    summary: '启用一个监测点，随即待记录',
    input: z.strictObject({ id, reason: text(200) }),
    output: pointRow,
    refusals: ['not_found', 'wrong_state'],
  }),
  record: endpoint({
    method: 'POST',
    path: '/climate-points/{id}/readings',
    right: '14:move',
    summary: '人工记录仓库的一次温湿度；超出限度即立质量事件',
    input: told,
    output: answered,
    refusals: deliverRefusals,
  }),
  recordInRoom: endpoint({
    method: 'POST',
    path: '/climate-points/{id}/room-readings',
    right: '15:execute',
    summary: '人工记录操作间的一次温湿度；超出限度即立质量事件',
    input: told,
    output: answered,
    refusals: deliverRefusals,
  }),
  deliver: endpoint({
    method: 'POST',
    path: '/climate-readings',
    right: '14:move',
    summary: '温湿度仪按监测点编号送读数，重复的读数只记一次；超出限度即立质量事件',
    input: z.strictObject({
      readings: z
        .array(z.strictObject({ number: text(30), measuredAt: instant, ...measured }))
        .min(1, '没有读数')
        .max(readingsAtMost, `一次最多${readingsAtMost}条`),
    }),
    output: delivered,
    refusals: deliverRefusals,
  }),
  bring: endpoint({
    method: 'POST',
    path: '/climate-files',
    right: '14:move',
    summary: '导入温湿度仪的逗号分隔文件：每行 编号,时间,温度,相对湿度；全部合格才导入',
    input: z.strictObject({ text: z.string('请选择文件').min(1, '文件是空的').max(100_000, '文件太大，请分开导入') }),
    output: delivered,
    refusals: deliverRefusals,
  }),
  void: endpoint({
    method: 'POST',
    path: '/climate-readings/{id}/void',
    right: '14:freeze',
    summary: '作废一条记错的人工读数：由另一人签名并写明原因，原读数保留',
    input: z.strictObject({ id, reason: text(200), signature }),
    output: readingRow,
    refusals: ['not_found', 'wrong_state', 'same_person'],
  }),
}

/** What a reading is voided with. */
export const voidMeaning = '作废温湿度读数'
