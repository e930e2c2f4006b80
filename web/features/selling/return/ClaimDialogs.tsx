import { Alert, App, Form, Input, InputNumber, Select } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import { claimActions, claimOutcomes, type ClaimOutcome } from '#contract/selling/return.ts'
import { claimApi, type ClaimDetail } from '#contract/selling/return-api.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Second = { userName: string; password: string }
type Settled = { outcome: ClaimOutcome; packs: number; note: string; codes?: string; signature?: SignatureInput; approver?: Second }

/** Codes as they were scanned or pasted, one after the other. */
const codesIn = (text: string) => text.split(/[\s,，;；]+/).filter((code) => code !== '')

/** 登记结果: delivered after all, found and on its way back, or lost. */
export function SettleDialog({ claim, onClose }: { claim: ClaimDetail; onClose: () => void }) {
  const { message } = App.useApp()
  const settle = useWrite(claimApi.settle)
  return (
    <StepDialog<Settled>
      wide
      title={`登记结果 ${claim.claimNo}`}
      submit="登记"
      error={settle.error}
      busy={settle.isPending}
      initial={{ packs: claim.open }}
      onClose={onClose}
      onSubmit={({ codes = '', outcome, ...values }) =>
        settle.mutate(
          { id: claim.id, rowVersion: claim.rowVersion, outcome, ...values, codes: outcome === 'lost' ? codesIn(codes) : [] },
          {
            onSuccess: ({ state }) => {
              void message.success(state === 'closed' ? `${claim.claimNo} 已全部查明` : `${claim.claimNo} 已登记，还有未查明的`)
              onClose()
            },
          },
        )
      }
    >
      <SettleFields claim={claim} />
    </StepDialog>
  )
}

function SettleFields({ claim }: { claim: ClaimDetail }) {
  const form = Form.useFormInstance<Settled>()
  const outcome = Form.useWatch('outcome', form)
  return (
    <>
      <div className="form-columns">
        <Form.Item name="outcome" label="结果" rules={[{ required: true, message: '请选择结果' }]}>
          <Select options={keysOf(claimOutcomes).map((value) => ({ value, label: claimOutcomes[value] }))} />
        </Form.Item>
        <Form.Item name="packs" label="数量" rules={[{ required: true, message: '请填写数量' }]}>
          <InputNumber min={1} max={claim.open} precision={0} controls={false} suffix={claim.packUnit} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item name="note" label="依据" rules={[{ required: true, whitespace: true, message: '请填写依据' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} placeholder="承运单位的答复、补送签收、赔付凭证" />
      </Form.Item>
      {outcome === 'returning' && <p className="quiet">会开出一张退货单，到厂后扫码收货。</p>}
      {outcome === 'lost' && (
        <>
          <Alert className="form-failure" type="warning" showIcon title="核销后这些追溯码作废，扫码时提示不要使用" />
          <Form.Item
            name="codes"
            label="丢失货物的追溯码（箱码或袋码，每行一个）"
            rules={[{ required: true, whitespace: true, message: '请写明追溯码' }]}
          >
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} />
          </Form.Item>
          <SignatureFields meaning={claimActions.settle.signs} commentLabel={null} />
          <SecondPersonFields label="质量负责人" meaning={claimActions.settle.signs} name="approver" />
        </>
      )}
    </>
  )
}

type Reopened = { reason: string; signature: SignatureInput; approver: Second }

/** 冲销结果: the answer was wrong, or what was written off turned up. */
export function ReopenDialog({
  claim,
  outcome,
  onClose,
}: {
  claim: ClaimDetail
  outcome: ClaimDetail['outcomes'][number]
  onClose: () => void
}) {
  const { message } = App.useApp()
  const reopen = useWrite(claimApi.reopen)
  return (
    <StepDialog<Reopened>
      title={`冲销结果 ${claim.claimNo}`}
      submit="签名并冲销"
      danger
      error={reopen.error}
      busy={reopen.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        reopen.mutate(
          { id: claim.id, outcomeId: outcome.id, ...values },
          {
            onSuccess: () => {
              void message.success(`${claim.claimNo} 的结果已冲销，继续查找`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {claimOutcomes[outcome.outcome]} {outcome.packs} {claim.packUnit}：{outcome.note}
      </p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={claimActions.reopen.signs} commentLabel={null} />
      <SecondPersonFields label="质量负责人" meaning={claimActions.reopen.signs} name="approver" />
    </StepDialog>
  )
}
