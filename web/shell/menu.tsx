import {
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BookOutlined,
  BranchesOutlined,
  CarOutlined,
  CheckCircleOutlined,
  ContactsOutlined,
  DatabaseOutlined,
  ExperimentOutlined,
  FileSearchOutlined,
  GiftOutlined,
  HomeOutlined,
  InboxOutlined,
  NodeIndexOutlined,
  ProfileOutlined,
  QrcodeOutlined,
  SettingOutlined,
  ShoppingCartOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import { pages, type Page, type PagePath } from '#contract/kernel/pages.ts'

type MenuPath = Extract<(typeof pages)[number], { menu: true }>['path']

/** The picture of every page of the menu. */
export const pageIcons: Record<MenuPath, ComponentType> = {
  '/dashboard': HomeOutlined,
  '/yuanliao-caigou': ShoppingCartOutlined,
  '/yuanliao-qingyan': FileSearchOutlined,
  '/yuanliao-fangxing': CheckCircleOutlined,
  '/yuanliao-kucun': InboxOutlined,
  '/yinpian-shengchan': ToolOutlined,
  '/yinpian-qingyan': AuditOutlined,
  '/yinpian-zhijian': ExperimentOutlined,
  '/yinpian-baozhuang': GiftOutlined,
  '/yinpian-kucun': DatabaseOutlined,
  '/yinpian-xiaoshou': CarOutlined,
  '/suyuan-erweima': QrcodeOutlined,
  '/suyuan-lvli': NodeIndexOutlined,
  '/system-qiye': BankOutlined,
  '/system-kehu': ContactsOutlined,
  '/system-jiagong': AppstoreOutlined,
  '/system-zidian': BookOutlined,
  '/system-jilu': ProfileOutlined,
}

/** The menu's groups with their code and picture, in the order of the menu. */
export const groups = [
  { title: '饮片管理', code: '1', icon: ExperimentOutlined },
  { title: '溯源管理', code: '2', icon: BranchesOutlined },
  { title: '系统管理', code: '3', icon: SettingOutlined },
] as const satisfies readonly { title: Page['group']; code: string; icon: ComponentType }[]

/** The menu's pages of one group that a person with these codes may open. */
export const menuOf = (group: Page['group'], codes: readonly string[]) =>
  pages.filter(
    (page): page is Extract<(typeof pages)[number], { menu: true }> =>
      page.menu && page.group === group && (page.code === null || codes.includes(page.code)),
  )

/** The pages a person with these codes may open, in the menu or not. */
export const openPages = (codes: readonly string[]) =>
  pages.filter((page) => page.access === 'signed-in' && (page.code === null || codes.includes(page.code)))

/** The first letters of a page's title in pinyin, so that `ylcg` finds 原料采购. */
export const initials: Record<PagePath, string> = {
  '/dashboard': 'xtsy',
  '/ucenter': 'grzx',
  '/theme': 'ztsz',
  '/yuanliao-caigou': 'ylcg',
  '/yuanliao-qingyan': 'ylqy',
  '/yuanliao-fangxing': 'ylfx',
  '/yuanliao-kucun': 'ylkc',
  '/yinpian-shengchan': 'ypsc',
  '/yinpian-qingyan': 'cpqy',
  '/yinpian-zhijian': 'cpzj',
  '/yinpian-baozhuang': 'cpbz',
  '/yinpian-kucun': 'cpkc',
  '/yinpian-xiaoshou': 'xsys',
  '/suyuan-erweima': 'ewmgl',
  '/suyuan-lvli': 'cpll',
  '/system-user': 'yhgl',
  '/system-role': 'jsgl',
  '/system-qiye': 'qygl',
  '/system-kehu': 'khgl',
  '/system-jiagong': 'jggl',
  '/system-zidian': 'sjzd',
  '/system-jilu': 'zjjl',
  '/zhiliang-shijian': 'zlsj',
  '/login': 'dl',
  '/register': 'zc',
  '/reset-pwd': 'czmm',
  '/403': 'myqx',
  '/404': 'zbdym',
}
