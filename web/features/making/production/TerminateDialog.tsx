import { App, Form, Input } from 'antd'
import type { z } from 'zod'
import { productionActions } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { nameOf, type StepInput } from './step-input.ts'

type Values = Omit<z.input<typeof productionApi.terminate.input>, 'id'>

/** QA and the 质量负责人 end a batch whose charge may not be used any more; all of it is destroyed. */
export function TerminateDialog({ record, onClose }: StepInput) {
  const { message } = App.useApp()
  const terminate = useWrite(productionApi.terminate)
  return (
    <StepDialog<Values>
      title={`终止生产 ${nameOf(record)}`}
      submit="终止并报废"
      danger
      error={terminate.error}
      busy={terminate.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        terminate.mutate(
          { id: record.id, ...values },
          {
            onSuccess: () => {
              message.success(`${nameOf(record)} 已终止，在产物料已报废`)
              onClose()
            },
          },
        )
      }
    >
      <p>投料批次已不可用。终止后不产出批次，领出的物料全部报废（含辅料），批号保留作废，{record.line}空出。此操作不能撤销。</p>
      <Form.Item name="reason" label="终止原因" rules={[{ required: true, whitespace: true, message: '请写明终止原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={productionActions.terminate.signs} />
      <SecondPersonFields label="质量负责人" meaning={approvalMeaning} name="approver" />
    </StepDialog>
  )
}
