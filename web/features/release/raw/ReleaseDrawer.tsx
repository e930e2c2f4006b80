import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { computedChecks, releaseApi, releaseStates, type ReleaseFile, type ReleaseRow } from '#contract/release/raw-release.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, kg, kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'

type Downstream = ReleaseFile['downstream'][number]

const downstreamColumns: readonly Column<Downstream>[] = [
  { title: '批号', key: 'lotNo' },
  { title: '品名', key: 'name' },
  { title: '投入 (kg)', key: 'quantity', align: 'right', render: (lot) => kg(lot.quantity) },
  { title: '状态', key: 'state', render: (lot) => <StateTag of={lotStates[lot.kind]} state={lot.state} /> },
]

/** The decision about a lot with its checklist, and what was made of the lot since. */
export function ReleaseDrawer({ row, onClose }: { row: ReleaseRow; onClose: () => void }) {
  const file = useRead(releaseApi.file, { id: row.id })
  const [history, setHistory] = useState(false)
  return (
    <Drawer
      open
      size={760}
      title={`${row.lotName} ${row.lotNo} 放行审核`}
      onClose={onClose}
      extra={
        row.decisionId !== null && (
          <span className="page-tools">
            <PaperButton
              papers={[
                { kind: 'raw_release', id: row.id },
                ...(row.state === 'released' && row.lotState === 'released' && row.holds === 0
                  ? [{ kind: 'material_pass', id: row.id } as const]
                  : []),
              ]}
            />
            <Button onClick={() => setHistory(true)}>签名与历史</Button>
          </span>
        )
      }
    >
      {file.isPending && <Skeleton active />}
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      {file.data && <FileView file={file.data} />}
      {history && row.decisionId !== null && row.releaseNo !== null && (
        <HistoryDrawer table="release_decision" id={row.decisionId} title={row.releaseNo} onClose={() => setHistory(false)} />
      )}
    </Drawer>
  )
}

function FileView({ file: { release, checks, answers, downstream } }: { file: ReleaseFile }) {
  const items =
    answers.length > 0
      ? answers
      : checks.map(({ check, ok, evidence }) => ({
          item: computedChecks[check],
          answer: `${ok ? '是' : '否'}（${evidence}）`,
          computed: true,
        }))
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={releaseStates} state={release.state} />],
          ['批次状态', <StateTag key="lot" of={lotStates.raw} state={release.lotState} />],
          ['供货单位', release.supplierName],
          ['在库', kgUnit(release.onHand)],
          [
            '检验报告',
            <span key="report">
              {release.reportNo} <StateTag of={verdictLooks} state={release.conforms ? 'PASS' : 'FAIL'} />
            </span>,
          ],
          ['放行单号', release.releaseNo],
          ['决定人', release.decidedAt && `${release.decidedByName}　${dateTime(release.decidedAt)}`],
          ['复验期', release.retestOn],
          ['限制条件', release.restriction],
          ['决定依据', release.basis],
          ['撤回原因', release.withdrawalReason],
        ]}
      />
      <h2 className="drawer-heading">审核项</h2>
      <DataTable
        caption="审核项"
        columns={[
          { title: '审核项', key: 'item', width: 28 },
          { title: '结果', key: 'answer', width: 24 },
          { title: '由谁回答', key: 'computed', render: (item) => (item.computed ? '系统核对' : '人工审核') },
        ]}
        rows={items}
        rowKey={(item) => item.item}
      />
      <h2 className="drawer-heading">下游批次</h2>
      {downstream.length === 0 ? (
        <p className="quiet">此批还没有用于生产</p>
      ) : (
        <DataTable caption="下游批次" columns={downstreamColumns} rows={downstream} rowKey={(lot) => lot.lotId} />
      )}
    </>
  )
}
