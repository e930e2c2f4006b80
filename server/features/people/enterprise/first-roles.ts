import { allDuties, type Right } from '#contract/kernel/duties.ts'
import { pageCodes } from '#contract/kernel/pages.ts'

const everything: Right[] = [...pageCodes, ...allDuties]

/** The two roles that every enterprise has: both hold the full list; only platform operation is kept to the administrator. */
export const builtInRoles: Record<'admin' | 'user', readonly Right[]> = {
  admin: everything,
  user: everything.filter((right) => right !== '33:platform'),
}

/** The posts of a factory (domain §2.0) as roles: the pages a person opens and the duties they have. */
export const factoryRoles = {
  采购员: ['11', '14', '33', '11:create', '33:manage'],
  生产经理: ['11', '15', '18', '22', '35', '11:approve', '15:approve', '18:approve', '35:manage'],
  仓库管理员: [
    '11',
    '12',
    '14',
    '15',
    '19',
    '110',
    '11:receive',
    '12:request',
    '14:move',
    '15:issue',
    '19:move',
    '110:allocate',
    '110:pick',
    '110:check',
  ],
  取样员: ['12', '16', '12:sample', '16:sample'],
  检验员: ['12', '17', '37', '12:sample', '16:sample', '12:test', '17:test'],
  复核员: ['12', '17', '37', '12:review', '17:review'],
  QC主管: ['12', '16', '17', '36', '37', '12:accept', '12:approve', '16:accept', '17:approve', '36:manage'],
  QA: [
    '11',
    '12',
    '13',
    '14',
    '15',
    '16',
    '17',
    '18',
    '19',
    '21',
    '22',
    '33',
    '34',
    '35',
    '36',
    '37',
    '13:decide',
    '14:freeze',
    '15:qa',
    '18:check',
    '19:freeze',
    '21:void',
    '33:audit',
    '35:review',
  ],
  质量受权人: [
    '13',
    '14',
    '15',
    '17',
    '18',
    '19',
    '22',
    '33',
    '35',
    '36',
    '37',
    '19:release',
    '15:approve',
    '18:approve',
    '11:approve',
    '35:approve',
    '36:approve',
  ],
  生产员: ['14', '15', '16', '35', '15:create', '15:execute', '15:check', '16:request'],
  包装员: ['18', '19', '21', '18:create', '18:execute', '21:print'],
  销售员: ['19', '34', '110', '110:create', '34:manage'],
  销售经理: ['19', '22', '34', '110', '110:approve', '34:manage'],
  物流员: ['110', '110:ship'],
} satisfies Record<string, readonly Right[]>

export type FactoryRole = keyof typeof factoryRoles
