import { App, Form, Input, Radio } from 'antd'
import { oosApi, type OosFile } from '#contract/cases/oos-api.ts'
import { oosActions } from '#contract/cases/oos.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { decision: 'confirmed' | 'accepted'; conclusion: string; signature: SignatureInput }

/** Why neither answer may be given, null where it may: the same as the server's rule. */
function against({ case: row, results }: OosFile): Record<Values['decision'], string | null> {
  const retests = results.filter(({ part, caseId }) => part === 'retest' && caseId === row.id)
  const allPass = retests.every(({ verdict }) => verdict === 'PASS')
  return {
    confirmed: row.kind !== 'oos' && allPass ? '结果符合法定标准' : null,
    accepted:
      row.state === 'retesting'
        ? '复检还没有做'
        : !allPass
          ? '有复检不合格'
          : row.kind === 'oos' && retests.length === 0
            ? '没有复检'
            : null,
  }
}

/** 裁定: quality assurance confirms the failure, or accepts with the cause. */
export function DecideDialog({ file, onClose }: { file: OosFile; onClose: () => void }) {
  const { message } = App.useApp()
  const decide = useWrite(oosApi.decide)
  const { case: row } = file
  const reasons = against(file)
  return (
    <StepDialog<Values>
      title={`裁定 ${row.lotNo} ${row.itemName} ${row.value}`}
      submit="签名并裁定"
      error={decide.error}
      busy={decide.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        decide.mutate(
          { id: row.id, rowVersion: row.rowVersion, ...values },
          {
            onSuccess: ({ case: { state } }) => {
              message.success(state === 'accepted' ? '已接受，批次解冻' : '已确认不合格')
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="decision" label="裁定" rules={[{ required: true, message: '请选择裁定' }]}>
        <Radio.Group>
          <div className="decision-choices">
            <Radio value="accepted" disabled={reasons.accepted !== null}>
              {row.kind === 'oos' ? '不确认：复检全部合格，已查明原因' : '接受：符合法定标准，已说明原因'}
            </Radio>
            {reasons.accepted && <div className="quiet">不能接受：{reasons.accepted}</div>}
            <Radio value="confirmed" disabled={reasons.confirmed !== null}>
              确认不合格：结果有效
            </Radio>
            {reasons.confirmed && <div className="quiet">不能确认：{reasons.confirmed}</div>}
          </div>
        </Radio.Group>
      </Form.Item>
      <Form.Item name="conclusion" label="结论与原因" rules={[{ required: true, whitespace: true, message: '请写明结论和原因' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <SignatureFields meaning={oosActions[row.side].decide.signs} commentLabel={null} />
    </StepDialog>
  )
}
