import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { returnKinds, returnLooks, returnState, type ReturnRow } from '#contract/selling/return.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ReturnDrawer } from './ReturnDrawer.tsx'
import { ReturnFormDrawer } from './ReturnFormDrawer.tsx'

const columns: readonly Column<ReturnRow>[] = [
  { title: '退货单号', key: 'returnNo', sort: 'returnNo' },
  { title: '来由', key: 'kind', render: ({ kind }) => returnKinds[kind] },
  { title: '客户', key: 'customerName', width: 12 },
  { title: '退回货物', key: 'goods' },
  { title: '预计 / 已收', key: 'announced', align: 'right', render: ({ announced, received }) => `${announced} / ${received ?? '—'}` },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={returnLooks} state={state} /> },
  { title: '原因', key: 'reason' },
  { title: '出库单号', key: 'shipmentNo' },
  { title: '登记', key: 'createdAt', sort: 'createdAt', render: (row) => <Done by={row.createdBy.name} at={row.createdAt} /> },
  { title: '收货时间', key: 'receivedAt', render: ({ receivedAt }) => receivedAt && dateTime(receivedAt), hidden: true },
]

/** 退货: what customers send back or refuse, and where each return stands. */
export function ReturnList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [writing, setWriting] = useState(false)
  const id = query.get('id')
  return (
    <ListPage
      title="退货"
      primary={
        <DutyButton duty="110:create" onClick={() => setWriting(true)}>
          申请退货
        </DutyButton>
      }
      header={header}
      endpoint={returnApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索退货单号或出库单号"
      filters={[
        { key: 'state', label: '状态', options: returnState.options.map((value) => ({ value, label: returnLooks[value].label })) },
        { key: 'kind', label: '来由', options: keysOf(returnKinds).map((value) => ({ value, label: returnKinds[value] })) },
      ]}
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setQuery({ id: row.id })}>
          详情
        </Button>
      )}
      empty="还没有退货；客户要退货时点“申请退货”，拒收的货在登记签收后自动列入"
    >
      {id !== null && <ReturnDrawer id={id} onClose={() => setQuery({ id: null, do: null })} />}
      {writing && (
        <ReturnFormDrawer
          onDone={(done) => {
            setWriting(false)
            setQuery({ id: done })
          }}
          onClose={() => setWriting(false)}
        />
      )}
    </ListPage>
  )
}
