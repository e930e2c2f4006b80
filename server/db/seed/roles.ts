import { allDuties, type Right } from '../../../contract/duties.ts'
import { pageCodes } from '../../../contract/pages.ts'

const everything: Right[] = [...pageCodes, ...allDuties]

/** The two roles of the seed: both hold the full list; only platform operation is kept to the administrator. */
export const builtInRoles: Record<'admin' | 'user', readonly Right[]> = {
  admin: everything,
  user: everything.filter((right) => right !== '33:platform'),
}

/** The posts of a factory (domain §2.0) as roles: the pages a person opens and the duties they have. */
export const factoryRoles = {
  采购员: ['11', '14', '33', '11:create', '33:manage'],
  生产经理: ['11', '15', '18', '22', '35', '11:approve', '15:approve', '18:approve'],
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
    '36',
    '37',
    '13:decide',
    '14:freeze',
    '15:qa',
    '18:check',
    '19:freeze',
    '21:void',
  ],
  质量受权人: ['13', '14', '15', '17', '18', '19', '22', '37', '19:release', '15:approve', '18:approve', '11:approve'],
  生产员: ['14', '15', '16', '35', '15:create', '15:execute', '15:check', '16:request'],
  包装员: ['18', '19', '21', '18:create', '18:execute', '21:print'],
  销售员: ['19', '34', '110', '110:create', '34:manage'],
  销售经理: ['19', '22', '34', '110', '110:approve', '34:manage'],
  物流员: ['110', '110:ship'],
} satisfies Record<string, readonly Right[]>

export type FactoryRole = keyof typeof factoryRoles

/** The demo accounts: who works at the demo factory, and one person of another enterprise. */
export const demoPeople: readonly {
  userName: string
  name: string
  initials: string
  post: string
  roles: readonly (FactoryRole | 'admin' | 'user')[]
  elsewhere?: true
}[] = [
  { userName: 'admin', name: '陈管理', initials: 'cgl', post: '系统管理员', roles: ['admin'] },
  { userName: 'user', name: '林用户', initials: 'lyh', post: '综合岗', roles: ['user'] },
  { userName: 'caigou', name: '王采购', initials: 'wcg', post: '采购员', roles: ['采购员'] },
  { userName: 'cangku', name: '赵仓管', initials: 'zcg', post: '仓库管理员', roles: ['仓库管理员'] },
  { userName: 'cangku2', name: '钱仓管', initials: 'qcg', post: '仓库管理员', roles: ['仓库管理员'] },
  { userName: 'quyang', name: '孙取样', initials: 'sqy', post: '取样员', roles: ['取样员'] },
  { userName: 'jianyan', name: '李检验', initials: 'ljy', post: '检验员', roles: ['检验员'] },
  { userName: 'fuhe', name: '周复核', initials: 'zfh', post: '复核员', roles: ['复核员'] },
  { userName: 'zhuguan', name: '吴主管', initials: 'wzg', post: 'QC主管', roles: ['QC主管'] },
  { userName: 'qa', name: '郑质保', initials: 'zzb', post: 'QA', roles: ['QA'] },
  { userName: 'shouquan', name: '冯受权', initials: 'fsq', post: '质量受权人', roles: ['质量受权人'] },
  { userName: 'shengchan', name: '褚生产', initials: 'csc', post: '班组长', roles: ['生产员'] },
  { userName: 'shengchan2', name: '卫生产', initials: 'wsc', post: '生产经理', roles: ['生产员', '生产经理'] },
  { userName: 'baozhuang', name: '蒋包装', initials: 'jbz', post: '包装员', roles: ['包装员'] },
  { userName: 'xiaoshou', name: '沈销售', initials: 'sxs', post: '销售员', roles: ['销售员'] },
  { userName: 'wuliu', name: '韩物流', initials: 'hwl', post: '销售物流经理', roles: ['物流员', '销售经理'] },
  { userName: 'other', name: '外企甲', initials: 'wqj', post: '管理员', roles: ['admin'], elsewhere: true },
]
