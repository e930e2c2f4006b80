import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printedFilters } from './printed-filters.ts'

const list = {
  title: '原料库存',
  filters: [
    { key: 'state', label: '质量状态', options: [{ value: 'released', label: '合格' }] },
    { key: 'from', label: '到货自', day: true as const },
  ],
  columns: [{ title: '批号', sort: 'lotNo' }, { title: '品名' }],
  page: 1,
  pageSize: 20,
  shown: 20,
  total: 57,
}

test('a printed list says that it shows all, and how much of all is on the paper', () => {
  assert.equal(
    printedFilters({ ...list, query: new URLSearchParams() }),
    '原料库存　筛选：全部　第 1–20 条，共 57 条　本纸只有其中一页，全部打印请按Ctrl-P',
  )
})

test('a printed list names search, filters and order in the words of the screen', () => {
  const query = new URLSearchParams({ q: 'dg', state: 'released', from: '2026-11-01', sort: '-lotNo' })
  assert.equal(
    printedFilters({ ...list, query, page: 3, shown: 17 }),
    '原料库存　筛选：搜索“dg”；质量状态 合格；到货自 2026-11-01　按批号从大到小　第 41–57 条，共 57 条　本纸只有其中一页，全部打印请按Ctrl-P',
  )
  assert.match(printedFilters({ ...list, query, shown: 0, total: 0 }), /没有记录$/)
})

test('a printed list that holds all rows says no more, and one that was cut says at how many', () => {
  const query = new URLSearchParams()
  assert.match(printedFilters({ ...list, query, shown: 57, pageSize: 1000, most: 1000 }), /第 1–57 条，共 57 条$/)
  assert.match(printedFilters({ ...list, query, shown: 1000, total: 1001, most: 1000 }), /一次最多打印 1000 条，其余的请缩小筛选范围$/)
})
