import { Alert, App, Form, Input, Select } from 'antd'
import { useEffect } from 'react'
import type { BinChoice } from '#contract/warehouse/place.ts'
import { stockApi, toxicMoveMeaning, type LotStock, type StockSide } from '#contract/warehouse/stock.ts'
import type { MaterialUnit } from '#contract/warehouse/unit.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { amount } from '#web/lib/format.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  fromPlaceId: string
  toPlaceId: string
  quantity: string
  reason: string
  second?: { userName: string; password: string }
}

/** 移库: moves a lot, or part of it, to another bin that its state allows. */
export function TransferDialog({
  side,
  lot,
  onClose,
}: {
  side: StockSide
  lot: { id: string; lotNo: string; name: string; holds: number; isToxic: boolean; unit?: MaterialUnit }
  onClose: () => void
}) {
  const { message } = App.useApp()
  const api = stockApi[side]
  const stock = useRead(api.stock, { id: lot.id })
  const targets = useRead(api.targets, { id: lot.id })
  const transfer = useWrite(api.transfer)
  const sources = (stock.data?.places ?? []).filter((place) => place.zone !== null)
  return (
    <StepDialog<Values>
      title={`移库 ${lot.name} ${lot.lotNo}`}
      submit="移库"
      error={transfer.error}
      reads={[stock, targets]}
      busy={transfer.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        transfer.mutate(
          { id: lot.id, ...values },
          {
            onSuccess: ({ transferNo }) => {
              message.success(`已移库，移库单 ${transferNo}`)
              onClose()
            },
          },
        )
      }
    >
      {lot.holds > 0 && <Alert type="warning" showIcon className="form-failure" title="该批已冻结，只能移到隔离区" />}
      <SourceBin sources={sources} loading={stock.isFetching} isRead={stock.data !== undefined} unit={lot.unit ?? 'kg'} />
      <TargetBin targets={targets.data ?? []} loading={targets.isPending} />
      <Form.Item name="quantity" label="数量" rules={[{ required: true, message: '请填写数量' }]}>
        <QuantityInput unit={lot.unit ?? 'kg'} />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, message: '请填写移库原因' }]}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      {lot.isToxic && <SecondPersonFields label="第二人" meaning={toxicMoveMeaning} name="second" />}
    </StepDialog>
  )
}

/** The bin that goods come from: where there is only one, nobody is asked for it. One that was emptied meanwhile is asked for anew. */
function SourceBin({
  sources,
  loading,
  isRead,
  unit,
}: {
  sources: LotStock['places']
  loading: boolean
  isRead: boolean
  unit: MaterialUnit
}) {
  const form = Form.useFormInstance<Values>()
  const chosen = Form.useWatch('fromPlaceId', form)
  const still = sources.length === 1 ? sources[0]?.id : sources.find(({ id }) => id === chosen)?.id
  useEffect(() => {
    // What was read before the last move may know one bin of two.
    if (!loading && chosen !== still) form.setFieldValue('fromPlaceId', still)
  }, [form, loading, chosen, still])
  return (
    <Form.Item name="fromPlaceId" label="移出货位" rules={[{ required: true, message: '请选择移出货位' }]}>
      <Select
        loading={loading}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="扫描或输入货位"
        notFoundContent={isRead ? '没有在库的货位' : null}
        options={sources.map(({ id, code, name, quantity }) => ({
          value: id,
          label: `${code} ${name}（${amount(quantity, unit)}）`,
        }))}
      />
    </Form.Item>
  )
}

/** The bin that goods go to, which is another than the one they come from. */
function TargetBin({ targets, loading }: { targets: readonly BinChoice[]; loading: boolean }) {
  const form = Form.useFormInstance<Values>()
  const from = Form.useWatch('fromPlaceId', form)
  const to = Form.useWatch('toPlaceId', form)
  useEffect(() => {
    if (from !== undefined && from === to) form.setFieldValue('toPlaceId', undefined)
  }, [form, from, to])
  return (
    <Form.Item
      name="toPlaceId"
      label="移入货位"
      rules={[{ required: true, message: '请选择移入货位' }]}
      extra="只列出与质量状态相符的其他货位"
    >
      <Select
        loading={loading}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="扫描或输入货位"
        options={targets
          .filter(({ id }) => id !== from)
          .map(({ id, code, name, warehouse }) => ({ value: id, label: `${code} ${name}（${warehouse}）` }))}
      />
    </Form.Item>
  )
}
