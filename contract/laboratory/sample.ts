import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import type { Duty } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import {
  day,
  decimalOut,
  id,
  instant,
  listOf,
  listQuery,
  optionalText,
  secondSignature,
  signature,
  sortBy,
  text,
} from '#contract/kernel/values.ts'
import { inspectionSide, type InspectionSide } from './inspection.ts'
import { sampleKind, sampleState, type SampleState } from './sample-state.ts'
import { gramsOrZero } from './sampling.ts'

/** After how many months a retention sample is looked at again. */
export const observationMonths = 12

/** What was done with a sample, or seen of it. */
export const sampleEvents = {
  received: '接收',
  observed: '留样观察',
  opened: '取用检验',
  lost: '丢失',
  insufficient: '不足',
  returned: '退回批次',
  scrapped: '报废',
  disposed: '处置',
} as const
export const sampleEvent = keyOf(sampleEvents)

/** One sample as the lists show it. */
const sampleRow = z.strictObject({
  id,
  sampleNo: z.string(),
  kind: sampleKind,
  state: sampleState,
  side: inspectionSide,
  /** Of a part of a sampling; null of packs that are kept. */
  inspectionId: id.nullable(),
  requestNo: z.string().nullable(),
  /** The number of the sampling, or of the 成品留样单. */
  samplingNo: z.string(),
  /** How many whole packs are kept; null of what was taken out of packages. */
  packs: z.int().nullable(),
  packUnit: z.string().nullable(),
  lotId: id,
  lotNo: z.string(),
  lotName: z.string(),
  /** g */
  quantity: decimalOut,
  container: z.string().nullable(),
  shelf: z.string().nullable(),
  sampledBy: id,
  sampledAt: instant,
  observeOn: day.nullable(),
  retainUntil: day.nullable(),
  /** Whether the yearly look is due today, and whether its time in the cabinet is over. */
  isObservationDue: z.boolean(),
  isRetentionOver: z.boolean(),
})
export type SampleRow = z.infer<typeof sampleRow>

/** The day of the next look; none where the sample is kept no longer, or its time ends before. */
export const nextLook = ({ state, observeOn, retainUntil }: Pick<SampleRow, 'state' | 'observeOn' | 'retainUntil'>): string | null =>
  state !== 'retained' || observeOn === null || (retainUntil !== null && retainUntil < observeOn) ? null : observeOn

/** The part of a sample on which it depends what may be done with it. */
export type SampleStanding = Pick<SampleRow, 'state' | 'kind' | 'packs' | 'sampledBy' | 'isObservationDue' | 'isRetentionOver'>

/** A sample with everything that was done with it. */
export const sampleFile = z.strictObject({
  sample: sampleRow,
  receivedByName: z.string().nullable(),
  receivedAt: instant.nullable(),
  sampledByName: z.string(),
  events: z.array(
    z.strictObject({
      id,
      kind: sampleEvent,
      isChanged: z.boolean().nullable(),
      note: z.string(),
      leftOver: decimalOut.nullable(),
      byName: z.string(),
      witnessName: z.string().nullable(),
      happenedAt: instant,
    }),
  ),
})
export type SampleFile = z.infer<typeof sampleFile>

/** The life of a sample (domain §2.2), under the duty of the laboratory that has it. */
const actionsUnder = (test: Duty) =>
  ({
    receive: {
      label: '接收样品',
      duty: test,
      from: ['collected'],
      awaitedIn: ['collected'],
      to: 'received',
      orTo: ['retained'],
      unless: (row, actor) => (row.sampledBy === actor.id ? 'sampler_receives' : undefined),
    },
    observe: {
      label: '留样观察',
      duty: test,
      from: ['retained'],
      awaitedIn: ['retained'],
      to: 'retained',
      signs: '留样观察',
      unless: (row) => (row.isObservationDue ? undefined : 'observation_not_due'),
    },
    dispose: {
      label: '处置',
      duty: test,
      from: ['tested', 'retained', 'insufficient'],
      awaitedIn: ['retained'],
      to: 'disposed',
      signs: '样品处置',
      unless: (row) => (row.state === 'retained' && !row.isRetentionOver ? 'retention_not_over' : undefined),
    },
    putBack: {
      label: '退回批次',
      duty: test,
      from: ['collected', 'retained'],
      to: 'returned',
      signs: '留样退回',
      unless: (row) => (row.packs === null ? 'sample_opened' : undefined),
    },
    lack: {
      label: '样品不足',
      duty: test,
      from: ['received', 'in_test'],
      to: 'insufficient',
    },
    lose: {
      label: '样品丢失',
      duty: test,
      from: ['collected', 'received', 'in_test', 'tested', 'retained', 'insufficient'],
      to: 'lost',
    },
  }) satisfies Record<string, Action<SampleStanding>>

export const sampleActions: Record<InspectionSide, ReturnType<typeof actionsUnder>> = {
  raw: actionsUnder('12:test'),
  bulk: actionsUnder('17:test'),
}

