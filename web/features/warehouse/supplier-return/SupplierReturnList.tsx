import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { supplierReturnApi, supplierReturnLooks, supplierReturnState, type SupplierReturnRow } from '#contract/warehouse/supplier-return.ts'
import { amount, dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ProposeReturnDialog } from './ProposeReturnDialog.tsx'
import { SupplierReturnDrawer } from './SupplierReturnDrawer.tsx'

const columns: readonly Column<SupplierReturnRow>[] = [
  { title: '退货单号', key: 'returnNo', sort: 'returnNo' },
  { title: '批号', key: 'lotNo' },
  { title: '品名', key: 'name' },
  { title: '供应商', key: 'supplierName' },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={supplierReturnLooks} state={state} /> },
  { title: '数量', key: 'quantity', align: 'right', render: ({ quantity, unit }) => amount(quantity, unit) },
  { title: '实称', key: 'weighed', align: 'right', render: ({ weighed, unit }) => weighed && amount(weighed, unit) },
  { title: '提出', key: 'proposedAt', sort: 'proposedAt', render: (row) => <Done by={row.proposedBy.name} at={row.proposedAt} /> },
  { title: '发出', key: 'sentAt', render: ({ sentAt }) => sentAt && dateTime(sentAt) },
]

/** 退供应商: what was rejected goes back to whom it was bought from, from the proposal to the supplier's word. */
export function SupplierReturnList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [proposing, setProposing] = useState(false)
  const id = query.get('id')
  return (
    <ListPage
      title="退货给供应商"
      primary={
        <DutyButton duty="14:dispose" onClick={() => setProposing(true)}>
          提出退货
        </DutyButton>
      }
      header={header}
      endpoint={supplierReturnApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索退货单号、批号或供应商"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: supplierReturnState.options.map((value) => ({ value, label: supplierReturnLooks[value].label })),
        },
      ]}
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setQuery({ id: row.id })}>
          详情
        </Button>
      )}
      empty="还没有退供应商单；判定不合格、在不合格区的外购批次从这里退给供应商"
    >
      {id !== null && <SupplierReturnDrawer id={id} onClose={() => setQuery({ id: null })} />}
      {proposing && (
        <ProposeReturnDialog
          onDone={(done) => {
            setProposing(false)
            setQuery({ id: done })
          }}
          onClose={() => setProposing(false)}
        />
      )}
    </ListPage>
  )
}
