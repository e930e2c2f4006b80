import { App, Form, Input, InputNumber } from 'antd'
import { instrumentApi, type InstrumentRow } from '#contract/laboratory/instrument.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { number: string; name: string; model?: string; serialNo?: string; place?: string; intervalMonths: number }

/** 登记 or 修改 of an instrument. */
export function InstrumentDialog({ instrument, onClose }: { instrument?: InstrumentRow; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(instrumentApi.create)
  const edit = useWrite(instrumentApi.edit)
  const save = ({ number, model = '', serialNo = '', place = '', ...fields }: Values) => {
    const done = {
      onSuccess: () => {
        message.success(instrument ? '已保存' : `${number} 已登记，请登记校准后使用`)
        onClose()
      },
    }
    if (instrument) edit.mutate({ id: instrument.id, rowVersion: instrument.rowVersion, model, serialNo, place, ...fields }, done)
    else create.mutate({ number, model, serialNo, place, ...fields }, done)
  }
  return (
    <StepDialog<Values>
      title={instrument ? `修改仪器 ${instrument.number}` : '登记仪器'}
      submit="保存"
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      initial={instrument ?? { intervalMonths: 12 }}
      onSubmit={save}
      onClose={onClose}
    >
      {!instrument && (
        <Form.Item
          name="number"
          label="编号"
          extra="仪器标签上的编号，录入结果时可扫描；以后不能更改"
          rules={[{ required: true, message: '请填写编号' }]}
          normalize={(typed: string) => typed.normalize('NFKC').toUpperCase()}
        >
          <Input maxLength={30} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
        <Input maxLength={60} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="model" label="型号">
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="serialNo" label="出厂编号">
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="place" label="放置地点">
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="intervalMonths" label="校准周期（月）" rules={[{ required: true, message: '请填写校准周期' }]}>
          <InputNumber min={1} max={60} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
    </StepDialog>
  )
}
