import { App, Form, Input } from 'antd'
import type { z } from 'zod'
import { recallActions } from '#contract/cases/recall.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import type { RecallLot, RecallRow } from '#contract/cases/recall-file.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof recallApi.lift.input>, 'id' | 'lotIds'>

/** 解除批次: two persons lift the hold of an ended recall. */
export function LiftDialog({ recall, lots, onClose }: { recall: RecallRow; lots: readonly RecallLot[]; onClose: () => void }) {
  const { message } = App.useApp()
  const lift = useWrite(recallApi.lift)
  const subject = lots.length === 1 ? (lots[0]?.lotNo ?? '') : `${lots.length} 批`
  return (
    <StepDialog<Values>
      title={`解除召回冻结 ${subject}`}
      submit="签名并解除"
      error={lift.error}
      busy={lift.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        lift.mutate(
          { id: recall.id, lotIds: lots.map(({ lotId }) => lotId), ...values },
          {
            onSuccess: () => {
              void message.success(`${subject} 已解除 ${recall.caseNo} 的冻结`)
              onClose()
            },
          },
        )
      }
    >
      <p>{lots.map(({ name, lotNo }) => `${name} ${lotNo}`).join('、')}</p>
      <Form.Item name="conclusion" label="结论与依据" rules={[{ required: true, whitespace: true, message: '请写明为何可以继续使用' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <SignatureFields meaning={recallActions.lift.signs} commentLabel={null} />
      <SecondPersonFields label="质量负责人" meaning={recallActions.lift.signs} name="approver" />
    </StepDialog>
  )
}
