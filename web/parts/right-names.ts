import { only } from '#contract/kernel/certain.ts'
import { allDuties, allRights, duties, type Duty, type Right } from '#contract/kernel/duties.ts'
import { pageCodes, pages, type PageCode } from '#contract/kernel/pages.ts'

const isDuty = (right: string): right is Duty => Object.hasOwn(duties, right)

/** Whether a text is a right of the contract: an old record may name one that is gone. */
export const isRight = (right: string): right is Right => allRights.some((one) => one === right)

/** A right in the reader's words: the page it opens, or the duty. */
export const nameOfRight = (right: string): string =>
  isDuty(right) ? duties[right] : `页面 ${pages.find((page) => page.code === right)?.title ?? right}`

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

/** The page that a right opens, or under which its duty is. */
export const pageOfRight = (right: Right): PageCode => only(pageCodes.filter((code) => right === code || right.startsWith(`${code}:`)))
