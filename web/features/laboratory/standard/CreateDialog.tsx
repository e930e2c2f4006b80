import { App, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { standardApi, standardSubjectKinds, type StandardRow } from '#contract/laboratory/standard.ts'
import { customerKind } from '#contract/laboratory/authority.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { EditionFields, type EditionValues } from './EditionFields.tsx'

type Values = EditionValues & { of: 'material' | 'product'; subjectId: string; kind: string; customerId?: string; name: string }

/** 新建标准: of which material or product, by which book; its items come next. */
export function NewStandardDialog({ onClose, onMade }: { onClose: () => void; onMade: (row: StandardRow) => void }) {
  const { message } = App.useApp()
  const create = useWrite(standardApi.create)
  return (
    <StepDialog<Values>
      title="新建标准"
      submit="建立草稿"
      error={create.error}
      busy={create.isPending}
      initial={{ of: 'material' }}
      onClose={onClose}
      onSubmit={(values) =>
        create.mutate(values, {
          onSuccess: (row) => {
            message.success(`${row.name} 已建立草稿，请填写检验项目`)
            onClose()
            onMade(row)
          },
        })
      }
    >
      <SubjectFields />
      <EditionFields />
    </StepDialog>
  )
}

function SubjectFields() {
  const form = Form.useFormInstance<Values>()
  const of = Form.useWatch('of', form) ?? 'material'
  const [q, setQ] = useState('')
  const subjects = useRead(standardApi.subjects, { of, q, pageSize: 50 }, { keepPrevious: true })
  const kinds = useDictionary('standard_type')
  const kind: string | undefined = Form.useWatch('kind', form)
  return (
    <>
      <Form.Item name="of" label="对象">
        <Radio.Group
          aria-label="对象"
          options={Object.entries(standardSubjectKinds).map(([value, label]) => ({ value, label }))}
          onChange={() => form.setFieldsValue({ subjectId: undefined, name: '' })}
        />
      </Form.Item>
      {subjects.error && <CallFailure error={subjects.error} onRetry={() => void subjects.refetch()} />}
      <Form.Item
        name="subjectId"
        label={standardSubjectKinds[of]}
        rules={[{ required: true, message: `请选择${standardSubjectKinds[of]}` }]}
      >
        <Select
          showSearch={{ filterOption: false, onSearch: setQ }}
          loading={subjects.isFetching}
          placeholder="输入编号、名称或拼音首字母"
          notFoundContent={
            subjects.isPending ? '正在查找…' : subjects.error ? null : `没有找到；请先在加工管理建立${standardSubjectKinds[of]}`
          }
          options={(subjects.data ?? []).map((one) => ({ value: one.id, label: `${one.code}　${one.name}` }))}
          onChange={(id: string) => form.setFieldValue('name', subjects.data?.find((one) => one.id === id)?.name)}
        />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="kind" label="标准类别" rules={[{ required: true, message: '请选择标准类别' }]}>
          <Select showSearch={{ optionFilterProp: 'label' }} loading={kinds.isPending} options={kinds.labelOptions} />
        </Form.Item>
        <Form.Item name="name" label="标准中的品名" rules={[{ required: true, whitespace: true, message: '请填写品名' }]}>
          <Input maxLength={60} />
        </Form.Item>
      </div>
      {kind === customerKind && <CustomerField />}
    </>
  )
}

/** Whose standard it is: a lot that misses it is kept from this customer alone. */
function CustomerField() {
  const [q, setQ] = useState('')
  const customers = useRead(standardApi.customers, { q, pageSize: 50 }, { keepPrevious: true })
  return (
    <>
      {customers.error && <CallFailure error={customers.error} onRetry={() => void customers.refetch()} />}
      <Form.Item
        name="customerId"
        label="客户"
        extra="不符合此标准的批次只是不能发往该客户"
        rules={[{ required: true, message: '请选择客户' }]}
      >
        <Select
          showSearch={{ filterOption: false, onSearch: setQ }}
          loading={customers.isFetching}
          placeholder="输入编号、名称或拼音首字母"
          notFoundContent={customers.isPending ? '正在查找…' : customers.error ? null : '没有找到；请先在客户管理建立客户'}
          options={(customers.data ?? []).map((one) => ({ value: one.id, label: `${one.code}　${one.name}` }))}
        />
      </Form.Item>
    </>
  )
}
