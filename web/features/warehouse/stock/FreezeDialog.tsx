import { App, Checkbox, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { holdKinds } from '#contract/warehouse/lot.ts'
import { standingReasons } from '#contract/warehouse/standing.ts'
import { choosesReach, manualHoldKind, stockApi, type StockSide } from '#contract/warehouse/stock.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof stockApi.raw.freeze.input>, 'id'>

/** 冻结: until the hold is lifted, the lot may not be used, sold or moved, except to isolation. */
export function FreezeDialog({
  side,
  lot,
  onClose,
}: {
  side: StockSide
  lot: { id: string; lotNo: string; name: string }
  onClose: () => void
}) {
  const { message } = App.useApp()
  const freeze = useWrite(stockApi[side].freeze)
  return (
    <StepDialog<Values>
      title={`冻结 ${lot.name} ${lot.lotNo}`}
      submit="冻结"
      danger
      initial={{ kind: 'freeze' }}
      error={freeze.error}
      busy={freeze.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        freeze.mutate(
          { id: lot.id, ...values },
          {
            onSuccess: () => {
              message.success(`${lot.lotNo} 已冻结`)
              onClose()
            },
          },
        )
      }
    >
      <p>冻结后不能领用、包装或销售，只能取样、移到隔离区或销毁。</p>
      <Form.Item name="kind" label="冻结类型" rules={[{ required: true, message: '请选择冻结类型' }]}>
        <Select options={manualHoldKind.options.map((kind) => ({ value: kind, label: holdKinds[kind] }))} />
      </Form.Item>
      <Reach />
      <Form.Item name="reason" label="原因" rules={[{ required: true, message: '请填写冻结原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}

/** Whether the hold also stops what was made of the lot: chosen, or said by the kind of hold. */
function Reach() {
  const kind: Values['kind'] | undefined = Form.useWatch('kind')
  if (kind === undefined) return null
  if (!choosesReach(kind))
    return (
      <p className="quiet">
        {standingReasons[kind].reaches === 'always' ? '由该批制成的批次一并停止使用。' : '只冻结本批，由该批制成的批次不受影响。'}
      </p>
    )
  return (
    <Form.Item name="reaches" valuePropName="checked" initialValue={true}>
      <Checkbox>同时冻结由该批制成的批次</Checkbox>
    </Form.Item>
  )
}
