import { z } from 'zod'
import type { Action, Actor } from '#contract/kernel/action.ts'
import { allRights } from '#contract/kernel/duties.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import type { RefusalCode } from '#contract/kernel/refusals.ts'
import { administrativeRights } from '#contract/kernel/separation.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { id, instant, listOf, listQuery, person, rowVersion, sortBy, text } from '#contract/kernel/values.ts'

/** The two roles of the seed are built in and stay as they are; all others are the enterprise's own. */
export const roleState = z.enum(['built_in', 'own'], '没有这种角色')
export type RoleState = z.infer<typeof roleState>
export const roleLooks: Record<RoleState, StateLook> = {
  built_in: { label: '内置', tone: 'neutral' },
  own: { label: '自定义', tone: 'active' },
}

const roleRow = z.strictObject({
  id,
  name: z.string(),
  state: roleState,
  rights: z.array(z.string()),
  /** Rights that another administrator has to approve. */
  proposedRights: z.array(z.string()),
  /** How many accounts hold it, disabled ones included. */
  holderCount: z.int(),
  createdAt: instant,
  rowVersion: z.int(),
})
export type RoleRow = z.infer<typeof roleRow>

const ofOneself = (role: RoleRow): RefusalCode | undefined => (role.state === 'built_in' ? 'role_built_in' : undefined)

export const roleActions = {
  edit: { label: '修改', duty: '32:manage', from: ['own', 'built_in'], to: 'own', stays: true, unless: ofOneself },
  remove: {
    label: '删除',
    duty: '32:manage',
    from: ['own', 'built_in'],
    to: 'own',
    stays: true,
    unless: (role: RoleRow, actor: Actor) =>
      ofOneself(role) ?? (role.holderCount > 0 ? 'role_held' : undefined) ?? refuseBeyondOwn([], role.rights, actor),
  },
} satisfies Record<string, Action<RoleRow>>

/** What a change of a role's rights adds and takes away, in the order of the menu. */
export const differenceOf = (before: readonly string[], after: readonly string[]) => ({
  added: allRights.filter((right) => after.includes(right) && !before.includes(right)),
  taken: allRights.filter((right) => before.includes(right) && !after.includes(right)),
})

/** Nobody gives or takes a right that decides about rights unless they hold it themselves. */
export function refuseBeyondOwn(before: readonly string[], after: readonly string[], actor: Actor): RefusalCode | undefined {
  const { added, taken } = differenceOf(before, after)
  const touched = administrativeRights.filter((right) => added.includes(right) || taken.includes(right))
  return touched.some((right) => !actor.rights.includes(right)) ? 'beyond_own_rights' : undefined
}

const roleDetail = roleRow.extend({
  holders: z.array(person.extend({ userName: z.string(), state: z.enum(['active', 'disabled']) })),
  /** Whether the one who asks holds this role, and which rights their other roles leave them without it. */
  isMine: z.boolean(),
  myOtherRights: z.array(z.string()),
})
export type RoleDetail = z.infer<typeof roleDetail>

const rights = z
  .array(z.enum(allRights, '没有这项权限'), '请选择权限')
  .refine((chosen) => new Set(chosen).size === chosen.length, '同一权限选了两次')

export const roleApi = {
  list: endpoint({
    method: 'GET',
    path: '/roles',
    right: '32',
    summary: '本企业的角色',
    input: listQuery.extend({ state: roleState.optional(), sort: sortBy(['name', 'holderCount', 'createdAt'], 'createdAt') }),
    output: listOf(roleRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/roles/{id}',
    right: '32',
    summary: '一个角色的权限及持有人',
    input: z.strictObject({ id }),
    output: roleDetail,
  }),
  create: endpoint({
    method: 'POST',
    path: '/roles',
    right: '32:manage',
    summary: '建立角色，也可由另一角色复制而来',
    input: z.strictObject({ name: text(40), rights }),
    output: roleRow,
    refusals: ['role_name_taken', 'beyond_own_rights'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/roles/{id}',
    right: '32:manage',
    summary: '修改角色的名称和权限；持有人的下一次请求即按新权限，新增的签名和管理权限由另一位管理员批准后生效',
    input: z.strictObject({ id, rowVersion, name: text(40), rights }),
    output: roleRow,
    refusals: [
      'stale',
      'role_name_taken',
      'role_built_in',
      'own_rights',
      'beyond_own_rights',
      'rights_by_two',
      'secret_unconfirmed',
      'proposal_waiting',
      'last_administrator',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/roles/{id}',
    right: '32:manage',
    summary: '删除无人持有的角色',
    input: z.strictObject({ id }),
    output: z.strictObject({}),
    refusals: ['role_built_in', 'role_held', 'beyond_own_rights'],
  }),
}
