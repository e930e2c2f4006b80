import { App, Form, Input } from 'antd'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { printedResult, type TestResult } from '#contract/laboratory/test-result.ts'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 录入有误: the analyst says what was mistyped. Another person compares the reading and puts it right. */
export function AskCorrectionDialog({
  inspectionId,
  item,
  result,
  endpoint,
  onClose,
}: {
  inspectionId: string
  item: TestedItem
  result: TestResult
  endpoint: typeof rawInspectionApi.askCorrection
  onClose: () => void
}) {
  const { message } = App.useApp()
  const ask = useWrite(endpoint)
  return (
    <StepDialog<{ reason: string }>
      title={`录入有误 ${item.name} ${printedResult(item, result)}`}
      submit="申请更正"
      error={ask.error}
      busy={ask.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        ask.mutate(
          { id: inspectionId, itemId: item.id, reason },
          {
            onSuccess: () => {
              message.success('已转复核人核对原始读数')
              onClose()
            },
          },
        )
      }
    >
      <p>由复核人核对原始读数后更正，原值保留。核对完成前，该批暂停使用，结果不能提交。请把原始读数附在本检验的附件中。</p>
      <Form.Item name="reason" label="错在哪里" rules={[{ required: true, whitespace: true, message: '请写明录错的值和应为的值' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
