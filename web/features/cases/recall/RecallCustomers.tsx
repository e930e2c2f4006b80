import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { noticeLooks, recallActions } from '#contract/cases/recall.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import type { RecallCustomer, RecallFile } from '#contract/cases/recall-file.ts'
import { refusal } from '#contract/kernel/action.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { useActor } from '#web/lib/actor.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime, kgUnit } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { PaperView } from '#web/parts/PaperView.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

const columns: readonly Column<RecallCustomer>[] = [
  { title: '客户', key: 'name' },
  { title: '收货人', key: 'contact', render: ({ contact, phone }) => [contact, phone].filter(Boolean).join(' ') },
  { title: '收到', key: 'packs', align: 'right', render: ({ packs, quantity }) => `${packs} 件，${kgUnit(quantity)}` },
  { title: '通知', key: 'notice', render: (row) => <Notice row={row} /> },
]

function Notice({ row }: { row: RecallCustomer }) {
  const { acknowledgedAt, acknowledgedName, notedBy, silenceReason } = row
  return (
    <>
      <StateTag of={noticeLooks} state={row.notice} />
      {acknowledgedAt !== null && (
        <small className="why">
          {acknowledgedName} {dateTime(acknowledgedAt)}，{notedBy === null ? '网页回复' : `${notedBy} 登记`}
        </small>
      )}
      {row.mailedTo !== null && <small className="why">已发邮件至 {row.mailedTo}</small>}
      {silenceReason !== null && <small className="why">{silenceReason}</small>}
    </>
  )
}

/** Who received some of it, and who answered. */
export function RecallCustomers({ file: { recall, customers } }: { file: RecallFile }) {
  const actor = useActor()
  const { message } = App.useApp()
  const [letter, setLetter] = useState<RecallCustomer>()
  const [asking, setAsking] = useState<{ what: 'answer' | 'silence'; row: RecallCustomer }>()
  if (customers === null) return <p className="quiet">客户与去向由有成品履历或销售运输权限的人员查看。</p>
  const code = refusal(recallActions.follow, recall, actor)
  const close = () => setAsking(undefined)
  return (
    <>
      <DataTable
        caption="客户"
        rows={customers}
        rowKey={(row) => row.id}
        columns={columns}
        {...(recall.state === 'started' && {
          actions: (row: RecallCustomer) => (
            <>
              <Button type="link" className="text-action" onClick={() => setLetter(row)}>
                通知书
              </Button>
              {row.link !== null && (
                <Button
                  type="link"
                  className="text-action"
                  onClick={() =>
                    void navigator.clipboard.writeText(new URL(row.link ?? '', location.origin).href).then(
                      () => message.success('回复链接已复制，可发给客户'),
                      () => message.info(new URL(row.link ?? '', location.origin).href, 10),
                    )
                  }
                >
                  复制回复链接
                </Button>
              )}
              {row.notice !== 'acknowledged' && (
                <ReasonButton reason={code && refusals[code]} onClick={() => setAsking({ what: 'answer', row })}>
                  登记回复
                </ReasonButton>
              )}
              {row.notice === 'notified' && (
                <ReasonButton reason={code && refusals[code]} onClick={() => setAsking({ what: 'silence', row })}>
                  说明未回复
                </ReasonButton>
              )}
            </>
          ),
        })}
      />
      {letter && <PaperView kind="recall_notice" id={letter.id} onClose={() => setLetter(undefined)} />}
      {asking?.what === 'answer' && <AnswerDialog id={recall.id} row={asking.row} onClose={close} />}
      {asking?.what === 'silence' && <SilenceDialog id={recall.id} row={asking.row} onClose={close} />}
    </>
  )
}

type Asked = { id: string; row: RecallCustomer; onClose: () => void }

function AnswerDialog({ id, row, onClose }: Asked) {
  const write = useWrite(recallApi.acknowledge)
  return (
    <StepDialog<{ name: string }>
      title={`登记回复 ${row.name}`}
      submit="登记"
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ name }) => write.mutate({ id, customerId: row.id, name }, { onSuccess: onClose })}
    >
      <Form.Item name="name" label="客户方回复人" rules={[{ required: true, whitespace: true, message: '请填写回复人' }]}>
        <Input maxLength={50} />
      </Form.Item>
    </StepDialog>
  )
}

function SilenceDialog({ id, row, onClose }: Asked) {
  const write = useWrite(recallApi.explain)
  return (
    <StepDialog<{ reason: string }>
      title={`说明未回复 ${row.name}`}
      submit="登记"
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ reason }) => write.mutate({ id, customerId: row.id, reason }, { onSuccess: onClose })}
    >
      <Form.Item name="reason" label="已做的联系与未回复的原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
