import { App, Form, Input } from 'antd'
import { oosApi, type OosFile } from '#contract/cases/oos-api.ts'
import { oosActions, oosFindings } from '#contract/cases/oos.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 判原结果无效: an error was proved. The value stays readable, the test is done again. */
export function InvalidateDialog({ file: { case: row, explanation }, onClose }: { file: OosFile; onClose: () => void }) {
  const { message } = App.useApp()
  const invalidate = useWrite(oosApi.invalidate)
  return (
    <StepDialog<{ reason: string; signature: SignatureInput }>
      title={`判原结果无效 ${row.lotNo} ${row.itemName} ${row.value}`}
      submit="签名并判无效"
      error={invalidate.error}
      busy={invalidate.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        invalidate.mutate(
          { id: row.id, rowVersion: row.rowVersion, ...values },
          {
            onSuccess: () => {
              message.success('原结果已判无效，已通知检验人重做')
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['查明', row.finding && oosFindings[row.finding]],
          ['调查说明', explanation],
        ]}
      />
      <Form.Item name="reason" label="判无效的理由" rules={[{ required: true, whitespace: true, message: '请写明差错如何影响结果' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <SignatureFields meaning={oosActions[row.side].invalidate.signs} commentLabel={null} />
    </StepDialog>
  )
}
