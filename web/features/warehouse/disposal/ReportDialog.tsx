import { App, Form, Input } from 'antd'
import { disposalApi, type DisposalFile } from '#contract/warehouse/disposal.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { WeightFields, weightsOf, type Weights } from './WeightFields.tsx'

type Values = { weights: Weights; reason: string }

/** 报告差异: what is there weighs otherwise than was approved. */
export function ReportDialog({ file: { disposal, lines }, onClose }: { file: DisposalFile; onClose: () => void }) {
  const { message } = App.useApp()
  const report = useWrite(disposalApi.report)
  return (
    <StepDialog<Values>
      title={`报告差异 ${disposal.disposalNo}`}
      submit="报告"
      error={report.error}
      busy={report.isPending}
      onClose={onClose}
      onSubmit={({ weights, reason }) =>
        report.mutate(
          { id: disposal.id, rowVersion: disposal.rowVersion, weights: weightsOf(lines, weights), reason },
          {
            onSuccess: () => {
              message.success(`${disposal.disposalNo} 已退回质量负责人重新决定`)
              onClose()
            },
          },
        )
      }
    >
      <WeightFields lines={lines} />
      <Form.Item name="reason" label="差异原因" rules={[{ required: true, whitespace: true, message: '请写明差异的原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
