import { App, Button, Drawer, Form, Input, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { careApi, careMeanings, type CareFile, type CareLine } from '#contract/warehouse/care.ts'
import { useActor } from '#web/lib/actor.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { amount, dateTime, decimal } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** What was voided is struck through. */
const Held = ({ line, children }: { line: CareLine; children: ReactNode }) =>
  line.voidReason === null ? <>{children}</> : <del>{children}</del>

const columns: readonly Column<CareLine>[] = [
  { title: '批号', key: 'lotNo', render: (line) => <Held line={line}>{line.lotNo}</Held> },
  { title: '品名', key: 'name' },
  { title: '货位', key: 'placeCode', render: ({ warehouse, placeCode }) => `${warehouse} ${placeCode}` },
  { title: '数量', key: 'quantity', align: 'right', render: (line) => amount(line.quantity, line.unit) },
  {
    title: '发现',
    key: 'findings',
    render: (line) => (
      <Held line={line}>
        {line.findings.join('、')} {line.matters && <span className="tag tag-bad">已立案</span>}
      </Held>
    ),
  },
  { title: '措施', key: 'measures', render: (line) => line.measures.join('、') },
  { title: '说明', key: 'note' },
  { title: '作废', key: 'voidReason', render: ({ voidReason, voidedByName }) => voidReason && `${voidedByName}：${voidReason}` },
]

/** One 养护记录 with its lines. */
export function CareDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(careApi.read, { id })
  const [isHistory, setHistory] = useState(false)
  return (
    <Drawer
      open
      size={1040}
      title={read.data ? `养护记录 ${read.data.careNo}` : '养护记录'}
      onClose={onClose}
      extra={
        <span className="page-tools">
          <PaperButton papers={[{ kind: 'care_record', id }]} />
          <Button onClick={() => setHistory(true)}>签名与历史</Button>
        </span>
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && <FileView file={read.data} />}
      {isHistory && <HistoryDrawer table="care_record" id={id} title="养护记录" onClose={() => setHistory(false)} />}
    </Drawer>
  )
}

function FileView({ file }: { file: CareFile }) {
  const actor = useActor()
  const [voiding, setVoiding] = useState<CareLine>()
  const isOwn = file.doneBy === actor.id || file.secondBy === actor.id
  return (
    <>
      <Facts
        rows={[
          ['养护时间', dateTime(file.lookedAt)],
          ['养护人', [file.doneByName, file.secondByName].filter(Boolean).join('、')],
          ['温度', file.temperature && `${decimal(file.temperature, 1)} ℃`],
          ['相对湿度', file.humidity && `${decimal(file.humidity, 0)} %RH`],
          ['质量事件', file.caseNo],
          ['备注', file.remark],
          ['登记', dateTime(file.recordedAt)],
        ]}
      />
      <DataTable
        caption="养护的批次"
        columns={columns}
        rows={file.lines}
        rowKey={(line) => line.id}
        actions={(line) =>
          line.voidReason === null && !isOwn ? (
            <DutyButton type="link" duty={file.side === 'raw' ? '14:freeze' : '19:freeze'} onClick={() => setVoiding(line)}>
              作废
            </DutyButton>
          ) : null
        }
      />
      {voiding && <VoidDialog side={file.side} line={voiding} onClose={() => setVoiding(undefined)} />}
    </>
  )
}

function VoidDialog({ side, line, onClose }: { side: CareFile['side']; line: CareLine; onClose: () => void }) {
  const { message } = App.useApp()
  const write = useWrite(careApi[side].void)
  return (
    <StepDialog<{ reason: string; signature: SignatureInput }>
      title={`作废 ${line.name} ${line.lotNo} 货位${line.placeCode}`}
      submit="签名并作废"
      danger
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        write.mutate(
          { id: line.id, ...values },
          {
            onSuccess: () => {
              message.success('已作废，该批重新待养护')
              onClose()
            },
          },
        )
      }
    >
      <p>只作废记错的行；原记录保留，该批须重新养护并登记，已立的质量事件由QA结束。</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明怎样记错' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={careMeanings.void} commentLabel={null} />
    </StepDialog>
  )
}