/** What the second person signs beside a disposal. */
export const disposalWitness = '样品处置（见证）'
/** What quality assurance signs where kept packs go back into stock. */
export const putBackSecond = '留样退回（第二人）'

export const sampleApi = {
  list: endpoint({
    method: 'GET',
    path: '/samples',
    right: '37',
    alsoFor: ['12', '16', '17'],
    summary: '样品与留样：在哪里、状态、何时观察、留到何时',
    input: listQuery.extend({
      side: inspectionSide.optional(),
      kind: sampleKind.optional(),
      state: sampleState.optional(),
      /** What is due today: the yearly look, or the end of its time; `end` is all that may be disposed of. */
      due: z.enum(['observe', 'dispose', 'end'], '请选择到期事项').optional(),
      sort: sortBy(['sampleNo'], '-sampleNo'),
    }),
    output: listOf(sampleRow),
  }),
  file: endpoint({
    method: 'GET',
    path: '/samples/{id}',
    right: '37',
    alsoFor: ['12', '16', '17'],
    summary: '一份样品：接收、观察与处置记录',
    input: z.strictObject({ id }),
    output: sampleFile,
    refusals: ['not_found'],
  }),
}

const common = ['not_found', 'wrong_state'] as const

type Side = { path: `/${string}`; test: Duty; goods: string }

const disposalRefusals = [
  ...common,
  'retention_not_over',
  'left_over_too_much',
  'stability_packs_needed',
  'same_person',
  'signer_unknown',
  'signer_lacks_duty',
  'wrong_password',
] as const

/** How samples go for good: one, or several under one pair of signatures. */
const disposalApi = (given: Side) => ({
  dispose: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/dispose`,
    right: given.test,
    summary: `处置${given.goods}样品：检验后的余样或期满的留样，记录余量，由另一人见证`,
    input: z.strictObject({ id, leftOver: gramsOrZero, reason: text(300), signature, witness: secondSignature }),
    output: sampleFile,
    refusals: [...disposalRefusals],
  }),
  disposeSeveral: endpoint({
    method: 'POST',
    path: `${given.path}/disposals`,
    right: given.test,
    summary: `几份${given.goods}样品一次处置：各记余量，两人各签一次，每份各留签名；有一份不能处置的，全部不处置`,
    input: z.strictObject({
      samples: z
        .array(z.strictObject({ id, leftOver: gramsOrZero }))
        .min(1, '请填写要处置的样品的余量')
        .max(50, '一次最多50份，请分次处置'),
      reason: text(300),
      signature,
      witness: secondSignature,
    }),
    output: z.strictObject({ disposed: z.int() }),
    refusals: [...disposalRefusals],
  }),
})

/** What the laboratory does with its samples. Each side has its own duties, so its own operations. */
const laboratoryApi = (given: Side) => ({
  receive: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/receive`,
    right: given.test,
    summary: `接收${given.goods}样品：由取样人以外的人清点，记录容器与存放位置；同一取样单的各份一并接收`,
    input: z.strictObject({
      id,
      container: text(60),
      /** Where what is tested lies, and where what is kept. */
      shelf: text(60),
      retentionShelf: text(60),
    }),
    output: sampleFile,
    refusals: [...common, 'sampler_receives'],
  }),
  observe: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/observe`,
    right: given.test,
    summary: `${given.goods}留样观察：性状有无变化，每年一次，签名`,
    input: z
      .strictObject({ id, isChanged: z.boolean('请选择有无变化'), note: optionalText(300), signature })
      .refine(({ isChanged, note }) => !isChanged || note !== '', { path: ['note'], error: '请写明变化' }),
    output: sampleFile,
    refusals: [...common, 'observation_not_due', 'wrong_password'],
  }),
  ...disposalApi(given),
  lack: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/lack`,
    right: given.test,
    summary: `${given.goods}样品不足以完成检验：写明原因，另行取样`,
    input: z.strictObject({ id, reason: text(200) }),
    output: sampleFile,
    refusals: [...common, 'sample_not_needed'],
  }),
  lose: endpoint({
    method: 'POST',
    path: `${given.path}/{id}/lose`,
    right: given.test,
    summary: `${given.goods}样品丢失：写明经过，账上转出`,
    input: z.strictObject({ id, reason: text(200) }),
    output: sampleFile,
    refusals: [...common],
  }),
})
export const sampleLaboratoryApi = {
  raw: laboratoryApi({ path: '/raw-samples', test: '12:test', goods: '原料' }),
  bulk: laboratoryApi({ path: '/bulk-samples', test: '17:test', goods: '成品' }),
} satisfies Record<InspectionSide, ReturnType<typeof laboratoryApi>>

/** The states in which a sample lies in the laboratory or its cabinet. */
export const presentSampleStates = [
  'collected',
  'received',
  'in_test',
  'tested',
  'retained',
  'insufficient',
] as const satisfies readonly SampleState[]
