import { App, Form, Input } from 'antd'
import { supplierActions, type SupplierRow } from '#contract/supply/supplier.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

export type StandingAction = 'qualify' | 'suspend' | 'resume' | 'remove'

const consequences = {
  qualify: '列为合格后，采购单即可选用其核定的物料与产地，直至资格或证照到期。',
  suspend: '暂停后立即不能下单和收货，未完采购单会标出并通知采购与仓库；以后可以恢复。',
  resume: '恢复后即可继续下单和收货；审计与证照须在有效期内。',
  remove: '除名后不能恢复；同一企业以后可重新登记为候选供应商，从头评审。',
} satisfies Record<StandingAction, string>

/** Asks what a change of standing needs: a reason, a signature, or both. */
export function StandingDialog({ what, supplier, onClose }: { what: StandingAction; supplier: SupplierRow; onClose: () => void }) {
  const { message } = App.useApp()
  const write = {
    qualify: useWrite(supplierApi.qualify),
    suspend: useWrite(supplierApi.suspend),
    resume: useWrite(supplierApi.resume),
    remove: useWrite(supplierApi.remove),
  }
  const action = supplierActions[what]
  const needsReason = what === 'suspend' || what === 'remove'
  const { error, isPending } = write[what]
  return (
    <StepDialog<{ reason: string; signature: SignatureInput }>
      title={`${action.label} ${supplier.name}`}
      submit={action.label}
      danger={needsReason}
      error={error}
      busy={isPending}
      onClose={onClose}
      onSubmit={({ reason, signature }) => {
        const id = supplier.id
        const onSuccess = () => {
          message.success(`${supplier.name}：${action.label}已完成`)
          onClose()
        }
        if (what === 'suspend') write.suspend.mutate({ id, reason }, { onSuccess })
        else if (what === 'remove') write.remove.mutate({ id, reason, signature }, { onSuccess })
        else write[what].mutate({ id, signature }, { onSuccess })
      }}
    >
      <p>{consequences[what]}</p>
      {needsReason && supplier.openOrders > 0 && <p>现有未完采购单 {supplier.openOrders} 张。</p>}
      {needsReason && (
        <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: `请填写${action.label}的原因` }]}>
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      )}
      {'signs' in action && <SignatureFields meaning={action.signs} />}
    </StepDialog>
  )
}
