import { App, Button } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  correctionActions,
  correctionApi,
  correctionLooks,
  correctionRecords,
  correctionState,
  type CorrectionRow,
} from '#contract/cases/correction.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { OneLine } from '#web/parts/OneLine.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ChangedValues } from './ChangedValues.tsx'
import { CorrectionDrawer } from './CorrectionDrawer.tsx'

const columns: readonly Column<CorrectionRow>[] = [
  { title: '更正单', key: 'correctionNo', sort: 'correctionNo' },
  { title: '记录', key: 'record', hidden: true, render: (row) => correctionRecords[row.record] },
  { title: '对象', key: 'subject' },
  { title: '内容', key: 'asked', render: (row) => <ChangedValues of={row} /> },
  { title: '原因', key: 'reason', render: (row) => <OneLine text={row.reason} width={10} /> },
  { title: '提出', key: 'proposedAt', sort: 'proposedAt', render: (row) => <Done by={row.proposedBy.name} at={row.proposedAt} /> },
  {
    title: '批准',
    key: 'approvedAt',
    sort: 'approvedAt',
    render: (row) => row.approvedAt && <Done by={row.approvedBy} at={row.approvedAt} />,
  },
  { title: '状态', key: 'state', render: (row) => <StateTag of={correctionLooks} state={row.state} /> },
]

type Open = { what: 'read' | 'approve' | 'refuse' | 'cancel'; row: CorrectionRow }

/** 更正: what is asked for, what was approved. Corrections begin beside the record that is wrong. */
export function CorrectionList({ header }: { header: ReactNode }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <ListPage
      title="更正"
      primary={null}
      header={header}
      endpoint={correctionApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索更正单号、批号或出库单号"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: correctionState.options.map((value) => ({ value, label: correctionLooks[value].label })),
        },
        { key: 'record', label: '记录', options: Object.entries(correctionRecords).map(([value, label]) => ({ value, label })) },
      ]}
      actions={(row) => (
        <>
          <Button type="link" className="text-action" onClick={() => setOpen({ what: 'read', row })}>
            详情
          </Button>
          <RowActions
            of={correctionActions}
            row={row}
            danger={['refuse', 'cancel']}
            on={{
              approve: () => setOpen({ what: 'approve', row }),
              refuse: () => setOpen({ what: 'refuse', row }),
              cancel: () => setOpen({ what: 'cancel', row }),
            }}
          />
        </>
      )}
      empty="还没有更正；在到货验收记录、批生产记录中点“更正”提出"
    >
      {open?.what === 'read' && <CorrectionDrawer id={open.row.id} title={open.row.correctionNo} onClose={close} />}
      {open?.what === 'approve' && <ApproveDialog row={open.row} onClose={close} />}
      {open?.what === 'refuse' && (
        <ReasonDialog
          title={`不批准 ${open.row.correctionNo}`}
          submit="不批准"
          endpoint={correctionApi.refuse}
          id={open.row.id}
          done={`${open.row.correctionNo} 未批准，记录不变`}
          onClose={close}
        />
      )}
      {open?.what === 'cancel' && (
        <ReasonDialog
          title={`撤回 ${open.row.correctionNo}`}
          submit="撤回"
          endpoint={correctionApi.cancel}
          id={open.row.id}
          done={`${open.row.correctionNo} 已撤回`}
          onClose={close}
        />
      )}
    </ListPage>
  )
}

function ApproveDialog({ row, onClose }: { row: CorrectionRow; onClose: () => void }) {
  const { message } = App.useApp()
  const approve = useWrite(correctionApi.approve)
  return (
    <StepDialog<{ signature: SignatureInput }>
      title={`批准更正 ${row.correctionNo}`}
      submit="批准"
      error={approve.error}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={({ signature }) =>
        approve.mutate(
          { id: row.id, signature },
          {
            onSuccess: () => {
              message.success(`${row.correctionNo} 已更正`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {correctionRecords[row.record]}，{row.subject}
      </p>
      <ChangedValues of={row} />
      <p>原因：{row.reason}</p>
      <p>批准后记录成为新的一版，结存、收率与物料平衡重算，受影响的检验报告由您签名换发。</p>
      <SignatureFields meaning={correctionActions.approve.signs} />
    </StepDialog>
  )
}
