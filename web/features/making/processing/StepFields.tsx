import { AutoComplete, Button, Checkbox, Form, Input, Select } from 'antd'
import { processStepNames, usualOf } from '#contract/making/process-step.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import type { ProcessValues } from './process-values.ts'

/** The steps in their order; each is moved, removed and added with buttons, so that the keyboard reaches everything. */
export function StepFields() {
  return (
    <Form.List name="steps">
      {(lines, { add, remove, move }) => (
        <>
          {lines.map(({ key, name }, at) => (
            <fieldset key={key} className="process-step">
              <legend>
                工序 {at + 1}
                <MoveButton id={`step-${key}-up`} label={`上移工序${at + 1}`} disabled={at === 0} onMove={() => move(at, at - 1)}>
                  上移
                </MoveButton>
                <MoveButton
                  id={`step-${key}-down`}
                  label={`下移工序${at + 1}`}
                  disabled={at === lines.length - 1}
                  onMove={() => move(at, at + 1)}
                >
                  下移
                </MoveButton>
                {lines.length > 1 && (
                  <Button type="link" danger className="text-action" aria-label={`删除工序${at + 1}`} onClick={() => remove(name)}>
                    删除
                  </Button>
                )}
              </legend>
              <OneStep line={name} />
            </fieldset>
          ))}
          <Form.Item>
            <Button type="dashed" block disabled={lines.length >= 30} onClick={() => add({ parameters: [] })}>
              添加工序
            </Button>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}

/** The focus follows the moved step, so that pressing three times moves it three places. */
function MoveButton({
  id,
  label,
  disabled,
  onMove,
  children,
}: {
  id: string
  label: string
  disabled: boolean
  onMove: () => void
  children: string
}) {
  const moveAndStay = () => {
    onMove()
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  return (
    <Button id={id} type="link" className="text-action" aria-label={label} disabled={disabled} onClick={moveAndStay}>
      {children}
    </Button>
  )
}

function OneStep({ line }: { line: number }) {
  const form = Form.useFormInstance<ProcessValues>()
  const name: string = Form.useWatch(['steps', line, 'name'], form) ?? ''
  const { options, parameters } = usualOf(name)
  return (
    <>
      <div className="process-three">
        <Form.Item name={[line, 'name']} label="工序" rules={[{ required: true, message: '请选择工序' }]}>
          <Select options={processStepNames.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name={[line, 'option']} label="方式" initialValue="">
          <AutoComplete maxLength={60} options={options.map((value) => ({ value }))} />
        </Form.Item>
        <Form.Item name={[line, 'equipment']} label="设备" initialValue="">
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name={[line, 'instruction']} label="操作要求" initialValue="">
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 1 }} />
      </Form.Item>
      <div className="process-three">
        <Form.Item name={[line, 'holdHours']} label="存放时限" tooltip="完成后，须在此时间内开始下道工序；没有规定可不填">
          <QuantityInput unit="h" />
        </Form.Item>
        <Form.Item name={[line, 'isCritical']} label="关键工序" valuePropName="checked" initialValue={false}>
          <Checkbox>操作人与复核人都要签名</Checkbox>
        </Form.Item>
      </div>
      <ParameterFields line={line} usual={parameters} />
    </>
  )
}

/** The parameters of a step. The usual ones fill in their unit. Without any bound, the record takes words. */
function ParameterFields({ line, usual }: { line: number; usual: readonly (readonly [code: string, name: string, unit: string])[] }) {
  const form = Form.useFormInstance<ProcessValues>()
  // Another name is another parameter, with its own code and mostly its own unit.
  const rename = (at: number, typed: string) => {
    const known = usual.find(([, label]) => label === typed)
    form.setFieldValue(['steps', line, 'parameters', at, 'code'], known?.[0] ?? '')
    if (known) form.setFieldValue(['steps', line, 'parameters', at, 'unit'], known[2])
  }
  return (
    <Form.List name={[line, 'parameters']}>
      {(rows, { add, remove }) => (
        <>
          {rows.map(({ key, name: at }) => (
            <div key={key} className="process-parameter">
              <Form.Item name={[at, 'name']} label="参数" rules={[{ required: true, whitespace: true, message: '请填写' }]}>
                <AutoComplete
                  maxLength={30}
                  options={usual.map(([, value]) => ({ value }))}
                  onChange={(typed: string) => rename(at, typed)}
                />
              </Form.Item>
              <Form.Item name={[at, 'unit']} label="单位" initialValue="">
                <Input maxLength={12} autoComplete="off" />
              </Form.Item>
              <BoundItem at={at} name="min" label="下限" />
              <BoundItem at={at} name="target" label="目标" />
              <BoundItem at={at} name="max" label="上限" />
              <Form.Item name={[at, 'isCritical']} label="关键" valuePropName="checked" initialValue={false}>
                <Checkbox aria-label="关键参数" />
              </Form.Item>
              <Button type="link" danger className="text-action" onClick={() => remove(at)}>
                删除
              </Button>
              <Form.Item name={[at, 'code']} hidden initialValue="">
                <Input />
              </Form.Item>
            </div>
          ))}
          <Button className="process-add" disabled={rows.length >= 30} onClick={() => add({})}>
            添加参数
          </Button>
        </>
      )}
    </Form.List>
  )
}

function BoundItem({ at, name, label }: { at: number; name: 'min' | 'target' | 'max'; label: string }) {
  return (
    <Form.Item name={[at, name]} label={label}>
      <QuantityInput unit="" negative />
    </Form.Item>
  )
}
