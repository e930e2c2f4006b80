import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { addDays } from '#contract/warehouse/shelf-life.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { day, id, optionalText, rowVersion, text } from '#contract/kernel/values.ts'

/** 证照 (dictionary license_type). */
export const licenceKinds = [
  '营业执照',
  '药品生产许可证',
  '药品经营许可证',
  '医疗机构执业许可证',
  'GMP符合性',
  'GSP',
  '农民专业合作社',
  '食品生产许可证',
  '进口药材批件',
  '产地证明',
  '质量协议',
  '其它',
] as const
const licenceKind = z.enum(licenceKinds, '请选择证照类型')

/** How many days before the end of a licence or a qualification its keepers get a message (domain §2.12, code 33); 0 = it is over. */
export const alertDays = [90, 30, 7] as const

/** How near its end something is that holds until `validUntil`, the last day included; without an end it is never near. */
export function validityOf(validUntil: string | null, today: string): 'good' | 'near' | 'soon' | 'over' {
  if (validUntil === null || validUntil > addDays(today, 90)) return 'good'
  if (validUntil < today) return 'over'
  return validUntil > addDays(today, 30) ? 'near' : 'soon'
}
export const validityLooks: Record<ReturnType<typeof validityOf>, StateLook> = {
  good: { label: '有效', tone: 'good' },
  near: { label: '90天内到期', tone: 'waiting' },
  soon: { label: '30天内到期', tone: 'warning' },
  over: { label: '已过期', tone: 'bad' },
}

export const licenceRow = z.strictObject({
  id,
  kind: z.string(),
  number: z.string(),
  scope: z.string(),
  issuedBy: z.string(),
  validFrom: day.nullable(),
  validUntil: day.nullable(),
  isActive: z.boolean(),
  rowVersion: z.int(),
})
export type LicenceRow = z.infer<typeof licenceRow>

const fields = {
  kind: licenceKind,
  number: text(60),
  scope: optionalText(300),
  issuedBy: optionalText(60),
  validFrom: day.nullable(),
  /** Null for one without an end (长期). */
  validUntil: day.nullable(),
}
const change = z.strictObject({ id, rowVersion, ...fields })
const putAside = z.strictObject({ id, reason: text(200) })
const done = z.strictObject({ id })

/** The papers of the enterprise itself, of a supplier, of a customer: each kept by those who keep its owner. */
export const licenceApi = {
  addOwn: endpoint({
    method: 'POST',
    path: '/enterprise/licences',
    right: '33:manage',
    summary: '登记本企业的证照',
    input: z.strictObject(fields),
    output: done,
  }),
  editOwn: endpoint({
    method: 'PATCH',
    path: '/enterprise/licences/{id}',
    right: '33:manage',
    summary: '更正本企业的证照',
    input: change,
    output: done,
    refusals: ['stale'],
  }),
  putAsideOwn: endpoint({
    method: 'POST',
    path: '/enterprise/licences/{id}/put-aside',
    right: '33:manage',
    summary: '停用本企业已换发的证照',
    input: putAside,
    output: done,
  }),
  addOfSupplier: endpoint({
    method: 'POST',
    path: '/suppliers/{id}/licences',
    right: '33:manage',
    summary: '登记供应商的证照',
    input: z.strictObject({ id, ...fields }),
    output: done,
  }),
  editOfSupplier: endpoint({
    method: 'PATCH',
    path: '/supplier-licences/{id}',
    right: '33:manage',
    summary: '更正供应商的证照',
    input: change,
    output: done,
    refusals: ['stale'],
  }),
  putAsideOfSupplier: endpoint({
    method: 'POST',
    path: '/supplier-licences/{id}/put-aside',
    right: '33:manage',
    summary: '停用供应商已换发的证照',
    input: putAside,
    output: done,
  }),
  addOfCustomer: endpoint({
    method: 'POST',
    path: '/customers/{id}/licences',
    right: '34:manage',
    summary: '登记客户的其它证照',
    input: z.strictObject({ id, ...fields }),
    output: done,
  }),
  editOfCustomer: endpoint({
    method: 'PATCH',
    path: '/customer-licences/{id}',
    right: '34:manage',
    summary: '更正客户的其它证照',
    input: change,
    output: done,
    refusals: ['stale'],
  }),
  putAsideOfCustomer: endpoint({
    method: 'POST',
    path: '/customer-licences/{id}/put-aside',
    right: '34:manage',
    summary: '停用客户已换发的证照',
    input: putAside,
    output: done,
  }),
}
