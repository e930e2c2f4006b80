import { App, Form, Input, Radio, Select } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import {
  countActions,
  countCauses,
  countOutcomes,
  differenceApproval,
  stocktakeApi,
  type CountLine,
} from '#contract/warehouse/stocktake.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { amount } from '#web/lib/format.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  outcome: keyof typeof countOutcomes
  cause: keyof typeof countCauses
  note: string
  signature: SignatureInput
  approver: { userName: string; password: string }
}

/** 决定超差: two persons say why it differs, and put the stock right or have it counted again. */
export function DecideDialog({ countId, line, onClose }: { countId: string; line: CountLine; onClose: () => void }) {
  const { message } = App.useApp()
  const decide = useWrite(stocktakeApi.decide)
  return (
    <StepDialog<Values>
      title={`决定超差 ${line.lotNo} ${line.name}`}
      submit="签名并决定"
      initial={{ outcome: 'adjust' }}
      error={decide.error}
      busy={decide.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        decide.mutate(
          { id: countId, lineId: line.id, ...values },
          {
            onSuccess: () => {
              message.success(values.outcome === 'adjust' ? `${line.lotNo} 已按实盘调整` : `${line.lotNo} 再盘一次`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {line.placeCode} 账面 {amount(line.book ?? '0', line.unit)}，实盘 {amount(line.counted ?? '0', line.unit)}，相差{' '}
        {amount(line.difference ?? '0', line.unit)}
        {line.packsApart !== null && `（${line.packsApart} 件）`}。决定后解除本次盘点的冻结。
      </p>
      {line.missing.length > 0 && <p>缺失的追溯码：{line.missing.join('、')}</p>}
      <Form.Item name="outcome" label="处理" rules={[{ required: true, message: '请选择处理' }]}>
        <Radio.Group options={keysOf(countOutcomes).map((value) => ({ value, label: countOutcomes[value] }))} />
      </Form.Item>
      <Form.Item name="cause" label="差异原因" rules={[{ required: true, message: '请选择差异原因' }]}>
        <Select options={keysOf(countCauses).map((value) => ({ value, label: countCauses[value] }))} />
      </Form.Item>
      <Form.Item name="note" label="调查情况" rules={[{ required: true, whitespace: true, message: '请写明调查情况' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={countActions.decide.signs} commentLabel={null} />
      <SecondPersonFields label="质量负责人" meaning={differenceApproval} name="approver" />
    </StepDialog>
  )
}
