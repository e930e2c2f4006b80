import { Button } from 'antd'
import type { ReactNode } from 'react'
import { claimLooks, claimState, type ClaimRow } from '#contract/selling/return.ts'
import { claimApi } from '#contract/selling/return-api.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ClaimDrawer } from './ClaimDrawer.tsx'

const columns: readonly Column<ClaimRow>[] = [
  { title: '索赔单号', key: 'claimNo', sort: 'claimNo' },
  { title: '承运单位', key: 'carrier' },
  { title: '货物', key: 'goods', render: ({ goods, lotNo }) => `${goods} ${lotNo}` },
  { title: '缺少', key: 'packs', align: 'right', render: ({ packs, packUnit }) => `${packs} ${packUnit}` },
  { title: '未查明', key: 'open', align: 'right', render: ({ open, packUnit }) => `${open} ${packUnit}` },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={claimLooks} state={state} /> },
  { title: '客户', key: 'customerName', width: 12 },
  { title: '出库单号', key: 'shipmentNo' },
  { title: '登记', key: 'openedAt', sort: 'openedAt', render: (row) => <Done by={row.openedBy.name} at={row.openedAt} /> },
]

/** 承运索赔: what left and arrived nowhere, until it is known what became of it. */
export function ClaimList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const id = query.get('id')
  return (
    <ListPage
      title="承运索赔"
      primary={null}
      header={header}
      endpoint={claimApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索索赔单号或出库单号"
      filters={[{ key: 'state', label: '状态', options: claimState.options.map((value) => ({ value, label: claimLooks[value].label })) }]}
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setQuery({ id: row.id })}>
          详情
        </Button>
      )}
      empty="没有承运索赔；登记签收时写明短少，或退回的货少到，会自动列入"
    >
      {id !== null && <ClaimDrawer id={id} onClose={() => setQuery({ id: null, do: null })} />}
    </ListPage>
  )
}
