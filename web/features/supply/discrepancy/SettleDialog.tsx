import { App, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import {
  discrepancyActions,
  discrepancyApi,
  discrepancyOutcomes,
  outcomesWithPaper,
  type DiscrepancyFile,
} from '#contract/supply/discrepancy.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Ended = Omit<z.input<typeof discrepancyApi.settle.input>, 'id' | 'rowVersion'>

/** 结案: what became of it, signed by another person than who wrote the answer down. */
export function SettleDialog({ file: { row, answer }, onClose }: { file: DiscrepancyFile; onClose: () => void }) {
  const { message } = App.useApp()
  const settle = useWrite(discrepancyApi.settle)
  return (
    <StepDialog<Ended>
      title={`到货差异结案 ${row.discrepancyNo}`}
      submit="签名结案"
      error={settle.error}
      busy={settle.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        settle.mutate(
          { id: row.id, rowVersion: row.rowVersion, ...values },
          {
            onSuccess: () => {
              message.success(`${row.discrepancyNo} 已结案`)
              onClose()
            },
          },
        )
      }
    >
      <p>供应商答复：{answer}</p>
      <Form.Item name="settledAs" label="处理结果" rules={[{ required: true, message: '请选择处理结果' }]}>
        <Select options={Object.entries(discrepancyOutcomes).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      <Form.Item<Ended> noStyle shouldUpdate={(before, after) => before.settledAs !== after.settledAs}>
        {({ getFieldValue }) => <ProofField settledAs={getFieldValue('settledAs')} />}
      </Form.Item>
      <Form.Item name="conclusion" label="结论" rules={[{ required: true, whitespace: true, message: '请填写结论' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={discrepancyActions.settle.signs} />
    </StepDialog>
  )
}

/** What the outcome rests on: a paper, a later receipt, or nothing. */
function ProofField({ settledAs }: { settledAs: Ended['settledAs'] | undefined }) {
  if (settledAs === 'replaced')
    return (
      <Form.Item name="receiptNo" label="补到货物的收货单号" rules={[{ required: true, whitespace: true, message: '请填写收货单号' }]}>
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
    )
  if (settledAs === undefined || !outcomesWithPaper.includes(settledAs)) return null
  return (
    <Form.Item name="paperNo" label="扣款或赔偿凭证号" rules={[{ required: true, whitespace: true, message: '请填写凭证号' }]}>
      <Input maxLength={60} autoComplete="off" />
    </Form.Item>
  )
}
