import { count } from '#web/lib/format.ts'
import type { Filter } from './FilterBar.tsx'

/** What a printed list says of itself: which view, which rows were asked for, in which order, and how many of them are on the paper. */
export function printedFilters({
  title,
  query,
  filters,
  columns,
  page,
  pageSize,
  shown,
  total,
  most,
}: {
  title: string
  query: URLSearchParams
  filters: readonly Filter[]
  columns: readonly { title: string; sort?: string }[]
  page: number
  pageSize: number
  /** How many rows are on this page of the list. */
  shown: number
  total: number
  /** How many rows were read for the paper at most; absent where it holds one page of the list. */
  most?: number
}): string {
  const searched = query.get('q')
  const chosen = filters.flatMap((filter) => {
    const value = query.get(filter.key)
    if (value === null) return []
    const named = 'options' in filter ? filter.options.find((option) => option.value === value)?.label : undefined
    return [`${filter.label} ${named ?? value}`]
  })
  const asked = [...(searched ? [`搜索“${searched}”`] : []), ...chosen]
  const sort = query.get('sort')
  const sorted = columns.find((column) => column.sort !== undefined && column.sort === sort?.replace(/^-/, ''))
  const first = (page - 1) * pageSize + 1
  const rows = shown === 0 ? '没有记录' : `第 ${first}–${first + shown - 1} 条，共 ${count(total)} 条`
  return [
    title,
    `筛选：${asked.length === 0 ? '全部' : asked.join('；')}`,
    ...(sorted ? [`按${sorted.title}${sort?.startsWith('-') ? '从大到小' : '从小到大'}`] : []),
    rows,
    ...(shown === total
      ? []
      : [most === undefined ? '本纸只有其中一页，全部打印请按Ctrl-P' : `一次最多打印 ${most} 条，其余的请缩小筛选范围`]),
  ].join('　')
}
