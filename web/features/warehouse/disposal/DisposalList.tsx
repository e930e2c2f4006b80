import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { disposalApi, disposalGrounds, disposalLooks, disposalState, totalOf, type DisposalRow } from '#contract/warehouse/disposal.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DisposalDrawer } from './DisposalDrawer.tsx'
import { ProposeDrawer } from './ProposeDrawer.tsx'

const columns: readonly Column<DisposalRow>[] = [
  { title: '处置单号', key: 'disposalNo', sort: 'disposalNo' },
  { title: '货物', key: 'goods' },
  { title: '原因', key: 'ground', render: ({ ground }) => disposalGrounds[ground] },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={disposalLooks} state={state} /> },
  { title: '批次', key: 'lots', align: 'right' },
  { title: '数量', key: 'quantity', align: 'right', render: (row) => totalOf(row) },
  { title: '件数', key: 'packs', align: 'right', render: ({ packs }) => (packs === 0 ? null : packs) },
  { title: '提出', key: 'proposedAt', sort: 'proposedAt', render: (row) => <Done by={row.proposedBy.name} at={row.proposedAt} /> },
  { title: '销毁', key: 'carriedAt', render: ({ carriedAt }) => carriedAt && dateTime(carriedAt) },
]

/** 处置与销毁: what leaves the house for good, from the proposal to the witness. */
export function DisposalList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [proposing, setProposing] = useState(false)
  const id = query.get('id')
  return (
    <ListPage
      title="处置与销毁"
      primary={
        <DutyButton duty="14:dispose" onClick={() => setProposing(true)}>
          提出处置
        </DutyButton>
      }
      header={header}
      endpoint={disposalApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索处置单号或批号"
      filters={[
        { key: 'ground', label: '原因', options: keysOf(disposalGrounds).map((value) => ({ value, label: disposalGrounds[value] })) },
        { key: 'state', label: '状态', options: disposalState.options.map((value) => ({ value, label: disposalLooks[value].label })) },
      ]}
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setQuery({ id: row.id })}>
          详情
        </Button>
      )}
      empty="还没有处置单；不合格、过期、退货或在库破损的货物从这里提出处置"
    >
      {id !== null && <DisposalDrawer id={id} onClose={() => setQuery({ id: null })} />}
      {proposing && (
        <ProposeDrawer
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
