import { App, Form, Input, InputNumber, Radio } from 'antd'
import { oosApi, type OosFile } from '#contract/cases/oos-api.ts'
import { oosActions } from '#contract/cases/oos.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { RetesterField } from './RetesterField.tsx'

type Values = { retests: number; analystId: string; resampled?: boolean; reason: string; signature: SignatureInput }

/** 批准复检: how many and by whom is fixed before the first of them. */
export function RetestApprovalDialog({ file, onClose }: { file: OosFile; onClose: () => void }) {
  const { case: row } = file
  const { message } = App.useApp()
  const approve = useWrite(oosApi.approveRetest)
  return (
    <StepDialog<Values>
      title={`批准复检 ${row.lotNo} ${row.itemName}`}
      submit="签名并批准复检"
      initial={{ retests: 2 }}
      error={approve.error}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        approve.mutate(
          { id: row.id, rowVersion: row.rowVersion, ...values },
          {
            onSuccess: ({ retestAnalystName }) => {
              message.success(`已批准复检，待${retestAnalystName}复检`)
              onClose()
            },
          },
        )
      }
    >
      <p>次数和复检人事先确定，每个复检值都保留；不能与原结果平均。</p>
      <Form.Item name="retests" label="复检次数" rules={[{ required: true, message: '请填写复检次数' }]}>
        <InputNumber min={1} max={6} precision={0} suffix="次" />
      </Form.Item>
      <RetesterField file={file} />
      {row.finding === 'sampling_error' && (
        <Form.Item name="resampled" label="样品" initialValue={false}>
          <Radio.Group
            options={[
              { value: false, label: '原样品' },
              { value: true, label: '重新取样' },
            ]}
          />
        </Form.Item>
      )}
      <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, message: '请写明复检的理由' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={oosActions[row.side].approveRetest.signs} commentLabel={null} />
    </StepDialog>
  )
}
