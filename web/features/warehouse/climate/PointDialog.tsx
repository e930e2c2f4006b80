import { App, Form, Input, InputNumber, Radio, Select } from 'antd'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { climateActions, climateApi, climateText, limitApproval, type ClimatePoint } from '#contract/warehouse/climate.ts'
import { placeApi } from '#contract/warehouse/place.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Limits = { temperatureMin?: string; temperatureMax?: string; humidityMin?: string; humidityMax?: string }
type Signed = { reason: string; signature: SignatureInput; approver: { userName: string; password: string } }
type Values = Signed & {
  number: string
  name: string
  where: 'store' | 'room'
  warehouse?: string
  roomId?: string
  way: 'hand' | 'logger'
  everyHours?: number
  limits?: Limits
}

/** An empty field sets no limit. */
const given = ({ temperatureMin, temperatureMax, humidityMin, humidityMax }: Limits = {}) => ({
  temperatureMin: temperatureMin || null,
  temperatureMax: temperatureMax || null,
  humidityMin: humidityMin || null,
  humidityMax: humidityMax || null,
})

/** 新设监测点, with the limits that the firm wants. */
export function PointDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(climateApi.create)
  return (
    <StepDialog<Values>
      title="新设温湿度监测点"
      submit="签名并设点"
      wide
      initial={{ where: 'store', way: 'hand' }}
      error={create.error}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={({ where, way, warehouse, roomId, everyHours, limits, ...values }) =>
        create.mutate(
          {
            ...values,
            ...(where === 'store' ? warehouse && { warehouse } : roomId && { roomId }),
            everyHours: way === 'logger' ? (everyHours ?? null) : null,
            limits: given(limits),
          },
          {
            onSuccess: ({ number }) => {
              message.success(`监测点 ${number} 已设，待记录第一次读数`)
              onClose()
            },
          },
        )
      }
    >
      <div className="form-columns">
        <Form.Item name="number" label="编号" rules={[{ required: true, whitespace: true, message: '请填写编号' }]}>
          <Input maxLength={30} autoComplete="off" />
        </Form.Item>
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="where" label="位置">
          <Radio.Group
            options={[
              { value: 'store', label: '仓库' },
              { value: 'room', label: '操作间' },
            ]}
          />
        </Form.Item>
        <Where />
        <Form.Item name="way" label="记录方式">
          <Radio.Group
            options={[
              { value: 'hand', label: '人工，每日两次' },
              { value: 'logger', label: '温湿度仪' },
            ]}
          />
        </Form.Item>
        <Every />
      </div>
      <LimitFields />
      <Sign />
    </StepDialog>
  )
}

function Where() {
  const where: Values['where'] | undefined = Form.useWatch('where')
  const warehouses = useRead(placeApi.warehouses, {})
  const rooms = useRead(assetApi.list, where === 'room' ? { kind: 'room', pageSize: 200 } : null)
  return where === 'room' ? (
    <Form.Item name="roomId" label="操作间" rules={[{ required: true, message: '请选择操作间' }]}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        loading={rooms.isPending}
        options={(rooms.data?.rows ?? []).map(({ id, number, name }) => ({ value: id, label: `${number}　${name}` }))}
        notFoundContent={rooms.error?.message ?? '没有登记操作间'}
      />
    </Form.Item>
  ) : (
    <Form.Item name="warehouse" label="仓库" rules={[{ required: true, message: '请选择仓库' }]}>
      <Select
        loading={warehouses.isPending}
        options={(warehouses.data ?? []).map((value) => ({ value, label: value }))}
        notFoundContent={warehouses.error?.message ?? '还没有仓库'}
      />
    </Form.Item>
  )
}

function Every() {
  const way: Values['way'] | undefined = Form.useWatch('way')
  if (way !== 'logger') return null
  return (
    <Form.Item name="everyHours" label="最长间隔" rules={[{ required: true, message: '请填写小时数' }]} extra="超过即待记录">
      <InputNumber min={1} max={24} precision={0} suffix="小时" style={{ width: '100%' }} />
    </Form.Item>
  )
}

const LimitFields = () => (
  <div className="form-columns">
    <Form.Item name={['limits', 'temperatureMin']} label="温度下限（不限则空）">
      <QuantityInput unit="℃" negative />
    </Form.Item>
    <Form.Item name={['limits', 'temperatureMax']} label="温度上限（不限则空）">
      <QuantityInput unit="℃" negative />
    </Form.Item>
    <Form.Item name={['limits', 'humidityMin']} label="相对湿度下限（不限则空）">
      <QuantityInput unit="%RH" />
    </Form.Item>
    <Form.Item name={['limits', 'humidityMax']} label="相对湿度上限（不限则空）">
      <QuantityInput unit="%RH" />
    </Form.Item>
  </div>
)

const Sign = () => (
  <>
    <Form.Item name="reason" label="依据" rules={[{ required: true, whitespace: true, message: '请填写限度的依据' }]}>
      <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} placeholder="如企业仓储管理规程" />
    </Form.Item>
    <SignatureFields meaning={climateActions.setLimits.signs} commentLabel={null} />
    <SecondPersonFields label="质量负责人" meaning={limitApproval} name="approver" />
  </>
)

/** 更改限度: from now on; what was read before keeps the limits of its time. */
export function LimitsDialog({ point, onClose }: { point: ClimatePoint; onClose: () => void }) {
  const { message } = App.useApp()
  const setLimits = useWrite(climateApi.setLimits)
  const { temperatureMin, temperatureMax, humidityMin, humidityMax } = point.limits
  const shown = {
    ...(temperatureMin !== null && { temperatureMin }),
    ...(temperatureMax !== null && { temperatureMax }),
    ...(humidityMin !== null && { humidityMin }),
    ...(humidityMax !== null && { humidityMax }),
  }
  return (
    <StepDialog<Signed & { limits?: Limits }>
      title={`更改限度 ${point.number} ${point.name}`}
      submit="签名并更改"
      initial={{ limits: shown }}
      error={setLimits.error}
      busy={setLimits.isPending}
      onClose={onClose}
      onSubmit={({ limits, ...values }) =>
        setLimits.mutate(
          { id: point.id, rowVersion: point.rowVersion, limits: given(limits), ...values },
          {
            onSuccess: (changed) => {
              message.success(`${changed.number} 的限度为 ${climateText(changed.limits)}`)
              onClose()
            },
          },
        )
      }
    >
      <p>现行限度 {climateText(point.limits)}。更改后的读数按新限度判断，以前的读数不变。</p>
      <LimitFields />
      <Sign />
    </StepDialog>
  )
}
