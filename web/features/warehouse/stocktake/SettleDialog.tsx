import { App, Form, Select } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import { countActions, countCauses, settlementApproval, stocktakeApi, type CountFile } from '#contract/warehouse/stocktake.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { amount } from '#web/lib/format.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  causes?: Record<string, keyof typeof countCauses>
  signature: SignatureInput
  approver: { userName: string; password: string }
}

/** 完成盘点: each difference within the tolerance gets its cause, and two persons sign. */
export function SettleDialog({ file: { count, lines }, onClose }: { file: CountFile; onClose: () => void }) {
  const { message } = App.useApp()
  const settle = useWrite(stocktakeApi.settle)
  const within = lines.filter(({ state }) => state === 'within')
  return (
    <StepDialog<Values>
      title={`完成盘点 ${count.countNo}`}
      submit="签名并完成"
      error={settle.error}
      busy={settle.isPending}
      onClose={onClose}
      onSubmit={({ causes = {}, ...values }) =>
        settle.mutate(
          {
            id: count.id,
            rowVersion: count.rowVersion,
            causes: Object.entries(causes).map(([lineId, cause]) => ({ lineId, cause })),
            ...values,
          },
          {
            onSuccess: () => {
              message.success(`${count.countNo} 已完成${within.length > 0 ? `，${within.length} 行按实盘调整` : '，没有差异'}`)
              onClose()
            },
          },
        )
      }
    >
      {within.length === 0 && <p>各行与账面相符，或已经决定。</p>}
      {within.map((line) => (
        <Form.Item
          key={line.id}
          name={['causes', line.id]}
          label={`${line.placeCode} ${line.lotNo} ${line.name}：账面 ${amount(line.book ?? '0', line.unit)}，相差 ${amount(line.difference ?? '0', line.unit)}`}
          rules={[{ required: true, message: '请选择差异原因' }]}
        >
          <Select placeholder="差异原因" options={keysOf(countCauses).map((value) => ({ value, label: countCauses[value] }))} />
        </Form.Item>
      ))}
      <SignatureFields meaning={countActions.settle.signs} />
      <SecondPersonFields label="批准人（QA）" meaning={settlementApproval} name="approver" />
    </StepDialog>
  )
}
