import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { RecallFile } from '#contract/cases/recall-file.ts'
import { recallReportApi, reportStages, type RecallReport } from '#contract/cases/recall-report.ts'
import { useHolds, useSession } from '#web/lib/actor.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { InstantInput } from '#web/parts/DayInput.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

const columns: readonly Column<RecallReport>[] = [
  {
    title: '报告',
    key: 'stage',
    render: ({ stage, takesBack, isTakenBack }) => (
      <>
        {takesBack === null ? reportStages[stage] : `冲销${reportStages[stage]}`}
        {isTakenBack && <span className="tag">已冲销</span>}
      </>
    ),
  },
  { title: '监管部门', key: 'authority', render: ({ authority, documentNo }) => [authority, documentNo].filter(Boolean).join('　') },
  { title: '报告时间', key: 'sentAt', render: ({ sentAt }) => dateTime(sentAt) },
  { title: '待回复', key: 'unanswered', align: 'right', render: ({ unanswered, customers }) => `${unanswered} / ${customers} 家` },
  { title: '召回率', key: 'recoveredPercent', align: 'right', render: ({ recoveredPercent }) => `${recoveredPercent}%` },
  { title: '去向查明', key: 'knownPercent', align: 'right', render: ({ knownPercent }) => `${knownPercent}%` },
  { title: '内容', key: 'note' },
  { title: '登记人', key: 'recordedBy' },
]

/** 向监管部门报告: what was told when, until when the next report is due, and the figures of that moment. */
export function RecallReports({ file: { recall, reports } }: { file: RecallFile }) {
  const { user } = useSession()
  const mayFollow = useHolds('37:decide')
  const [asking, setAsking] = useState<'report' | RecallReport>()
  const close = () => setAsking(undefined)
  const isFinal = recall.state === 'closed'
  const hasFinal = reports.some(({ stage, takesBack, isTakenBack }) => stage === 'final' && takesBack === null && !isTakenBack)
  const isOpen = recall.state === 'started' || isFinal
  return (
    <>
      <p className="quiet">
        {recall.reportBy !== null && `下一份进展报告不晚于 ${dateTime(recall.reportBy)}。`}
        {recall.finalBy !== null && !hasFinal && `总结报告不晚于 ${recall.finalBy}（结束后10个工作日，未扣除法定节假日）。`}
        {hasFinal && '总结报告已登记。'}
      </p>
      {mayFollow && isOpen && !hasFinal && (
        <p>
          <Button type="primary" onClick={() => setAsking('report')}>
            登记{reportStages[isFinal ? 'final' : 'progress']}
          </Button>
        </p>
      )}
      <DataTable
        caption="监管报告"
        rows={reports}
        rowKey={(row) => row.id}
        columns={columns}
        {...(mayFollow &&
          isOpen && {
            actions: (row: RecallReport) =>
              row.takesBack === null && !row.isTakenBack && row.recordedBy !== user.name ? (
                <Button type="link" className="text-action" onClick={() => setAsking(row)}>
                  冲销
                </Button>
              ) : null,
          })}
      />
      {asking === 'report' && <ReportDialog recall={recall} onClose={close} />}
      {asking !== undefined && asking !== 'report' && <TakeBackDialog id={recall.id} report={asking} onClose={close} />}
    </>
  )
}

type Reported = { authority: string; documentNo?: string; sentAt: string; note: string }

function ReportDialog({ recall, onClose }: { recall: RecallFile['recall']; onClose: () => void }) {
  const { message } = App.useApp()
  const [now] = useState(() => new Date().toISOString())
  const report = useWrite(recallReportApi.report)
  const stage = recall.state === 'closed' ? 'final' : 'progress'
  return (
    <StepDialog<Reported>
      title={`登记${reportStages[stage]} ${recall.caseNo}`}
      submit="登记"
      initial={{ sentAt: now }}
      error={report.error}
      busy={report.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        report.mutate(
          { id: recall.id, stage, ...values },
          {
            onSuccess: () => {
              void message.success(`${recall.caseNo} 的${reportStages[stage]}已登记`)
              onClose()
            },
          },
        )
      }
    >
      <p className="quiet">此时的回复与收回数字随报告保存，并印在召回报告上。</p>
      <Form.Item name="authority" label="监管部门" rules={[{ required: true, whitespace: true, message: '请填写监管部门' }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="documentNo" label="文号">
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="sentAt" label="报告时间" rules={[{ required: true, message: '请填写报告时间' }]}>
        <InstantInput />
      </Form.Item>
      <Form.Item name="note" label="报告内容" rules={[{ required: true, whitespace: true, message: '请写明报告了什么' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}

function TakeBackDialog({ id, report, onClose }: { id: string; report: RecallReport; onClose: () => void }) {
  const { message } = App.useApp()
  const takeBack = useWrite(recallReportApi.takeBack)
  return (
    <StepDialog<{ reason: string }>
      title={`冲销${reportStages[report.stage]}`}
      submit="冲销"
      danger
      error={takeBack.error}
      busy={takeBack.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        takeBack.mutate(
          { id, reportId: report.id, reason },
          {
            onSuccess: () => {
              void message.success('已冲销，期限按其余报告重新计算')
              onClose()
            },
          },
        )
      }
    >
      <p>
        {report.authority}　{dateTime(report.sentAt)}　{report.note}
      </p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明为什么冲销' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
