import { App, Form, Input } from 'antd'
import type { z } from 'zod'
import {
  supplierReturnActions,
  supplierReturnApi,
  supplierReturnCheck,
  type SupplierReturnFile,
} from '#contract/warehouse/supplier-return.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { amount } from '#web/lib/format.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Dialog = { file: SupplierReturnFile; onClose: () => void }

/** The 质量负责人 agrees that the goods go back, or does not. */
export function DecideReturnDialog({ file: { row }, step, onClose }: Dialog & { step: 'approve' | 'refuse' }) {
  const { message } = App.useApp()
  const decide = useWrite(supplierReturnApi[step])
  const isApproval = step === 'approve'
  return (
    <StepDialog<{ opinion: string; signature: SignatureInput }>
      title={`${supplierReturnActions[step].label} ${row.returnNo}`}
      submit={isApproval ? '签名并同意' : '签名，不同意'}
      error={decide.error}
      busy={decide.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        decide.mutate(
          { id: row.id, rowVersion: row.rowVersion, ...values },
          {
            onSuccess: () => {
              message.success(isApproval ? `${row.returnNo} 已同意，等待称重发出` : `${row.returnNo} 没有同意，货物留在原处`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {row.name} {row.lotNo}，{amount(row.quantity, row.unit)}，退给 {row.supplierName}。{row.reason}
      </p>
      <Form.Item name="opinion" label="意见" rules={[{ required: true, whitespace: true, message: '请写明意见' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={supplierReturnActions[step].signs} commentLabel={null} />
    </StepDialog>
  )
}

type Sending = Omit<z.input<typeof supplierReturnApi.send.input>, 'id' | 'rowVersion'>

/** 称重发出: the scale, the carrier, and two persons. */
export function SendDialog({ file: { row }, onClose }: Dialog) {
  const { message } = App.useApp()
  const send = useWrite(supplierReturnApi.send)
  return (
    <StepDialog<Sending>
      title={`称重发出 ${row.returnNo}`}
      submit="签名并发出"
      danger
      error={send.error}
      busy={send.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        send.mutate(
          { id: row.id, rowVersion: row.rowVersion, ...values },
          {
            onSuccess: () => {
              message.success(`${row.returnNo} 已发出，等待供应商确认`)
              onClose()
            },
          },
        )
      }
    >
      <p>签名后货物从不合格区出账。请先打印退货单，随货交供应商签收。</p>
      <Form.Item
        name="weighed"
        label={`实称（核准 ${amount(row.quantity, row.unit)}，${row.placeCode}）`}
        rules={[{ required: true, message: '请填写实称数量' }]}
      >
        <QuantityInput unit={row.unit} />
      </Form.Item>
      <Form.Item name="carrier" label="承运单位与车号" rules={[{ required: true, whitespace: true, message: '请填写承运单位与车号' }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <SignatureFields meaning={supplierReturnActions.send.signs} />
      <SecondPersonFields label="复核人" meaning={supplierReturnCheck} name="checker" />
    </StepDialog>
  )
}
