import { App, Form, Input, Radio } from 'antd'
import { incidentApi } from '#contract/cases/incident-api.ts'
import type { IncidentRow } from '#contract/cases/incident-file.ts'
import { useWrite } from '#web/lib/call.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { how: 'reported' | 'waived'; reportedOn?: string; reportedNo?: string; waived?: string }

/** 上报登记: when and under what number it was reported, or why it is not to be. */
export function ReportDialog({ incident, onClose }: { incident: IncidentRow; onClose: () => void }) {
  const { message } = App.useApp()
  const report = useWrite(incidentApi.report)
  return (
    <StepDialog<Values>
      title={`上报登记 ${incident.caseNo}`}
      submit="登记"
      initial={{ how: 'reported' }}
      error={report.error}
      busy={report.isPending}
      onClose={onClose}
      onSubmit={({ how, reportedOn, reportedNo, waived }) =>
        report.mutate(
          {
            id: incident.id,
            rowVersion: incident.rowVersion,
            ...(how === 'reported' ? { reportedOn, reportedNo: reportedNo ?? '' } : { waived: waived ?? '' }),
          },
          {
            onSuccess: () => {
              void message.success('已登记')
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="how" label="上报情况">
        <Radio.Group
          options={[
            { value: 'reported', label: '已上报' },
            { value: 'waived', label: '不需上报' },
          ]}
        />
      </Form.Item>
      <HowFields />
    </StepDialog>
  )
}

function HowFields() {
  const how: Values['how'] | undefined = Form.useWatch('how')
  if (how === 'waived')
    return (
      <Form.Item name="waived" label="不需上报的原因" rules={[{ required: true, whitespace: true, message: '请写明依据' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    )
  return (
    <>
      <Form.Item name="reportedOn" label="上报日期" rules={[{ required: true, message: '请填写上报日期' }]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="reportedNo" label="上报编号" rules={[{ required: true, whitespace: true, message: '请填写上报编号' }]}>
        <Input maxLength={100} />
      </Form.Item>
    </>
  )
}
