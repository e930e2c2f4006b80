import { Button } from 'antd'
import { useState } from 'react'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { releaseActions, releaseApi, releaseStates, type ReleaseRow } from '#contract/release/raw-release.ts'
import { dateTime, kg } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { PaperView } from '#web/parts/PaperView.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { ReleaseDrawer } from './ReleaseDrawer.tsx'
import { ReleaseFormDrawer } from './ReleaseFormDrawer.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

const columns: readonly Column<ReleaseRow>[] = [
  { title: '批号', key: 'lotNo', sort: 'lotNo' },
  {
    title: '品名',
    key: 'lotName',
    render: (row) => (
      <>
        {row.lotName}
        {row.isToxic && (
          <>
            {' '}
            <span className="tag tag-bad">毒</span>
          </>
        )}
      </>
    ),
  },
  { title: '供货单位', key: 'supplierName', width: 10 },
  { title: '在库 (kg)', key: 'onHand', align: 'right', render: (row) => kg(row.onHand) },
  { title: '检验报告', key: 'reportNo' },
  {
    title: '报告时间',
    key: 'reportedAt',
    sort: 'reportedAt',
    render: (row) => <time dateTime={row.reportedAt}>{dateTime(row.reportedAt)}</time>,
  },
  { title: '结论', key: 'conforms', render: (row) => <StateTag of={verdictLooks} state={row.conforms ? 'PASS' : 'FAIL'} /> },
  {
    title: '状态',
    key: 'state',
    render: (row) => (
      <>
        <StateTag of={releaseStates} state={row.state} />
        {row.holds > 0 && (
          <>
            {' '}
            <span className="tag tag-warning">冻结</span>
          </>
        )}
      </>
    ),
  },
  { title: '批次状态', key: 'lotState', hidden: true, render: (row) => <StateTag of={lotStates.raw} state={row.lotState} /> },
  { title: '复验期', key: 'retestOn', render: (row) => row.retestOn && <time>{row.retestOn}</time> },
  { title: '放行单号', key: 'releaseNo', hidden: true },
  {
    title: '决定',
    key: 'decidedAt',
    sort: 'decidedAt',
    hidden: true,
    render: (row) => row.decidedAt && `${row.decidedByName} ${dateTime(row.decidedAt)}`,
  },
]

type Open = { what: 'release' | 'reject' | 'withdraw' | 'file' | 'report'; row: ReleaseRow }

/** 原料放行: quality assurance decides whether a reported lot may be used. */
export function ReleasePage() {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  const rowActions = (row: ReleaseRow) => (
    <>
      <RowActions
        of={releaseActions}
        row={row}
        danger={['reject', 'withdraw']}
        on={{
          release: () => setOpen({ what: 'release', row }),
          reject: () => setOpen({ what: 'reject', row }),
          withdraw: row.isLatest ? () => setOpen({ what: 'withdraw', row }) : null,
        }}
      />
      <Button type="link" className="text-action" onClick={() => setOpen({ what: 'report', row })}>
        报告
      </Button>
      <Button type="link" className="text-action" onClick={() => setOpen({ what: 'file', row })}>
        详情
      </Button>
    </>
  )

  return (
    <ListPage
      title="原料放行"
      primary={null}
      endpoint={releaseApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      filters={[
        { key: 'state', label: '状态', options: Object.entries(releaseStates).map(([value, { label }]) => ({ value, label })) },
        { key: 'decidedFrom', label: '决定日期起', day: true },
      ]}
      actions={rowActions}
      empty="还没有检验完成的批次；在“原料请验”批准报告后，批次会出现在这里"
    >
      {open?.what === 'release' && <ReleaseFormDrawer row={open.row} onClose={close} />}
      {open?.what === 'reject' && <RejectDialog row={open.row} onClose={close} />}
      {open?.what === 'withdraw' && <WithdrawDialog row={open.row} onClose={close} />}
      {open?.what === 'file' && <ReleaseDrawer row={open.row} onClose={close} />}
      {open?.what === 'report' && <PaperView kind="report" id={open.row.id} onClose={close} />}
    </ListPage>
  )
}
