import { App, Form, Input } from 'antd'
import { oosApi, type OosFile } from '#contract/cases/oos-api.ts'
import { oosActions } from '#contract/cases/oos.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { RetesterField } from './RetesterField.tsx'

type Values = { analystId: string; reason: string; signature: SignatureInput }

/** 改派复检人: whoever was to test again cannot; the number stays. */
export function ReassignDialog({ file, onClose }: { file: OosFile; onClose: () => void }) {
  const { message } = App.useApp()
  const reassign = useWrite(oosApi.reassign)
  const { case: row } = file
  return (
    <StepDialog<Values>
      title={`改派复检人 ${row.lotNo} ${row.itemName}`}
      submit="签名并改派"
      error={reassign.error}
      busy={reassign.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        reassign.mutate(
          { id: row.id, rowVersion: row.rowVersion, ...values },
          {
            onSuccess: ({ retestAnalystName }) => {
              message.success(`已改派，待${retestAnalystName}复检`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        原定由{file.retestAnalystName}复检 {file.retests} 次；次数不变。
      </p>
      <RetesterField file={file} />
      <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, message: '请写明改派的理由' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={oosActions[row.side].reassign.signs} commentLabel={null} />
    </StepDialog>
  )
}
