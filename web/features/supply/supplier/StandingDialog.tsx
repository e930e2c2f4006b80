import { App, Form, Input } from 'antd'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { stopCauses, supplierActions, type SupplierRow } from '#contract/supply/supplier.ts'
import type { SupplierStop } from '#contract/supply/supplier-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 列为合格: quality assurance signs that the supplier may deliver. */
export function QualifyDialog({ supplier, onClose }: { supplier: SupplierRow; onClose: () => void }) {
  const { message } = App.useApp()
  const qualify = useWrite(supplierApi.qualify)
  const action = supplierActions.qualify
  return (
    <StepDialog<{ signature: SignatureInput }>
      title={`${action.label} ${supplier.name}`}
      submit={action.label}
      error={qualify.error}
      busy={qualify.isPending}
      onClose={onClose}
      onSubmit={({ signature }) =>
        qualify.mutate(
          { id: supplier.id, signature },
          {
            onSuccess: () => {
              message.success(`${supplier.name} 已列为合格`)
              onClose()
            },
          },
        )
      }
    >
      <p>列为合格后，采购单即可选用其核定的物料与产地，直至资格或证照到期。</p>
      <SignatureFields meaning={action.signs} />
    </StepDialog>
  )
}

/** 紧急暂停: one person, at once, until a second one has looked. */
export function StopDialog({ supplier, onClose }: { supplier: SupplierRow; onClose: () => void }) {
  return (
    <ReasonDialog
      title={`紧急暂停 ${supplier.name}`}
      submit="紧急暂停"
      danger
      endpoint={supplierApi.stop}
      id={supplier.id}
      done={`${supplier.name} 已临时暂停，待第二人确认或解除`}
      onClose={onClose}
    >
      <p>立即不能下单和收货，未完采购单会标出，并通知采购与仓库。随后须由另一人确认暂停或解除；不紧急的，请提出变更。</p>
      {supplier.openOrders > 0 && <p>现有未完采购单 {supplier.openOrders} 张。</p>}
    </ReasonDialog>
  )
}

const endings = {
  confirmStop: '确认后供应商转为“已暂停”；以后恢复须提出变更，由两人办理。',
  liftStop: '解除后供应商恢复合格，可继续下单和收货；审计与证照须在有效期内。',
} as const
export type StopEnding = keyof typeof endings

/** 确认暂停 or 解除暂停: the second person looks at a provisional stop and signs what they find. */
export function EndStopDialog({
  what,
  supplier,
  stop,
  onClose,
}: {
  what: StopEnding
  supplier: SupplierRow
  stop: SupplierStop | undefined
  onClose: () => void
}) {
  const { message } = App.useApp()
  const write = { confirmStop: useWrite(supplierApi.confirmStop), liftStop: useWrite(supplierApi.liftStop) }
  const action = supplierActions[what]
  const { error, isPending } = write[what]
  return (
    <StepDialog<{ conclusion: string; signature: SignatureInput }>
      title={`${action.label} ${supplier.name}`}
      submit={`签名并${action.label}`}
      danger={what === 'confirmStop'}
      error={error}
      busy={isPending}
      onClose={onClose}
      onSubmit={(values) =>
        write[what].mutate(
          { id: supplier.id, ...values },
          {
            onSuccess: () => {
              message.success(what === 'confirmStop' ? `${supplier.name} 已确认暂停` : `${supplier.name} 已解除暂停，恢复合格`)
              onClose()
            },
          },
        )
      }
    >
      {stop && (
        <Facts
          rows={[
            ['起因', stopCauses[stop.cause]],
            ['原因', stop.reason],
            ['登记', `${stop.placedBy.name} ${dateTime(stop.placedAt)}`],
            ['未完采购单', supplier.openOrders > 0 && `${supplier.openOrders} 张`],
          ]}
        />
      )}
      <p>{endings[what]}</p>
      <Form.Item name="conclusion" label="核实结论" rules={[{ required: true, whitespace: true, message: '请写明核实的结论' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={action.signs} />
    </StepDialog>
  )
}
