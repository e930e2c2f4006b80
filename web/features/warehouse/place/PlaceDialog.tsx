import { App, AutoComplete, Form, Input, Select } from 'antd'
import { zones, type Zone } from '#contract/warehouse/movement.ts'
import { placeApi, type PlaceRow } from '#contract/warehouse/place.ts'
import { useWrite } from '#web/lib/call.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { code: string; name: string; warehouse: string; zone: Zone; storageCondition: string; remark?: string }

/** 新建或修改货位. */
export function PlaceDialog({ place, warehouses, onClose }: { place?: PlaceRow; warehouses: readonly string[]; onClose: () => void }) {
  const { message } = App.useApp()
  const conditions = useDictionary('storage_condition')
  const create = useWrite(placeApi.create)
  const edit = useWrite(placeApi.edit)
  const isFull = place !== undefined && place.lotCount > 0
  const save = ({ code, remark = '', ...fields }: Values) => {
    const done = {
      onSuccess: () => {
        message.success(`${fields.name} 已保存`)
        onClose()
      },
    }
    if (place) edit.mutate({ id: place.id, rowVersion: place.rowVersion, remark, ...fields }, done)
    else create.mutate({ code, remark, ...fields }, done)
  }
  return (
    <StepDialog<Values>
      title={place ? `修改货位 ${place.code}` : '新建货位'}
      submit="保存"
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      {...(place && { initial: { ...place, zone: place.zone ?? undefined } })}
      onSubmit={save}
      onClose={onClose}
    >
      {!place && (
        <Form.Item
          name="code"
          label="编码"
          extra="货位牌上的编码，如 A-DY-01；以后不能更改"
          rules={[
            { required: true, message: '请填写编码' },
            { pattern: /^[A-Z0-9][A-Z0-9-]*$/, message: '只能用大写字母、数字和 -' },
          ]}
          normalize={(typed: string) => typed.normalize('NFKC').toUpperCase()}
        >
          <Input maxLength={20} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="warehouse" label="仓库" rules={[{ required: true, whitespace: true, message: '请填写仓库' }]}>
        <AutoComplete
          options={warehouses.map((value) => ({ value }))}
          showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed) }}
          maxLength={40}
        />
      </Form.Item>
      <div className="form-columns">
        <Form.Item
          name="zone"
          label="库区"
          extra={isFull ? '有货时不能更改' : '决定什么状态的批次可以放入'}
          rules={[{ required: true, message: '请选择库区' }]}
        >
          <Select disabled={isFull} options={Object.entries(zones).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item
          name="storageCondition"
          label="贮藏条件"
          extra={isFull ? '有货时不能更改' : '毒性药材须存双锁的货位'}
          rules={[{ required: true, message: '请选择贮藏条件' }]}
        >
          <Select disabled={isFull} loading={conditions.isPending} options={conditions.labelOptions} />
        </Form.Item>
      </div>
      <Form.Item name="remark" label="说明">
        <Input maxLength={200} placeholder="如 温湿度限度、容量" />
      </Form.Item>
    </StepDialog>
  )
}
