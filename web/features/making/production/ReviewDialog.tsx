import { Alert, App, Form, Input } from 'antd'
import type { z } from 'zod'
import { productionActions } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { BatchRecord } from './BatchRecord.tsx'
import { nameOf, type StepInput } from './step-input.ts'
import { unheldOf, unheldText } from './unheld.ts'

type Values = Omit<z.input<typeof productionApi.review.input>, 'id'>

/** QA reads the whole batch record and signs it; deviations get their conclusion here, and the 质量负责人 signs when a batch is held for them. */
export function ReviewDialog({ record, onClose }: StepInput) {
  const { message } = App.useApp()
  const review = useWrite(productionApi.review)
  const doubtful = record.steps.filter((step) => unheldOf(step).length > 0)
  const isHeldForDeviation = record.found.length > 0 && record.balance !== null && record.balance.holds > 0
  return (
    <StepDialog<Values>
      title={`审核批生产记录 ${nameOf(record)}`}
      submit="审核通过"
      wide
      error={review.error}
      busy={review.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        review.mutate(
          { id: record.id, ...values },
          {
            onSuccess: () => {
              message.success(`${record.batchNo} 批生产记录已审核`)
              onClose()
            },
          },
        )
      }
    >
      {doubtful.length > 0 && (
        <Alert
          className="form-failure"
          type="warning"
          showIcon
          title={`有 ${doubtful.length} 道工序的时长与工序时间不符，请核对`}
          description={
            <ul>
              {doubtful.map((step) => (
                <li key={step.id}>
                  第{step.no}道 {step.name}：{unheldText(step)}。{step.timeReason}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <div className="record-window" tabIndex={0} role="region" aria-label="批生产记录">
        <BatchRecord record={record} />
      </div>
      {record.found.length > 0 && (
        <Form.Item
          name="deviationConclusion"
          label="偏差处理结论"
          extra={isHeldForDeviation && '与质量负责人签名后，因偏差冻结的批次随即解冻'}
          rules={[{ required: true, whitespace: true, message: '请写明调查结果、对质量的影响和处理意见' }]}
        >
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
        </Form.Item>
      )}
      <SignatureFields meaning={productionActions.review.signs} />
      {isHeldForDeviation && <SecondPersonFields label="质量负责人" meaning={approvalMeaning} name="approver" />}
    </StepDialog>
  )
}
