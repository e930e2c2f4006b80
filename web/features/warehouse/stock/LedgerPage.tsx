import type { ReactNode } from 'react'
import { movementKinds } from '#contract/warehouse/movement.ts'
import { movementsOf, stockApi, type StockEntry, type StockSide } from '#contract/warehouse/stock.ts'
import { amount, dateTime } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'

const columns: readonly Column<StockEntry>[] = [
  { title: '时间', key: 'occurredAt', sort: 'occurredAt', render: (entry) => dateTime(entry.occurredAt) },
  { title: '批号', key: 'lotNo', sort: 'lotNo' },
  { title: '品名', key: 'name' },
  { title: '变动', key: 'kind', render: (entry) => movementKinds[entry.kind] },
  { title: '从', key: 'from' },
  { title: '到', key: 'to' },
  { title: '数量', key: 'quantity', align: 'right', render: (entry) => amount(entry.quantity, entry.unit) },
  { title: '单据', key: 'documentNo' },
  { title: '原因', key: 'reason' },
  { title: '经办', key: 'by' },
  { title: '记录时间', key: 'recordedAt', hidden: true, render: (entry) => dateTime(entry.recordedAt) },
]

/** 台账: every entry of one side's stock ledger, in the unit of its lot. */
export function LedgerPage({ side, title, header }: { side: StockSide; title: string; header: ReactNode }) {
  return (
    <ListPage
      key={`ledger-${side}`}
      title={`${title}台账`}
      primary={null}
      header={header}
      endpoint={stockApi[side].entries}
      columns={columns}
      rowKey={(entry) => String(entry.id)}
      searchHint="搜索批号、品名、单据号或拼音首字母"
      filters={[
        { key: 'kind', label: '变动', options: movementsOf(side).map((value) => ({ value, label: movementKinds[value] })) },
        { key: 'from', label: '日期起', day: true },
        { key: 'to', label: '止', day: true },
      ]}
      empty="还没有库存变动"
    />
  )
}
