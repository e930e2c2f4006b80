import { App, Form, Input, InputNumber, Select } from 'antd'
import { checkDigit } from '#contract/packing/gs1.ts'
import { codeSchemes, packSpecApi, type PackSpecRow } from '#contract/making/pack-spec.ts'
import { productApi } from '#contract/making/product.ts'
import type { CodeScheme } from '#contract/packing/trace-code.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { takesCodes } from '#web/lib/scan-burst.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

type CodeNumber = 'packIdentification' | 'boxIdentification' | 'packGtin' | 'boxGtin'
type Values = {
  productId: string
  name: string
  netQuantity: string
  packUnit: string
  packsPerBox: number
  codeScheme: CodeScheme
} & Partial<Record<CodeNumber, string>>

/** Which numbers the chosen scheme asks for. */
const asked: Record<CodeScheme, readonly CodeNumber[]> = {
  NMPA20: ['packIdentification', 'boxIdentification'],
  GS1: ['packGtin', 'boxGtin'],
  INTERNAL: [],
}

/** 新建或修改包装规格. */
export function PackSpecFormDrawer({ spec, onClose }: { spec?: PackSpecRow; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(packSpecApi.create)
  const edit = useWrite(packSpecApi.edit)
  const choices = useRead(productApi.choices, {})

  const save = ({ productId, ...values }: Values, saved: () => void) => {
    // A number of another scheme may still be among the values.
    const given = (number: CodeNumber) => (asked[values.codeScheme].includes(number) && values[number]) || null
    const fields = {
      ...values,
      packIdentification: given('packIdentification'),
      boxIdentification: given('boxIdentification'),
      packGtin: given('packGtin'),
      boxGtin: given('boxGtin'),
    }
    const onSuccess = (row: PackSpecRow) => {
      saved()
      message.success(`${row.productName} ${row.name} 已保存`)
      onClose()
    }
    if (spec === undefined) create.mutate({ productId, ...fields }, { onSuccess })
    else edit.mutate({ id: spec.id, rowVersion: spec.rowVersion, ...fields }, { onSuccess })
  }

  return (
    <FormDrawer<Values>
      title={spec ? `修改 ${spec.productName} ${spec.name}` : '新建包装规格'}
      submit="保存"
      draftName={`pack-${spec?.id ?? 'new'}`}
      initial={spec ? valuesOf(spec) : { packUnit: '袋', codeScheme: 'INTERNAL' }}
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {!spec && (
        <Form.Item name="productId" label="产品" rules={[{ required: true, message: '请选择产品' }]}>
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
        name="name"
        label="规格"
        extra="印在标签上，如 500 g/袋 × 20 袋/箱"
        rules={[{ required: true, whitespace: true, message: '请填写规格' }]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <div className="process-three">
        <Form.Item name="netQuantity" label="装量" rules={[{ required: true, message: '请填写装量' }]}>
          <QuantityInput />
        </Form.Item>
        <Form.Item name="packUnit" label="包装单位" rules={[{ required: true, whitespace: true, message: '请填写单位' }]}>
          <Input maxLength={4} autoComplete="off" />
        </Form.Item>
        <Form.Item name="packsPerBox" label="每箱数量" rules={[{ required: true, message: '请填写每箱数量' }]}>
          <InputNumber style={{ width: '100%' }} min={1} max={100000} precision={0} />
        </Form.Item>
      </div>
      <CodeFields />
    </FormDrawer>
  )
}

function valuesOf(spec: PackSpecRow): Partial<Values> {
  return {
    name: spec.name,
    netQuantity: spec.netQuantity,
    packUnit: spec.packUnit,
    packsPerBox: spec.packsPerBox,
    codeScheme: spec.codeScheme,
    packIdentification: spec.packIdentification ?? '',
    boxIdentification: spec.boxIdentification ?? '',
    packGtin: spec.packGtin ?? '',
    boxGtin: spec.boxGtin ?? '',
  }
}

/** The scheme, and the numbers it prints on pack and box. */
function CodeFields() {
  const scheme: CodeScheme | undefined = Form.useWatch('codeScheme')
  return (
    <>
      <Form.Item
        name="codeScheme"
        label="追溯码体系"
        extra={scheme === 'NMPA20' ? '药品标识码由国家药品追溯协同平台发放，不能自编' : undefined}
        rules={[{ required: true, message: '请选择追溯码体系' }]}
      >
        <Select options={Object.entries(codeSchemes).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      {scheme === 'NMPA20' && (
        <div className="form-columns">
          <Form.Item name="packIdentification" label="药品标识码（袋）" rules={[{ required: true, message: '请填写7位数字' }]}>
            <Input maxLength={7} inputMode="numeric" autoComplete="off" placeholder="可扫码" {...takesCodes.kept} />
          </Form.Item>
          <Form.Item name="boxIdentification" label="药品标识码（箱）" rules={[{ required: true, message: '请填写7位数字' }]}>
            <Input maxLength={7} inputMode="numeric" autoComplete="off" placeholder="可扫码" {...takesCodes.kept} />
          </Form.Item>
        </div>
      )}
      {scheme === 'GS1' && (
        <div className="form-columns">
          <GtinField name="packGtin" label="GTIN（袋）" />
          <GtinField name="boxGtin" label="GTIN（箱）" />
        </div>
      )}
    </>
  )
}

function GtinField({ name, label }: { name: 'packGtin' | 'boxGtin'; label: string }) {
  const typed: string = Form.useWatch(name) ?? ''
  const right = /^\d{13,14}$/.test(typed) ? checkDigit(typed.slice(0, 13)) : undefined
  return (
    <Form.Item
      name={name}
      label={label}
      extra={right !== undefined && right !== typed[13] ? `校验位应为 ${right}` : '14位数字，末位为校验位'}
      rules={[{ required: true, message: '请填写14位数字' }]}
    >
      <Input maxLength={14} inputMode="numeric" autoComplete="off" placeholder="可扫码" {...takesCodes.kept} />
    </Form.Item>
  )
}
