import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import { purchaseCategory } from './purchase.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, person } from '#contract/kernel/values.ts'

/** 供应商资格 (domain §2.1, §2.12): looked at, on the list, stopped until a second person has looked, off it for a while, off it for good. */
export const supplierState = z.enum(['candidate', 'qualified', 'stopped', 'suspended', 'removed'], '没有这个状态')
export type SupplierState = z.infer<typeof supplierState>
export const supplierLooks: Record<SupplierState, StateLook> = {
  candidate: { label: '候选', tone: 'waiting' },
  qualified: { label: '合格', tone: 'good' },
  stopped: { label: '临时暂停', tone: 'warning' },
  suspended: { label: '已暂停', tone: 'warning' },
  removed: { label: '已除名', tone: 'bad' },
}

/** 供应商类型 (dictionary supplier_type). Makers and traders of pieces are not among them: pieces are not bought (I9). */
export const supplierKinds = ['药材种植', '合作社', '农户', '药材经销商', '药材市场', '进口商', '其它'] as const
export const supplierKind = z.enum(supplierKinds, '请选择供应商类型')

/** Why a supplier was stopped at once: a person saw a danger, an audit failed, or what the supplier was judged by became another. */
export const stopCauses = { urgent: '紧急暂停', audit: '审计不通过', edit: '资料变更' } as const
export const stopOutcomes: Record<'confirmed' | 'lifted', StateLook> = {
  confirmed: { label: '已确认暂停', tone: 'warning' },
  lifted: { label: '已解除', tone: 'good' },
}

/** 审计类型 and 审计结论. */
export const auditKinds = { first: '首次审计', periodic: '定期审计', for_cause: '有因审计' } as const
export const auditResults: Record<'passed' | 'conditional' | 'failed', StateLook> = {
  passed: { label: '通过', tone: 'good' },
  conditional: { label: '整改后通过', tone: 'warning' },
  failed: { label: '不通过', tone: 'bad' },
}

/** The part of a supplier on which it depends whether anything may be ordered from them. */
export type SupplierStanding = {
  state: SupplierState
  stateReason: string
  auditedOn: string | null
  validUntil: string | null
  /** The first of their papers in use to end. */
  licencesUntil: string | null
}

/**
 * Why nothing may be ordered from or taken in from this supplier on `on`, in a sentence, or undefined when it may: on the list of
 * qualified suppliers, audited by then, neither the qualification nor any of their papers past its end (domain §2.1).
 */
export function supplierTrouble(
  { state, stateReason, auditedOn, validUntil, licencesUntil }: SupplierStanding,
  on: string,
): string | undefined {
  const why = stateReason === '' ? '' : `：${stateReason}`
  if (state === 'stopped') return `供应商临时暂停${why}`
  if (state === 'suspended') return `供应商已暂停${why}`
  if (state === 'removed') return `供应商已除名${why}`
  if (state === 'candidate' || auditedOn === null || validUntil === null) return '供应商尚未评审合格'
  if (on < auditedOn) return `供应商${auditedOn}才审计合格`
  if (validUntil < on) return `供应商资格已于${validUntil}到期`
  if (licencesUntil !== null && licencesUntil < on) return `供应商有证照已于${licencesUntil}过期`
  return undefined
}

/** A material a supplier may deliver, and from where; an empty place is any place. */
export type ApprovedOrigin = { materialId: string; province: string; city: string; county: string }

/** Whether an origin lies in an approved one. Auxiliaries and packaging have no origin to ask about. */
export const isApprovedOrigin = (
  approved: Omit<ApprovedOrigin, 'materialId'>,
  origin: { province: string; city: string; county: string } | null,
): boolean =>
  origin === null ||
  ((approved.province === '' || approved.province === origin.province) &&
    (approved.city === '' || approved.city === origin.city) &&
    (approved.county === '' || approved.county === origin.county))

/** A row that two persons put on the list, with the name that the material had. */
export const addedScope = z.strictObject({
  materialId: id,
  material: z.string(),
  province: z.string(),
  city: z.string(),
  county: z.string(),
})

/** Those of `asked` that no approved row covers already: what makes the list wider. */
export const widerThan = <Asked extends ApprovedOrigin>(approved: readonly ApprovedOrigin[], asked: readonly Asked[]): Asked[] =>
  asked.filter((one) => !approved.some((row) => row.materialId === one.materialId && isApprovedOrigin(row, one)))

/** What the two sign who widen what a supplier on the list may deliver. */
export const scopeChangeMeaning = '扩大供货范围'
export const scopeApprovalMeaning = '批准扩大供货范围'

