import { Button } from 'antd'
import type { ReactNode } from 'react'
import {
  discrepancyApi,
  discrepancyKinds,
  discrepancyLooks,
  discrepancyOutcomes,
  discrepancyState,
  type DiscrepancyRow,
} from '#contract/supply/discrepancy.ts'
import { amount, dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DiscrepancyDrawer } from './DiscrepancyDrawer.tsx'

const columns: readonly Column<DiscrepancyRow>[] = [
  { title: '差异单号', key: 'discrepancyNo', sort: 'discrepancyNo' },
  { title: '收货单号', key: 'receiptNo' },
  { title: '供应商', key: 'supplierName' },
  { title: '物料', key: 'name' },
  { title: '差异', key: 'kinds', render: ({ kinds }) => kinds.map((kind) => discrepancyKinds[kind]).join('、') },
  { title: '随货单', key: 'noted', align: 'right', render: ({ noted, unit }) => amount(noted, unit) },
  { title: '实收', key: 'net', align: 'right', render: ({ net, unit }) => amount(net, unit) },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={discrepancyLooks} state={state} /> },
  { title: '处理结果', key: 'settledAs', render: ({ settledAs }) => settledAs && discrepancyOutcomes[settledAs] },
  { title: '开启时间', key: 'openedAt', sort: 'openedAt', render: ({ openedAt }) => dateTime(openedAt) },
]

/** 到货差异: what was not as the delivery note said, from the door to its end with the supplier. */
export function DiscrepancyList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const id = query.get('id')
  return (
    <ListPage
      title="到货差异"
      primary={null}
      header={header}
      endpoint={discrepancyApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索差异单号、收货单号或供应商"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: discrepancyState.options.map((value) => ({ value, label: discrepancyLooks[value].label })),
        },
      ]}
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setQuery({ id: row.id })}>
          详情
        </Button>
      )}
      empty="还没有到货差异；到货验收时与随货单不符、包装或标签有异常、拒收的，都会列在这里"
    >
      {id !== null && <DiscrepancyDrawer id={id} onClose={() => setQuery({ id: null })} />}
    </ListPage>
  )
}
