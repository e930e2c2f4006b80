import { elementAt } from './certain.ts'

/** Every page of the product: the one list that router, menu, guard, tabs and the command palette read. */
export const pages = [
  { path: '/dashboard', title: '系统首页', code: null, group: null, access: 'signed-in', menu: true },
  { path: '/ucenter', title: '个人中心', code: null, group: null, access: 'signed-in', menu: false },
  { path: '/theme', title: '主题设置', code: null, group: null, access: 'signed-in', menu: false },

  { path: '/yuanliao-caigou', title: '原料采购', code: '11', group: '饮片管理', access: 'signed-in', menu: true },
  { path: '/yuanliao-qingyan', title: '原料请验', code: '12', group: '饮片管理', access: 'signed-in', menu: true },
  { path: '/yuanliao-fangxing', title: '原料放行', code: '13', group: '饮片管理', access: 'signed-in', menu: true },
  { path: '/yuanliao-kucun', title: '原料库存', code: '14', group: '饮片管理', access: 'signed-in', menu: true },
  { path: '/yinpian-shengchan', title: '饮片生产', code: '15', group: '饮片管理', access: 'signed-in', menu: true },
  { path: '/yinpian-qingyan', title: '成品请验', code: '16', group: '饮片管理', access: 'signed-in', menu: true },
  { path: '/yinpian-zhijian', title: '成品质检', code: '17', group: '饮片管理', access: 'signed-in', menu: true },
  { path: '/yinpian-baozhuang', title: '成品包装', code: '18', group: '饮片管理', access: 'signed-in', menu: true },
  { path: '/yinpian-kucun', title: '成品库存', code: '19', group: '饮片管理', access: 'signed-in', menu: true },
  { path: '/yinpian-xiaoshou', title: '销售运输', code: '110', group: '饮片管理', access: 'signed-in', menu: true },

  { path: '/suyuan-erweima', title: '二维码管理', code: '21', group: '溯源管理', access: 'signed-in', menu: true },
  { path: '/suyuan-lvli', title: '成品履历', code: '22', group: '溯源管理', access: 'signed-in', menu: true },

  { path: '/system-user', title: '用户管理', code: '31', group: '系统管理', access: 'signed-in', menu: false },
  { path: '/system-role', title: '角色管理', code: '32', group: '系统管理', access: 'signed-in', menu: false },
  { path: '/system-qiye', title: '企业管理', code: '33', group: '系统管理', access: 'signed-in', menu: true },
  { path: '/system-kehu', title: '客户管理', code: '34', group: '系统管理', access: 'signed-in', menu: true },
  { path: '/system-jiagong', title: '加工管理', code: '35', group: '系统管理', access: 'signed-in', menu: true },
  { path: '/system-zidian', title: '数据字典', code: '36', group: '系统管理', access: 'signed-in', menu: true },
  { path: '/system-jilu', title: '质检记录', code: '37', group: '系统管理', access: 'signed-in', menu: true },
  // No menu entry: reached from the pages that an event concerns, from 质检记录 and from Ctrl/⌘ K.
  { path: '/zhiliang-shijian', title: '质量事件', code: '37', group: '系统管理', access: 'signed-in', menu: false },

  { path: '/login', title: '登录', code: null, group: null, access: 'public', menu: false },
  { path: '/register', title: '注册', code: null, group: null, access: 'public', menu: false },
  { path: '/reset-pwd', title: '重置密码', code: null, group: null, access: 'public', menu: false },
  { path: '/403', title: '没有权限', code: null, group: null, access: 'public', menu: false },
  { path: '/404', title: '找不到页面', code: null, group: null, access: 'public', menu: false },
] as const satisfies readonly Page[]

export type Page = {
  path: `/${string}`
  title: string
  /** Permission code of the seed; null = no code is needed. */
  code: string | null
  group: '饮片管理' | '溯源管理' | '系统管理' | null
  access: 'signed-in' | 'public'
  /** Whether the sidebar shows it; users and roles are routes without a menu entry. */
  menu: boolean
}

export type PagePath = (typeof pages)[number]['path']
export type PageCode = Exclude<(typeof pages)[number]['code'], null>

/** The codes of the menu groups, which the seed's list holds beside the page codes. */
export const groupCodes = { '0': '系统首页', '1': '饮片管理', '2': '溯源管理', '3': '系统管理' } as const

export const pageCodes: readonly PageCode[] = [...new Set(pages.flatMap((page) => (page.code === null ? [] : [page.code])))]

/** The page that a code is named after; a page that shares its code comes after it. */
export const pageOfCode = (code: PageCode) =>
  elementAt(
    pages.filter((page) => page.code === code),
    0,
  )
