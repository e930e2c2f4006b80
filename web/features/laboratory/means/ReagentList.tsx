import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { reagentActions, reagentApi, reagentKinds, reagentLooks, reagentState, type ReagentRow } from '#contract/laboratory/reagent.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ValidUntil } from '#web/parts/ValidUntil.tsx'
import { OpenReagentDialog } from './OpenReagentDialog.tsx'
import { EndReagentDialog } from './EndReagentDialog.tsx'
import { ReagentDialog } from './ReagentDialog.tsx'

/** Without noughts behind the point. */
const plain = (amount: string) => exact(amount).toFixed()

const columns: readonly Column<ReagentRow>[] = [
  { title: '编号', key: 'number', sort: 'number' },
  { title: '类别', key: 'kind', render: (row) => reagentKinds[row.kind] },
  { title: '名称', key: 'name', sort: 'name', width: 9 },
  { title: '批号', key: 'lotNo', width: 9 },
  { title: '纯度或浓度', key: 'purity', width: 7 },
  { title: '生产厂', key: 'maker', hidden: true },
  { title: '接收日期', key: 'receivedOn', hidden: true },
  { title: '开启日期', key: 'openedOn', render: (row) => row.openedOn ?? '未开启' },
  { title: '瓶签有效期', key: 'useBy', sort: 'useBy', hidden: true },
  { title: '可用至', key: 'goodUntil', render: (row) => (row.state === 'in_use' ? <ValidUntil day={row.goodUntil} /> : row.goodUntil) },
  {
    title: '余量',
    key: 'amountLeft',
    align: 'right',
    render: (row) => `${plain(row.amountLeft)} / ${plain(row.amount)} ${row.unit}`,
  },
  { title: '状态', key: 'state', render: (row) => <StateTag of={reagentLooks} state={row.state} /> },
  { title: '原因', key: 'endedReason', hidden: true },
]

type Open = { what: 'open' | 'useUp' | 'discard' | 'history'; row: ReagentRow } | { what: 'new' }

/** 试剂与对照品: one row for what bears one label, until when it is good, and what is left of it. */
export function ReagentList({ header }: { header: ReactNode }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <ListPage
      title="试剂与对照品"
      primary={
        <DutyButton duty="36:manage" onClick={() => setOpen({ what: 'new' })}>
          登记试剂
        </DutyButton>
      }
      header={header}
      endpoint={reagentApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索编号、名称、批号或拼音首字母"
      filters={[
        { key: 'kind', label: '类别', options: keysOf(reagentKinds).map((value) => ({ value, label: reagentKinds[value] })) },
        {
          key: 'due',
          label: '有效期',
          options: [
            { value: 'unfit', label: '在用而已过期' },
            { value: 'soon', label: '30天内到期' },
          ],
        },
        {
          key: 'state',
          label: '状态',
          options: reagentState.options.map((state) => ({ value: state, label: reagentLooks[state].label })),
        },
      ]}
      actions={(row) => (
        <>
          <RowActions
            of={reagentActions}
            row={row}
            danger={['discard']}
            on={{
              open: row.openedOn === null ? () => setOpen({ what: 'open', row }) : null,
              useUp: () => setOpen({ what: 'useUp', row }),
              discard: () => setOpen({ what: 'discard', row }),
            }}
          />
          <Button type="link" className="text-action" onClick={() => setOpen({ what: 'history', row })}>
            历史
          </Button>
        </>
      )}
      empty="还没有登记试剂、标准溶液或对照品"
    >
      {open?.what === 'new' && <ReagentDialog onClose={close} />}
      {open?.what === 'open' && <OpenReagentDialog reagent={open.row} onClose={close} />}
      {(open?.what === 'useUp' || open?.what === 'discard') && <EndReagentDialog reagent={open.row} what={open.what} onClose={close} />}
      {open?.what === 'history' && <HistoryDrawer table="reagent_lot" id={open.row.id} title={open.row.number} onClose={close} />}
    </ListPage>
  )
}
