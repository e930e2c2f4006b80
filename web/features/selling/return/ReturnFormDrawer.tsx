import { App, Form, Input, InputNumber, Select } from 'antd'
import type { Returnable } from '#contract/selling/return.ts'
import { returnApi } from '#contract/selling/return-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { useChoices } from '#web/lib/choices.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'

type Values = { shipmentId: string; reason: string; note?: string; kept: string; packs: Record<string, number | null> }

/** 申请退货: from which shipment, how many of each lot, why, and how the customer kept them. */
export function ReturnFormDrawer({ onDone, onClose }: { onDone: (id: string) => void; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(returnApi.create)
  const send = ({ shipmentId, reason, note = '', kept, packs }: Values, saved: () => void) => {
    const lines = Object.entries(packs ?? {}).flatMap(([lotId, count]) =>
      count === null || count === undefined || count === 0 ? [] : [{ lotId, packs: count }],
    )
    create.mutate(
      { shipmentId, reason, note, kept, lines },
      {
        onSuccess: ({ id, returnNo }) => {
          saved()
          void message.success(`${returnNo} 已提交，待质量部门同意`)
          onDone(id)
        },
      },
    )
  }
  return (
    <FormDrawer<Values>
      title="申请退货"
      submit="提交"
      draftName="new"
      initial={{}}
      error={create.error}
      busy={create.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <ShipmentFields />
    </FormDrawer>
  )
}

const labelOf = ({ shipmentNo, customerName, departedOn }: Returnable) => `${shipmentNo}　${customerName}　${departedOn}`

function ShipmentFields() {
  const form = Form.useFormInstance<Values>()
  const shipmentId = Form.useWatch('shipmentId', form)
  const shipments = useChoices(returnApi.shipments, {}, shipmentId)
  const reasons = useDictionary('return_reason')
  return (
    <>
      <Form.Item name="shipmentId" label="出库单" rules={[{ required: true, message: '请选择出库单' }]}>
        <Select
          loading={shipments.isSearching}
          notFoundContent={shipments.isSearching ? '正在查找' : '没有已签收的出库单'}
          showSearch={{ filterOption: false, onSearch: shipments.search }}
          placeholder="出库单号、销售单号或客户"
          options={shipments.rows.map((one) => ({ value: one.id, label: labelOf(one) }))}
          onChange={() => form.setFieldValue('packs', {})}
        />
      </Form.Item>
      {shipments.error && <CallFailure error={shipments.error} onRetry={shipments.again} />}
      {shipments.chosen && (
        <fieldset className="sale-lines">
          <legend>退回数量</legend>
          {shipments.chosen.lines.map((line) => (
            <Form.Item
              key={line.lotId}
              name={['packs', line.lotId]}
              label={`${line.goods}　${line.lotNo}　在客户处 ${line.withCustomer} ${line.packUnit}`}
            >
              <InputNumber
                min={0}
                max={line.withCustomer}
                precision={0}
                controls={false}
                suffix={line.packUnit}
                disabled={line.withCustomer === 0}
                style={{ width: '100%' }}
              />
            </Form.Item>
          ))}
        </fieldset>
      )}
      <Form.Item name="reason" label="退货原因" rules={[{ required: true, message: '请选择退货原因' }]}>
        <Select options={reasons.labelOptions} />
      </Form.Item>
      <Form.Item
        name="kept"
        label="客户处储存条件与运回方式"
        rules={[{ required: true, whitespace: true, message: '请填写储存条件与运回方式' }]}
      >
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Form.Item name="note" label="说明">
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </>
  )
}
