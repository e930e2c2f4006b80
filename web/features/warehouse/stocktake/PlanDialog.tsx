import { App, Form, Input, InputNumber, Select } from 'antd'
import type { z } from 'zod'
import { keysOf } from '#contract/kernel/key-of.ts'
import { countClasses, countScopes, stocktakeApi } from '#contract/warehouse/stocktake.ts'
import { placeApi } from '#contract/warehouse/place.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = z.input<typeof stocktakeApi.plan.input>

/** 新建盘点: which bins are counted. */
export function PlanDialog({ onDone, onClose }: { onDone: (id: string) => void; onClose: () => void }) {
  const { message } = App.useApp()
  const plan = useWrite(stocktakeApi.plan)
  return (
    <StepDialog<Values>
      title="新建盘点"
      submit="新建"
      initial={{ scope: 'room' }}
      error={plan.error}
      busy={plan.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        plan.mutate(values, {
          onSuccess: ({ count }) => {
            message.success(`盘点 ${count.countNo} 已建立，${count.lines} 行待盘`)
            onDone(count.id)
          },
        })
      }
    >
      <p>盘点期间可以照常移库和发料：每次盘点按录入那一刻的账面比较。</p>
      <Form.Item name="scope" label="范围" rules={[{ required: true, message: '请选择盘点范围' }]}>
        <Select options={keysOf(countScopes).map((value) => ({ value, label: countScopes[value] }))} />
      </Form.Item>
      <Form.Item<Values> noStyle shouldUpdate={(before, after) => before.scope !== after.scope}>
        {({ getFieldValue }) => {
          switch (getFieldValue('scope') as Values['scope']) {
            case 'class':
              return (
                <Form.Item name="goodsClass" label="类别" rules={[{ required: true, message: '请选择类别' }]}>
                  <Select options={keysOf(countClasses).map((value) => ({ value, label: countClasses[value] }))} />
                </Form.Item>
              )
            case 'cycle':
              return (
                <Form.Item
                  name="days"
                  label="多少天没有盘过"
                  initialValue={90}
                  rules={[{ required: true, message: '请填写天数' }]}
                  extra="最久没有盘的先盘，一次最多200行"
                >
                  <InputNumber min={1} max={3650} precision={0} suffix="天" />
                </Form.Item>
              )
            case 'herb':
              return (
                <Form.Item
                  name="subject"
                  label="品名"
                  rules={[{ required: true, whitespace: true, message: '请填写品名' }]}
                  extra="与库存中的品名一致"
                >
                  <Input maxLength={60} autoComplete="off" />
                </Form.Item>
              )
            default:
              return <RoomField />
          }
        }}
      </Form.Item>
    </StepDialog>
  )
}

/** One of the stores that there are: a name that is none of them would find nothing to count. */
function RoomField() {
  const rooms = useRead(placeApi.warehouses, {})
  return (
    <Form.Item name="subject" label="库房" rules={[{ required: true, message: '请选择库房' }]}>
      <Select
        loading={rooms.isPending}
        options={(rooms.data ?? []).map((value) => ({ value, label: value }))}
        notFoundContent={rooms.error?.message ?? '还没有仓库'}
      />
    </Form.Item>
  )
}