/** An approved origin in one line. */
export const approvedOriginText = ({ province, city, county }: Omit<ApprovedOrigin, 'materialId'>) =>
  province === '' ? '产地不限' : `${province}${city === province ? '' : city}${county}`

export const supplierRow = z.strictObject({
  id,
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  creditCode: z.string().nullable(),
  province: z.string(),
  address: z.string(),
  contact: z.string(),
  phone: z.string(),
  categories: z.array(purchaseCategory),
  state: supplierState,
  stateReason: z.string(),
  auditedOn: day.nullable(),
  validUntil: day.nullable(),
  licencesUntil: day.nullable(),
  /** How many papers are in use, and how many materials are approved. */
  licences: z.int(),
  materials: z.int(),
  /** Orders that are not yet ended. */
  openOrders: z.int(),
  createdById: id.nullable(),
  /** The provisional stop that waits for its second person. */
  stop: z.strictObject({ id, placedBy: person }).nullable(),
  rowVersion: z.int(),
})
export type SupplierRow = z.infer<typeof supplierRow>

/** The part of a supplier on which it depends what may be done about their qualification. */
export type QualificationStanding = Pick<
  SupplierRow,
  'state' | 'createdById' | 'auditedOn' | 'validUntil' | 'licences' | 'kind' | 'materials'
> & { stop: { placedBy: { id: string } } | null }

const byAnother = (row: QualificationStanding, actor: Actor): RefusalCode | undefined =>
  row.createdById === actor.id ? 'author_approves' : undefined
const byAnotherThanStopped = ({ stop }: QualificationStanding, actor: Actor): RefusalCode | undefined =>
  stop?.placedBy.id === actor.id ? 'stopped_by_self' : undefined

/** What a supplier still lacks before it may be on the list. */
export const supplierLacks = (row: Omit<QualificationStanding, 'stop'>): RefusalCode | undefined =>
  row.auditedOn === null || row.validUntil === null
    ? 'supplier_not_audited'
    : row.licences === 0 && row.kind !== '农户'
      ? 'supplier_papers_missing'
      : row.materials === 0
        ? 'supplier_materials_missing'
        : undefined

/** What a change (变更) may make of a supplier. While a stop waits for its second person, nothing: that comes first. */
export const supplierChanges = {
  candidate: ['removed'],
  qualified: ['suspended', 'removed'],
  stopped: [],
  suspended: ['qualified', 'removed'],
  removed: [],
} as const satisfies Record<SupplierState, readonly SupplierState[]>
export const supplierTarget = supplierState.extract(['qualified', 'suspended', 'removed'], '请选择暂停、恢复或除名')
export type SupplierTarget = z.infer<typeof supplierTarget>
/** What the trade calls each of these changes. */
export const supplierChangeWords = { suspended: '暂停', qualified: '恢复', removed: '除名' } as const satisfies Record<
  SupplierTarget,
  string
>

const inWork = ['candidate', 'qualified', 'stopped', 'suspended'] as const

/** The life of a supplier's qualification, whole, in one table. Suspension, resumption and removal are changes (变更) by two persons. */
export const supplierActions = {
  // A change of what they were judged by stops a qualified supplier, and so does an audit that fails.
  edit: { label: '修改', duty: '33:manage', from: inWork, to: 'candidate', stays: true, orTo: ['stopped'] },
  audit: {
    label: '登记审计',
    duty: '33:audit',
    from: inWork,
    awaitedIn: ['candidate'],
    to: 'candidate',
    stays: true,
    orTo: ['stopped'],
    signs: '供应商审计',
  },
  setMaterials: { label: '核定供货范围', duty: '33:audit', from: inWork, to: 'candidate', stays: true },
  qualify: {
    label: '列为合格',
    duty: '33:audit',
    from: ['candidate'],
    awaitedIn: ['candidate'],
    to: 'qualified',
    signs: '批准供应商',
    unless: (row, actor) => supplierLacks(row) ?? byAnother(row, actor),
  },
  stop: { label: '紧急暂停', duty: '33:audit', from: ['qualified'], to: 'stopped' },
  confirmStop: {
    label: '确认暂停',
    duty: '37:approve',
    from: ['stopped'],
    awaitedIn: ['stopped'],
    to: 'suspended',
    signs: '确认暂停供应商',
    unless: byAnotherThanStopped,
  },
  liftStop: {
    label: '解除暂停',
    duty: '37:approve',
    from: ['stopped'],
    awaitedIn: ['stopped'],
    to: 'qualified',
    signs: '解除供应商暂停',
    unless: (row, actor) => byAnotherThanStopped(row, actor) ?? supplierLacks(row),
  },
} satisfies Record<string, Action<QualificationStanding>>
