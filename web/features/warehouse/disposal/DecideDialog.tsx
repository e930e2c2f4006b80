import { App, Form, Input } from 'antd'
import { disposalActions, disposalApi, totalOf, type DisposalFile } from '#contract/warehouse/disposal.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { opinion: string; signature: SignatureInput }

/** The 质量负责人 agrees that the goods are destroyed, or does not. */
export function DecideDialog({
  file: { disposal, foundReason },
  step,
  onClose,
}: {
  file: DisposalFile
  step: 'approve' | 'refuse'
  onClose: () => void
}) {
  const { message } = App.useApp()
  const decide = useWrite(disposalApi[step])
  const isApproval = step === 'approve'
  return (
    <StepDialog<Values>
      title={`${disposalActions[step].label} ${disposal.disposalNo}`}
      submit={isApproval ? '签名并批准' : '签名，不同意'}
      danger={isApproval}
      error={decide.error}
      busy={decide.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        decide.mutate(
          { id: disposal.id, rowVersion: disposal.rowVersion, ...values },
          {
            onSuccess: () => {
              message.success(isApproval ? `${disposal.disposalNo} 已批准，等待执行` : `${disposal.disposalNo} 没有同意，货物留在原处`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {disposal.goods}，{totalOf(disposal)}
        {disposal.packs > 0 && `，${disposal.packs} 件`}。{isApproval && '销毁后不能恢复。'}
      </p>
      {disposal.state === 'reported' && <p>实称与批准的数量不同：{foundReason}</p>}
      <Form.Item name="opinion" label="意见" rules={[{ required: true, whitespace: true, message: '请写明意见' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={disposalActions[step].signs} commentLabel={null} />
    </StepDialog>
  )
}
