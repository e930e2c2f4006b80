import { App, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import { assetKinds, type AssetKind, type AssetRow } from '#contract/making/asset.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { ChangeNote } from '#web/features/cases/change/ChangeNote.tsx'
import { useWrite } from '#web/lib/call.ts'
import { takesCodes } from '#web/lib/scan-burst.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  kind: AssetKind
  number: string
  name: string
  class?: string
  place: string
  isToxic: boolean
  clearanceHours: number
  calibrationMonths?: number | null
  maintenanceMonths?: number | null
}

/** How long a clearance usually holds, hours. */
const usualHours = 72

/** Registers an asset, or changes what is registered; kind and number stay. */
export function AssetDialog({ asset, onClose }: { asset?: AssetRow; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(assetApi.create)
  const edit = useWrite(assetApi.edit)
  const isUsed = asset?.isUsed ?? false
  const save = ({ kind, number, calibrationMonths = null, maintenanceMonths = null, ...values }: Values) => {
    const fields = { ...values, calibrationMonths }
    const done = {
      onSuccess: (row: AssetRow) => {
        message.success(asset ? '已保存' : row.kind === 'scale' ? `${number} 已登记，请登记校准后使用` : `${number} 已登记，清场后可以使用`)
        onClose()
      },
    }
    if (asset) edit.mutate({ id: asset.id, rowVersion: asset.rowVersion, ...fields }, done)
    else create.mutate({ kind, number, ...fields, maintenanceMonths }, done)
  }
  return (
    <StepDialog<Values>
      title={asset ? `修改 ${asset.number} ${asset.name}` : '登记设施设备'}
      submit="保存"
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      initial={asset === undefined ? { kind: 'equipment', isToxic: false, clearanceHours: usualHours } : registeredOf(asset)}
      onSubmit={save}
      onClose={onClose}
    >
      {asset?.isUsed && <ChangeNote record="asset" id={asset.id} what="类别、清场有效期、校准周期和毒性专用" />}
      {!asset && (
        <div className="form-columns">
          <Form.Item name="kind" label="种类" rules={[{ required: true, message: '请选择种类' }]}>
            <Select options={keysOf(assetKinds).map((value) => ({ value, label: assetKinds[value] }))} />
          </Form.Item>
          <Form.Item
            name="number"
            label="编号"
            extra="标签上的编号，工序中扫描；不分全角半角、大小写与空格，以后不能更改"
            rules={[{ required: true, whitespace: true, message: '请填写编号' }]}
          >
            <Input maxLength={30} autoComplete="off" {...takesCodes.kept} />
          </Form.Item>
        </div>
      )}
      <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="class" label="类别" initialValue="">
          <Input maxLength={40} autoComplete="off" placeholder="如洁净区、切药机、台秤" disabled={isUsed} />
        </Form.Item>
        <Form.Item name="place" label="位置" extra="生产线填车间" rules={[{ required: true, whitespace: true, message: '请填写位置' }]}>
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="clearanceHours" label="清场有效期（小时）" rules={[{ required: true, message: '请填写清场有效期' }]}>
          <InputNumber min={1} max={720} precision={0} style={{ width: '100%' }} disabled={isUsed} />
        </Form.Item>
        <Form.Item noStyle dependencies={['kind']}>
          {({ getFieldValue }) => <CalibrationMonths isScale={(asset?.kind ?? getFieldValue('kind')) === 'scale'} isUsed={isUsed} />}
        </Form.Item>
        {!asset && (
          <Form.Item name="maintenanceMonths" label="保养周期（月）" extra="不填则没有保养；内容与逾期的处理在“保养计划”中定">
            <InputNumber min={1} max={60} precision={0} style={{ width: '100%' }} />
          </Form.Item>
        )}
      </div>
      <Form.Item
        name="isToxic"
        valuePropName="checked"
        extra={
          asset && !isUsed && asset.state !== 'out_of_service'
            ? '停用期间才能更改'
            : '只做毒性饮片；做其他品种前须在清场合格证上确认毒性残留合格'
        }
      >
        <Checkbox disabled={isUsed || (asset !== undefined && asset.state !== 'out_of_service')}>毒性饮片专用</Checkbox>
      </Form.Item>
    </StepDialog>
  )
}

/** What the dialog changes of an asset. */
const registeredOf = ({ name, class: sort, place, isToxic, clearanceHours, calibrationMonths }: AssetRow) => ({
  ...{ name, class: sort, place, isToxic, clearanceHours, calibrationMonths },
})

const CalibrationMonths = ({ isScale, isUsed }: { isScale: boolean; isUsed: boolean }) => (
  <Form.Item
    name="calibrationMonths"
    label="校准周期（月）"
    extra={isScale ? '秤须定期检定' : '不需要校准的不填'}
    rules={[{ required: isScale, message: '秤须填写校准周期' }]}
  >
    <InputNumber min={1} max={60} precision={0} style={{ width: '100%' }} disabled={isUsed} />
  </Form.Item>
)
