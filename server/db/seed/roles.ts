import type { FactoryRole } from '#server/features/people/enterprise/first-roles.ts'

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
  { userName: 'qa2', name: '顾质保', initials: 'gzb', post: 'QA', roles: ['QA'] },
  { userName: 'zhiliang', name: '何质量', initials: 'hzl', post: '质量负责人', roles: ['质量负责人'] },
  { userName: 'shouquan', name: '冯受权', initials: 'fsq', post: '质量受权人', roles: ['质量受权人'] },
  { userName: 'shengchan', name: '褚生产', initials: 'csc', post: '班组长', roles: ['生产员'] },
  { userName: 'shengchan2', name: '卫生产', initials: 'wsc', post: '生产经理', roles: ['生产员', '生产经理'] },
  { userName: 'baozhuang', name: '蒋包装', initials: 'jbz', post: '包装员', roles: ['包装员'] },
  { userName: 'xiaoshou', name: '沈销售', initials: 'sxs', post: '销售员', roles: ['销售员'] },
  { userName: 'wuliu', name: '韩物流', initials: 'hwl', post: '销售物流经理', roles: ['物流员', '销售经理'] },
  { userName: 'other', name: '外企甲', initials: 'wqj', post: '管理员', roles: ['admin'], elsewhere: true },
]
