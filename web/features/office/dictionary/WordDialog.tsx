import { App, Form, Input, InputNumber } from 'antd'
import { dictionaryTypes, type DictionaryType } from '#contract/office/dictionary-items.ts'
import { dictionaryApi, type DictionaryRow } from '#contract/office/dictionary.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { code: string; label: string; sort: number; remark?: string }

/** Adds a word, or changes the name and the place of one. */
export function WordDialog({ type, item, onClose }: { type: DictionaryType; item?: DictionaryRow; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(dictionaryApi.create)
  const edit = useWrite(dictionaryApi.edit)
  const save = ({ code, label, sort, remark = '' }: Values) => {
    const done = {
      onSuccess: () => {
        message.success(`${label} 已保存`)
        onClose()
      },
    }
    if (item) edit.mutate({ id: item.id, rowVersion: item.rowVersion, label, sort, remark }, done)
    else create.mutate({ type, code, label, sort, remark }, done)
  }
  const { name } = dictionaryTypes[type]
  return (
    <StepDialog<Values>
      title={item ? `修改 ${name}：${item.label}` : `新增${name}`}
      submit="保存"
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      initial={item ?? { sort: 1000 }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item name="label" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
        <Input maxLength={60} />
      </Form.Item>
      {!item && (
        <Form.Item
          name="code"
          label="代码"
          extra="记录里保存的就是它：以后不能更改，也不能再用于别的词条"
          rules={[
            { required: true, message: '请填写代码' },
            { pattern: /^[A-Za-z0-9][A-Za-z0-9_.-]*$/, message: '只能用字母、数字和 _ . -' },
          ]}
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="sort" label="顺序" extra="小的在前" rules={[{ required: true, message: '请填写顺序' }]}>
        <InputNumber min={1} max={100000} precision={0} />
      </Form.Item>
      <Form.Item name="remark" label="说明">
        <Input maxLength={200} />
      </Form.Item>
    </StepDialog>
  )
}
