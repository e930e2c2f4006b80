import { App, Button, Drawer, Form, Input, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { changeApi } from '#contract/cases/change-api.ts'
import {
  changeActions,
  changeLooks,
  changeRecords,
  changeState,
  criticalFields,
  type ChangeRow,
  isOfVersion,
} from '#contract/cases/change.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { supplierLooks, supplierState } from '#contract/supply/supplier.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { TouchedTable } from './TouchedTable.tsx'

const words: Record<string, string> = {
  true: '毒性',
  false: '非毒性',
  ...Object.fromEntries(supplierState.options.map((state) => [state, supplierLooks[state].label])),
}

const trainingLooks = { true: { label: '已培训', tone: 'good' }, false: { label: '待培训', tone: 'waiting' } } as const

/** Who is trained before the change is carried out, and who was. */
const Trainees = ({ of: { trainees } }: { of: ChangeRow }) => (
  <ul className="plain">
    {trainees.map(({ id, name, isTrained }) => (
      <li key={id}>
        {name} <StateTag of={trainingLooks} state={isTrained ? 'true' : 'false'} />
      </li>
    ))}
  </ul>
)

const assetWords: Record<string, string> = { true: '是', false: '否' }

/** What a change asks for: the old value struck through, the new one beside it. */
function AskedChanges({ of: { record, asked } }: { of: ChangeRow }) {
  const names: Record<string, string> = criticalFields[record]
  const said = record === 'asset' ? assetWords : words
  const shown = (text: string | null) => (text === null ? '—' : (said[text] ?? text))
  return (
    <ul className="plain list-changes">
      {asked.map(({ field, old, new: is }) => (
        <li key={field}>
          {names[field] ?? field}：<del>{shown(old)}</del> {shown(is)}
        </li>
      ))}
    </ul>
  )
}

const columns: readonly Column<ChangeRow>[] = [
  { title: '编号', key: 'caseNo', sort: 'caseNo' },
  { title: '类别', key: 'record', render: (row) => changeRecords[row.record] },
  { title: '对象', key: 'subject' },
  { title: '变更', key: 'asked', render: (row) => <AskedChanges of={row} /> },
  { title: '状态', key: 'state', render: (row) => <StateTag of={changeLooks} state={row.state} /> },
  { title: '原因', key: 'reason', hidden: true },
  { title: '生效日期', key: 'effectiveOn', sort: 'effectiveOn' },
  { title: '提出', key: 'proposedAt', sort: 'proposedAt', render: (row) => <Done by={row.proposedBy.name} at={row.proposedAt} /> },
  {
    title: '批准',
    key: 'approvedAt',
    // Beside three actions there is room for one of both; the details have it.
    hidden: true,
    render: (row) => row.approvedAt && <Done by={row.approvedBy} at={row.approvedAt} />,
  },
]

type Open = { what: 'read' | 'approve' | 'refuse' | 'cancel' | 'withdraw'; row: ChangeRow }

/** 变更: what is asked for, what it touches, and from when it is in force. Changes begin beside what they are of. */
export function ChangeList({ header }: { header: ReactNode }) {
  const [open, setOpen] = useState<Open>()
  const navigate = useNavigate()
  const close = () => setOpen(undefined)
  return (
    <ListPage
      title="变更"
      primary={null}
      header={header}
      endpoint={changeApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索编号或对象"
      filters={[
        { key: 'state', label: '状态', options: changeState.options.map((value) => ({ value, label: changeLooks[value].label })) },
        { key: 'record', label: '类别', options: Object.entries(changeRecords).map(([value, label]) => ({ value, label })) },
      ]}
      actions={(row) => (
        <>
          <Button type="link" className="text-action" onClick={() => setOpen({ what: 'read', row })}>
            详情
          </Button>
          <RowActions
            of={changeActions}
            row={row}
            danger={['refuse', 'cancel', 'withdraw']}
            on={{
              approve: () => setOpen({ what: 'approve', row }),
              refuse: () => setOpen({ what: 'refuse', row }),
              cancel: () => setOpen({ what: 'cancel', row }),
              withdraw: () => setOpen({ what: 'withdraw', row }),
              train: () => void navigate('/system-user?by=training'),
            }}
          />
        </>
      )}
      empty="还没有变更；在物料、产品、工艺规程、质量标准、设施设备或供应商的详情中提出"
    >
      {open?.what === 'read' && <ChangeDrawer row={open.row} onClose={close} />}
      {open?.what === 'approve' && <ApproveDialog row={open.row} onClose={close} />}
      {open?.what === 'refuse' && (
        <ReasonDialog
          title={`不批准 ${open.row.caseNo}`}
          submit="不批准"
          endpoint={changeApi.refuse}
          id={open.row.id}
          done={`${open.row.caseNo} 未批准，什么都不变`}
          onClose={close}
        />
      )}
      {open?.what === 'withdraw' && <WithdrawDialog row={open.row} onClose={close} />}
      {open?.what === 'cancel' && (
        <ReasonDialog
          title={`撤回 ${open.row.caseNo}`}
          submit="撤回"
          endpoint={changeApi.cancel}
          id={open.row.id}
          done={`${open.row.caseNo} 已撤回`}
          onClose={close}
        />
      )}
    </ListPage>
  )
}

/** What the goods would be, where the change is about that. */
const toxicityOf = ({ asked }: ChangeRow) => {
  const change = asked.find(({ field }) => field === 'is_toxic')
  return change === undefined ? undefined : change.new === 'true'
}

/** What the change touches today, read anew. */
function Touched({ row }: { row: ChangeRow }) {
  const read = useRead(changeApi.read, { id: row.id })
  if (read.isPending) return <Skeleton active />
  if (read.error) return <CallFailure error={read.error} onRetry={() => void read.refetch()} />
  return <TouchedTable touched={read.data.touched} isToxic={toxicityOf(row)} />
}

const endReasonLabels: Partial<Record<ChangeRow['state'], string>> = {
  cancelled: '撤回或撤销的原因',
  refused: '未批准的原因',
  lapsed: '未执行的原因',
}

function ChangeDrawer({ row, onClose }: { row: ChangeRow; onClose: () => void }) {
  const [history, setHistory] = useState(false)
  return (
    <Drawer
      open
      size={760}
      title={`变更 ${row.caseNo}`}
      onClose={onClose}
      extra={<Button onClick={() => setHistory(true)}>签名与历史</Button>}
    >
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={changeLooks} state={row.state} />],
          ['对象', `${changeRecords[row.record]} ${row.subject}`],
          ['变更', <AskedChanges key="asked" of={row} />],
          ['原因与依据', row.reason],
          ...(row.impact === '' ? [] : ([['影响评估', row.impact]] as const)),
          ...(row.trainees.length === 0 ? [] : ([['执行前培训', <Trainees key="trainees" of={row} />]] as const)),
          ['生效日期', row.effectiveOn],
          ['提出', `${row.proposedBy.name} ${dateTime(row.proposedAt)}`],
          ['批准', row.approvedAt && `${row.approvedBy} ${dateTime(row.approvedAt)}`],
          ...(row.appliedAt === null ? [] : ([['执行', dateTime(row.appliedAt)]] as const)),
          ...(row.endReason === null ? [] : ([[endReasonLabels[row.state] ?? '原因', row.endReason]] as const)),
        ]}
      />
      <Touched row={row} />
      {history && <HistoryDrawer table="change_request" id={row.id} title={row.caseNo} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}

/** When an approved change is carried out. */
const whenOf = (row: ChangeRow) =>
  row.trainees.length > 0
    ? '待培训合格后执行'
    : row.record === 'pack_spec'
      ? '可以新建规格'
      : isOfVersion(row.record)
        ? '可以批准下一版'
        : `${row.effectiveOn} 起执行`

function ApproveDialog({ row, onClose }: { row: ChangeRow; onClose: () => void }) {
  const { message } = App.useApp()
  const approve = useWrite(changeApi.approve)
  return (
    <StepDialog<{ signature: SignatureInput }>
      title={`批准变更 ${row.caseNo}`}
      submit="批准"
      wide
      error={approve.error}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={({ signature }) =>
        approve.mutate(
          { id: row.id, signature },
          {
            onSuccess: ({ state }) => {
              message.success(state === 'in_force' ? `${row.caseNo} 已执行` : `${row.caseNo} 已批准，${whenOf(row)}`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {row.subject}，{row.effectiveOn} 起：
      </p>
      <AskedChanges of={row} />
      <p>原因：{row.reason}</p>
      <p>影响：{row.impact}</p>
      {row.trainees.length > 0 && <Trainees of={row} />}
      <Touched row={row} />
      <SignatureFields meaning={changeActions.approve.signs} />
    </StepDialog>
  )
}

/** 撤销: an approved change does not come into force. */
function WithdrawDialog({ row, onClose }: { row: ChangeRow; onClose: () => void }) {
  const { message } = App.useApp()
  const withdraw = useWrite(changeApi.withdraw)
  return (
    <StepDialog<{ reason: string; signature: SignatureInput }>
      title={`撤销变更 ${row.caseNo}`}
      submit="签名并撤销"
      danger
      error={withdraw.error}
      busy={withdraw.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        withdraw.mutate(
          { id: row.id, ...values },
          {
            onSuccess: () => {
              void message.success(`${row.caseNo} 已撤销，什么都不变`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {row.subject}，原定 {row.effectiveOn} 起：
      </p>
      <AskedChanges of={row} />
      <Form.Item name="reason" label="撤销原因" rules={[{ required: true, whitespace: true, message: '请填写撤销原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <SignatureFields meaning={changeActions.withdraw.signs} />
    </StepDialog>
  )
}
