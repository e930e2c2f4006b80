import { App, Form, Input, InputNumber, Select } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import { reagentApi, reagentKinds } from '#contract/laboratory/reagent.ts'
import { useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  number: string
  kind: keyof typeof reagentKinds
  name: string
  lotNo: string
  maker?: string
  purity?: string
  receivedOn: string
  useBy: string
  daysAfterOpening?: number | null
  unit: string
  amount: string
}

/** 登记 of a reagent, a standard solution or a reference substance. What stands on its label is not changed afterwards. */
export function ReagentDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(reagentApi.create)
  return (
    <StepDialog<Values>
      title="登记试剂、标准溶液或对照品"
      submit="登记"
      error={create.error}
      busy={create.isPending}
      initial={{ kind: 'reagent', receivedOn: today(), unit: 'mL' }}
      onClose={onClose}
      onSubmit={({ maker = '', purity = '', daysAfterOpening, ...values }) =>
        create.mutate(
          { ...values, maker, purity, daysAfterOpening: daysAfterOpening ?? null },
          {
            onSuccess: ({ number }) => {
              message.success(`${number} 已登记`)
              onClose()
            },
          },
        )
      }
    >
      <p>登记后不能修改瓶签上的内容；登错的请弃用后重新登记。</p>
      <div className="form-columns">
        <Form.Item
          name="number"
          label="编号"
          rules={[{ required: true, message: '请填写编号' }]}
          normalize={(typed: string) => typed.normalize('NFKC').toUpperCase()}
        >
          <Input maxLength={30} autoComplete="off" placeholder="瓶上标签的编号" />
        </Form.Item>
        <Form.Item name="kind" label="类别" rules={[{ required: true, message: '请选择类别' }]}>
          <Select options={keysOf(reagentKinds).map((value) => ({ value, label: reagentKinds[value] }))} />
        </Form.Item>
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="lotNo" label="批号" rules={[{ required: true, whitespace: true, message: '请填写批号' }]}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="purity" label="纯度或浓度">
          <Input maxLength={40} placeholder="如 99.4%" />
        </Form.Item>
        <Form.Item name="maker" label="生产厂">
          <Input maxLength={80} />
        </Form.Item>
        <Form.Item name="amount" label="装量" rules={[{ required: true, message: '请填写装量' }]}>
          <Input inputMode="decimal" autoComplete="off" maxLength={14} />
        </Form.Item>
        <Form.Item name="unit" label="单位" rules={[{ required: true, whitespace: true, message: '请填写单位' }]}>
          <Input maxLength={10} />
        </Form.Item>
        <Form.Item name="receivedOn" label="接收日期" rules={[{ required: true, message: '请填写接收日期' }]}>
          <DayInput max={today()} />
        </Form.Item>
        <Form.Item name="useBy" label="有效期至" rules={[{ required: true, message: '请填写有效期' }]}>
          <DayInput />
        </Form.Item>
        <Form.Item name="daysAfterOpening" label="开启后可用天数" extra="不填时按有效期">
          <InputNumber min={1} max={3650} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
    </StepDialog>
  )
}
