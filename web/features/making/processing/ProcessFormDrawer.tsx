import { Alert, App, Button, Checkbox, Form, Input, Select } from 'antd'
import { processApi, type ProcessDetail } from '#contract/making/process-version.ts'
import { productApi } from '#contract/making/product.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import type { ProcessValues } from './process-values.ts'
import { CoProductFields } from './CoProductFields.tsx'
import { StepFields } from './StepFields.tsx'
import { UnreadForm } from '#web/parts/UnreadForm.tsx'

const orNull = (typed: string | undefined) => (typed === undefined || typed === '' ? null : typed)

/** A step of the form as the server wants it: a bound left empty is null. */
const sentStep = ({ holdHours, parameters = [], ...step }: ProcessValues['steps'][number]) => ({
  ...step,
  holdHours: orNull(holdHours),
  parameters: parameters.map(({ min, target, max, ...parameter }) => ({
    ...parameter,
    min: orNull(min),
    target: orNull(target),
    max: orNull(max),
  })),
})

/** Writes the next version of a product's process, or continues a draft. */
export function ProcessFormDrawer({ id, onClose }: { id?: string; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(processApi.create)
  const edit = useWrite(processApi.edit)
  const choices = useRead(productApi.choices, {})
  const earlier = useRead(processApi.read, id === undefined ? null : { id })
  if (id !== undefined && earlier.data === undefined) return <UnreadForm title="修改工艺规程" read={earlier} onClose={onClose} />
  const draft = earlier.data

  const save = ({ productId, steps, ...values }: ProcessValues, saved: () => void) => {
    const writing = { ...values, steps: steps.map(sentStep) }
    const onSuccess = (row: { code: string }) => {
      saved()
      message.success(`${row.code} 已保存为草稿，写好后请提交审核`)
      onClose()
    }
    if (draft === undefined) create.mutate({ productId, ...writing }, { onSuccess })
    else edit.mutate({ id: draft.id, rowVersion: draft.rowVersion, ...writing }, { onSuccess })
  }

  return (
    <FormDrawer<ProcessValues>
      title={draft ? `修改 ${draft.code} ${draft.productName}` : '编写工艺规程'}
      submit="保存草稿"
      draftName={`process-${id ?? 'new'}`}
      initial={
        draft ? valuesOf(draft) : { steps: [{ name: '净制' }], auxiliaries: [], coProducts: [], balanceMin: '97', balanceMax: '102' }
      }
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {draft?.returnReason && <Alert className="form-failure" type="warning" showIcon title={`退回原因：${draft.returnReason}`} />}
      {!draft && (
        <Form.Item
          name="productId"
          label="产品"
          extra="已有规程的产品，宜在列表中“复制为新版”"
          rules={[{ required: true, message: '请选择产品' }]}
        >
          <Select
            loading={choices.isPending}
            placeholder="输入名称或拼音首字母"
            showSearch={{ optionFilterProp: 'search' }}
            options={(choices.data?.products ?? []).map((one) => ({
              value: one.id,
              label: `${one.name} ${one.cutSpec}（${one.code}）`,
              search: `${one.name} ${one.initials} ${one.code}`,
            }))}
          />
        </Form.Item>
      )}
      <Form.Item
        name="basis"
        label={draft && draft.version > 1 ? '变更内容与依据' : '编制依据'}
        rules={[{ required: true, whitespace: true, message: '请写明依据' }]}
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <div className="process-three">
        <PercentItem name="yieldMin" label="收率下限" />
        <PercentItem name="yieldMax" label="收率上限" />
        <Form.Item name="maxBatch" label="最大批量" rules={[{ required: true, message: '请填写最大批量' }]}>
          <QuantityInput />
        </Form.Item>
        <PercentItem name="balanceMin" label="物料平衡下限" />
        <PercentItem name="balanceMax" label="物料平衡上限" />
        <Form.Item name="allowsBlending" label="拼批" valuePropName="checked" initialValue={false}>
          <Checkbox>允许（须经验证）</Checkbox>
        </Form.Item>
      </div>
      <StepFields />
      <CoProductFields products={choices.data?.products ?? []} existing={draft?.content.coProducts ?? []} />
      <AuxiliaryFields materials={choices.data?.materials ?? []} existing={draft?.content.auxiliaries ?? []} />
    </FormDrawer>
  )
}

function PercentItem({ name, label }: { name: string; label: string }) {
  return (
    <Form.Item name={name} label={label} rules={[{ required: true, message: `请填写${label}` }]}>
      <QuantityInput unit="%" />
    </Form.Item>
  )
}

const valuesOf = ({ productId, basis, content }: ProcessDetail): ProcessValues => ({
  productId,
  basis,
  yieldMin: content.yieldMin,
  yieldMax: content.yieldMax,
  balanceMin: content.balanceMin,
  balanceMax: content.balanceMax,
  maxBatch: content.maxBatch,
  allowsBlending: content.allowsBlending,
  steps: content.steps.map(({ no: _, holdHours, parameters, ...step }) => ({
    ...step,
    // A version may name a step of its time. The select shows it, and the server asks for one of today's.
    name: step.name as ProcessValues['steps'][number]['name'],
    holdHours: holdHours ?? '',
    parameters: parameters.map((one) => ({ ...one, min: one.min ?? '', target: one.target ?? '', max: one.max ?? '' })),
  })),
  auxiliaries: content.auxiliaries.map(({ name: _, ...line }) => line),
  coProducts: content.coProducts.map(({ name: _, cutSpec: __, ...line }) => line),
})

type Material = { id: string; name: string; initials: string; code: string }

/** 辅料 with their ratio to the main herb. One of the draft that is out of use stays a choice. */
function AuxiliaryFields({
  materials,
  existing,
}: {
  materials: readonly Material[]
  existing: readonly { materialId: string; name: string }[]
}) {
  const options = materials.map((one) => ({
    value: one.id,
    label: `${one.name}（${one.code}）`,
    search: `${one.name} ${one.initials} ${one.code}`,
  }))
  const disabled = existing.filter((line) => !materials.some((one) => one.id === line.materialId))
  return (
    <fieldset className="process-step">
      <legend>辅料</legend>
      <Form.List name="auxiliaries">
        {(lines, { add, remove }) => (
          <>
            {lines.map(({ key, name }) => (
              <div key={key} className="process-auxiliary">
                <Form.Item name={[name, 'materialId']} label="辅料" rules={[{ required: true, message: '请选择辅料' }]}>
                  <Select
                    placeholder="名称或拼音首字母"
                    showSearch={{ optionFilterProp: 'search' }}
                    options={[
                      ...options,
                      ...disabled.map((line) => ({ value: line.materialId, label: `${line.name}（已停用）`, search: line.name })),
                    ]}
                  />
                </Form.Item>
                <Form.Item name={[name, 'ratio']} label="每100 kg用" rules={[{ required: true, message: '请填写用量' }]}>
                  <QuantityInput />
                </Form.Item>
                <Form.Item name={[name, 'tolerance']} label="允差 ±" rules={[{ required: true, message: '请填写允差' }]}>
                  <QuantityInput unit="%" />
                </Form.Item>
                <Button type="link" danger className="text-action" onClick={() => remove(name)}>
                  删除
                </Button>
              </div>
            ))}
            <Button className="process-add" disabled={lines.length >= 20} onClick={() => add({ tolerance: '2' })}>
              添加辅料
            </Button>
          </>
        )}
      </Form.List>
    </fieldset>
  )
}
