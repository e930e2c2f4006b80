import { App, Form, Input, Select } from 'antd'
import { outsideLaboratoryApi, type OutsideLaboratoryRow } from '#contract/laboratory/outside-laboratory.ts'
import { recordApi } from '#contract/laboratory/record.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { name: string; accreditationNo: string; scope: string[]; validFrom: string; validUntil: string; contact?: string }

/** 登记 or 修改 of an outside laboratory; a new accreditation takes the place of the old one. */
export function OutsideLaboratoryDialog({ laboratory, onClose }: { laboratory?: OutsideLaboratoryRow; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(outsideLaboratoryApi.create)
  const edit = useWrite(outsideLaboratoryApi.edit)
  const { data } = useRead(recordApi.choices, {})
  const save = ({ contact = '', ...values }: Values) => {
    const done = {
      onSuccess: () => {
        message.success(`${values.name} 已保存`)
        onClose()
      },
    }
    if (laboratory) edit.mutate({ id: laboratory.id, rowVersion: laboratory.rowVersion, contact, ...values }, done)
    else create.mutate({ contact, ...values }, done)
  }
  return (
    <StepDialog<Values>
      title={laboratory ? `修改 ${laboratory.name}` : '登记委托检验机构'}
      submit="保存"
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      {...(laboratory && { initial: laboratory })}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
        <Input maxLength={80} />
      </Form.Item>
      <Form.Item name="accreditationNo" label="认可编号" rules={[{ required: true, whitespace: true, message: '请填写认可编号' }]}>
        <Input maxLength={60} placeholder="资质认定或实验室认可证书的编号" />
      </Form.Item>
      <Form.Item
        name="scope"
        label="认可范围"
        extra="质量标准中的项目名称，或方法编号如 2351；逐项输入后回车"
        rules={[{ required: true, message: '请填写认可的检验项目或方法' }]}
      >
        <Select
          mode="tags"
          tokenSeparators={['，', '、', ',']}
          options={(data?.items ?? []).map(({ name }) => ({ value: name, label: name }))}
        />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="validFrom" label="有效期起" rules={[{ required: true, message: '请填写有效期起' }]}>
          <DayInput />
        </Form.Item>
        <Form.Item name="validUntil" label="有效期至" rules={[{ required: true, message: '请填写有效期至' }]}>
          <DayInput />
        </Form.Item>
      </div>
      <Form.Item name="contact" label="联系人">
        <Input maxLength={80} />
      </Form.Item>
    </StepDialog>
  )
}
