import { App, Form, Input } from 'antd'
import type { z } from 'zod'
import {
  supplierReturnActions,
  supplierReturnApi,
  supplierReturnCheck,
  type SupplierReturnFile,
} from '#contract/warehouse/supplier-return.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { amount, today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Dialog = { file: SupplierReturnFile; onClose: () => void }
type Confirmed = Omit<z.input<typeof supplierReturnApi.confirm.input>, 'id' | 'rowVersion'>

/** 登记供应商确认: what the supplier's paper says; the paper lies in the attachments. */
export function ConfirmDialog({ file: { row, proofs }, onClose }: Dialog) {
  const { message } = App.useApp()
  const confirm = useWrite(supplierReturnApi.confirm)
  return (
    <StepDialog<Confirmed>
      title={`登记供应商确认 ${row.returnNo}`}
      submit="登记"
      initial={{ confirmedOn: today(), confirmedQuantity: row.weighed ?? row.quantity }}
      error={confirm.error}
      busy={confirm.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        confirm.mutate(
          { id: row.id, rowVersion: row.rowVersion, ...values },
          {
            onSuccess: () => {
              message.success(`${row.returnNo} 供应商已确认`)
              onClose()
            },
          },
        )
      }
    >
      <p>{proofs === 0 ? '请先在附件中添加供应商的签收单或确认函。' : `附件 ${proofs} 份，请与签收单核对后登记。`}</p>
      <Form.Item name="confirmedOn" label="确认日期" rules={[{ required: true, message: '请选择确认日期' }]}>
        <DayInput />
      </Form.Item>
      <Form.Item
        name="confirmedQuantity"
        label={`供应商确认的数量（发出 ${amount(row.weighed ?? row.quantity, row.unit)}）`}
        rules={[{ required: true, message: '请填写供应商确认的数量' }]}
      >
        <QuantityInput unit={row.unit} />
      </Form.Item>
      <Form.Item name="differenceReason" label="数量不同的原因" extra="与发出数量一致时不填">
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item name="confirmedPerson" label="供应商签收人" rules={[{ required: true, whitespace: true, message: '请填写签收人' }]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="confirmationNo" label="签收单号">
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
    </StepDialog>
  )
}

type Back = Omit<z.input<typeof supplierReturnApi.bringBack.input>, 'id' | 'rowVersion'>

/** 登记退回: what came back, on the scale, and into which bin. */
export function BringBackDialog({ file: { row, isToxic }, onClose }: Dialog) {
  const { message } = App.useApp()
  const bringBack = useWrite(supplierReturnApi.bringBack)
  return (
    <StepDialog<Back>
      title={`登记退回 ${row.returnNo}`}
      submit="签名并收回"
      danger
      error={bringBack.error}
      busy={bringBack.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        bringBack.mutate(
          { id: row.id, rowVersion: row.rowVersion, ...values },
          {
            onSuccess: () => {
              message.success(`${row.returnNo} 已收回，可以另行处置或重新退货`)
              onClose()
            },
          },
        )
      }
    >
      <p>供应商没有收货时登记。少于发出数量的部分按途中丢失记为盘亏；全部丢失填 0。</p>
      <Form.Item
        name="weight"
        label={`收回实称（发出 ${amount(row.weighed ?? row.quantity, row.unit)}）`}
        rules={[{ required: true, message: '请填写收回的实称，全部丢失填0' }]}
      >
        <QuantityInput unit={row.unit} />
      </Form.Item>
      <Form.Item<Back> noStyle shouldUpdate={(before, after) => before.weight !== after.weight}>
        {({ getFieldValue }) => (/^0*(\.0*)?$/.test(getFieldValue('weight') ?? '') ? null : <BinField zone="rejected" isToxic={isToxic} />)}
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明供应商为什么没有收' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={supplierReturnActions.bringBack.signs} />
      <SecondPersonFields label="复核人" meaning={supplierReturnCheck} name="checker" />
    </StepDialog>
  )
}
