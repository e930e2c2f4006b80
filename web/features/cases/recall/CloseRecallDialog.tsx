import { App, Form, Input } from 'antd'
import { recallActions } from '#contract/cases/recall.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import type { RecallFile } from '#contract/cases/recall-file.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { conclusion: string; signature: SignatureInput }

/** 结束召回: everything is answered and known, and the 质量负责人 says what came of it. */
export function CloseRecallDialog({ file: { recall, lines }, onClose }: { file: RecallFile; onClose: () => void }) {
  const { message } = App.useApp()
  const close = useWrite(recallApi.close)
  const open = (lines ?? []).reduce((sum, line) => sum + line.open, 0)
  return (
    <StepDialog<Values>
      title={`结束召回 ${recall.caseNo}`}
      submit="签名并结束"
      error={close.error}
      busy={close.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        close.mutate(
          { id: recall.id, rowVersion: recall.rowVersion, ...values },
          {
            onSuccess: ({ recoveredPercent, knownPercent }) => {
              void message.success(`${recall.caseNo} 已结束：召回率 ${recoveredPercent}%，去向查明 ${knownPercent}%`, 8)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['待回复的客户', `${recall.unanswered} 家`],
          ['去向未登记', `${open} 件`],
        ]}
      />
      <p className="quiet">结束后冻结保留，各批再由两人解除或判不合格。</p>
      <Form.Item name="conclusion" label="结论" rules={[{ required: true, whitespace: true, message: '请写明召回的结果与后续处理' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <SignatureFields meaning={recallActions.close.signs} commentLabel={null} />
    </StepDialog>
  )
}
