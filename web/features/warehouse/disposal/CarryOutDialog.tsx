import { App, Form, Input } from 'antd'
import { destructionWitness, disposalActions, disposalApi, type DisposalFile } from '#contract/warehouse/disposal.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { WeightFields, weightsOf, type Weights } from './WeightFields.tsx'

type Values = {
  weights: Weights
  carrier: string
  certificateNo?: string
  signature: SignatureInput
  witness: { userName: string; password: string }
}

/** 执行销毁: every line is weighed, and two persons sign. */
export function CarryOutDialog({ file: { disposal, lines }, onClose }: { file: DisposalFile; onClose: () => void }) {
  const { message } = App.useApp()
  const carryOut = useWrite(disposalApi.carryOut)
  return (
    <StepDialog<Values>
      title={`执行销毁 ${disposal.disposalNo}`}
      submit="签名并销毁"
      danger
      error={carryOut.error}
      busy={carryOut.isPending}
      onClose={onClose}
      onSubmit={({ weights, ...values }) =>
        carryOut.mutate(
          { id: disposal.id, rowVersion: disposal.rowVersion, weights: weightsOf(lines, weights), ...values },
          {
            onSuccess: () => {
              message.success(`${disposal.disposalNo} 已销毁，货物与追溯码已转出`)
              onClose()
            },
          },
        )
      }
    >
      <p>签名后货物与追溯码从账上转出，不能恢复。实称与核准相差超过 2% 时请先“报告差异”。</p>
      <WeightFields lines={lines} />
      <Form.Item name="carrier" label="处置单位或地点" rules={[{ required: true, whitespace: true, message: '请填写处置单位或地点' }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="certificateNo" label="处置证明编号">
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <SignatureFields meaning={disposalActions.carryOut.signs} />
      <SecondPersonFields label="见证人" meaning={destructionWitness} name="witness" />
    </StepDialog>
  )
}
