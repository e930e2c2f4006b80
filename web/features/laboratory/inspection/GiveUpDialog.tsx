import { App, Form, Input, Radio } from 'antd'
import { bulkInspectionApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, type InspectionRow } from '#contract/laboratory/inspection.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  reason: string
  samples: 'return' | 'scrap'
  signature: SignatureInput
  second: { userName: string; password: string }
}

/** 终止检验: a sampled request is given up by the laboratory and quality assurance while nothing was measured. */
export function GiveUpDialog({ row, onClose }: { row: InspectionRow; onClose: () => void }) {
  const { message } = App.useApp()
  const giveUp = useWrite((row.side === 'raw' ? rawInspectionApi : bulkInspectionApi).giveUp)
  const { signs } = inspectionActions[row.side].giveUp
  return (
    <StepDialog<Values>
      title={`终止检验 ${row.requestNo}`}
      submit="签名并终止"
      danger
      initial={{ samples: 'return' }}
      error={giveUp.error}
      busy={giveUp.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        giveUp.mutate(
          { id: row.id, ...values },
          {
            onSuccess: () => {
              message.success(`${row.requestNo} 已终止，该批可以重新请验`)
              onClose()
            },
          },
        )
      }
    >
      <p>只有还没有检验结果时可以终止。批次回到取样前的状态，可以重新请验。</p>
      <Form.Item name="samples" label="样品">
        <Radio.Group
          options={[
            { value: 'return', label: '退回该批' },
            { value: 'scrap', label: '报废' },
          ]}
        />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写终止检验的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={signs} commentLabel={null} />
      <SecondPersonFields label="QA" meaning={`${signs}（第二人）`} name="second" />
    </StepDialog>
  )
}
