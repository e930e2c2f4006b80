import { allDuties, duties, type Duty, type Right } from '#contract/kernel/duties.ts'
import { pages, type PageCode } from '#contract/kernel/pages.ts'

/** A right in the reader's words: the page it opens, or the duty. */
export const nameOfRight = (right: string): string =>
  Object.hasOwn(duties, right) ? duties[right as Duty] : `页面 ${pages.find((page) => page.code === right)?.title ?? right}`

type Branch = { code: PageCode; title: string; duties: Duty[] }

/** Menu group → page → duties: the tree in which rights are chosen. */
export const rightTree: readonly { group: string; pages: readonly Branch[] }[] = ['饮片管理', '溯源管理', '系统管理'].map((group) => ({
  group,
  pages: pages.flatMap((page) =>
    page.group === group && page.code !== null
      ? [{ code: page.code, title: page.title, duties: allDuties.filter((duty) => duty.startsWith(`${page.code}:`)) }]
      : [],
  ),
}))

export const pageOfRight = (right: Right): PageCode => right.split(':')[0] as PageCode
