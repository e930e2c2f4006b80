import { App, AutoComplete, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import type { z } from 'zod'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import {
  materialApi,
  materialCategories,
  materialClasses,
  medicinalParts,
  storageConditions,
  type MaterialCategory,
  type MaterialRow,
} from '#contract/making/material.ts'
import { materialUnit } from '#contract/warehouse/unit.ts'
import { ChangeNote } from '#web/features/cases/change/ChangeNote.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'

type Values = z.input<typeof materialApi.create.input>
const valuesOf = (material: MaterialRow): Values => ({
  ...material,
  testAmount: material.testAmount === null ? null : exact(material.testAmount).toFixed(),
  materialClass: keysOf(materialClasses).find((code) => code === material.materialClass) ?? '',
})
const suggestions = (values: readonly string[]) => values.map((value) => ({ value }))

/** 新建或修改物料. */
export function MaterialFormDrawer({ material, onClose }: { material?: MaterialRow; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(materialApi.create)
  const edit = useWrite(materialApi.edit)
  const detail = useRead(materialApi.read, material === undefined ? null : { id: material.id })
  // Until it is known, what may be fixed is not offered.
  const isUsed = material !== undefined && detail.data?.isUsed !== false

  // Fields that the chosen category does not have are not among the values, so the server empties them.
  const save = ({ code, testAmount, retestLimit, ...given }: Values, saved: () => void) => {
    const fields = { ...given, testAmount: testAmount || null, retestLimit: retestLimit ?? null }
    const onSuccess = (row: MaterialRow) => {
      saved()
      message.success(`${row.name} 已保存`)
      onClose()
    }
    if (material === undefined) create.mutate({ code, ...fields }, { onSuccess })
    else edit.mutate({ id: material.id, rowVersion: material.rowVersion, ...fields }, { onSuccess })
  }

  return (
    <FormDrawer<Values>
      title={material ? `修改 ${material.code} ${material.name}` : '新建物料'}
      submit="保存"
      draftName={`material-${material?.id ?? 'new'}`}
      initial={material ? valuesOf(material) : { category: 'crude_drug', species: [], retestMonths: 12, retestNotice: 30 }}
      error={create.error ?? edit.error}
      reads={[detail]}
      busy={create.isPending || edit.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {material && detail.data?.isUsed && <ChangeNote record="material" id={material.id} what="复验期和毒性" />}
      <div className="form-columns">
        {!material && (
          <Form.Item
            name="code"
            label="代码"
            extra="字母、数字和短横；建立后不能更改，也不再给别的物料用"
            rules={[{ required: true, whitespace: true, message: '请填写代码' }]}
          >
            <Input maxLength={20} autoComplete="off" placeholder="如 Y01014" />
          </Form.Item>
        )}
        <Form.Item name="category" label="类别" rules={[{ required: true, message: '请选择类别' }]}>
          <Select options={Object.entries(materialCategories).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <UnitField />
        <Form.Item name="name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="retestMonths"
          label="复验期"
          extra="自到货之日起；花叶与油性药材宜短"
          rules={[{ required: true, message: '请填写复验期' }]}
        >
          <InputNumber style={{ width: '100%' }} min={1} max={120} precision={0} suffix="个月" disabled={isUsed} />
        </Form.Item>
        <Form.Item
          name="retestNotice"
          label="提前复验"
          extra="到期前多少天起可以请验，期间照常使用"
          rules={[{ required: true, message: '请填写天数' }]}
        >
          <InputNumber style={{ width: '100%' }} min={0} max={90} precision={0} suffix="天" />
        </Form.Item>
        <Form.Item name="retestLimit" label="最多延长次数" extra="复验合格后延长复验期的次数；不限可不填">
          <InputNumber style={{ width: '100%' }} min={0} max={20} precision={0} suffix="次" />
        </Form.Item>
        <Form.Item name="testAmount" label="一次全检量" extra="取样时不得少填；没有可不填">
          <QuantityInput unit="g" />
        </Form.Item>
        <Form.Item name="storage" label="贮藏" initialValue="">
          <AutoComplete maxLength={100} options={suggestions(storageConditions)} />
        </Form.Item>
      </div>
      <Botanical />
      <fieldset className="process-step">
        <legend>特殊管理</legend>
        <Form.Item name="isToxic" valuePropName="checked" initialValue={false} extra="双人取样、双锁存放、双人验收">
          <Checkbox disabled={isUsed}>毒性药材</Checkbox>
        </Form.Item>
        <Form.Item name="isPrecious" valuePropName="checked" initialValue={false} extra="每件都要取样">
          <Checkbox>贵细药材</Checkbox>
        </Form.Item>
      </fieldset>
    </FormDrawer>
  )
}

/** In what a packaging material is counted; all else is weighed. */
function UnitField() {
  const category: MaterialCategory | undefined = Form.useWatch('category')
  if (category !== 'packaging') return null
  return (
    <Form.Item
      name="unit"
      label="计量单位"
      initialValue="个"
      extra="按件计的整件收发、验收检验、按批领用；按kg计的照辅料请验"
      rules={[{ required: true, message: '请选择单位' }]}
    >
      <Select options={materialUnit.options.map((value) => ({ value, label: value }))} />
    </Form.Item>
  )
}

/** What only a crude drug has: class, source species, part, origin, harvest. */
function Botanical() {
  const category: MaterialCategory | undefined = Form.useWatch('category')
  if (category !== 'crude_drug') return null
  return (
    <fieldset className="process-step">
      <legend>药材</legend>
      <Form.Item
        name="species"
        label="基原"
        extra="原植物、动物或矿物，逐个输入后按回车；多基原的，验收时须选明"
        rules={[{ required: true, message: '请填写基原' }]}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={['；', ';']} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="materialClass" label="分类" initialValue="">
          <Select
            options={[
              { value: '', label: '未分类' },
              ...Object.entries(materialClasses).map(([value, label]) => ({ value, label: `${value} ${label}` })),
            ]}
          />
        </Form.Item>
        <Form.Item name="latin" label="拉丁名" initialValue="">
          <Input maxLength={120} autoComplete="off" />
        </Form.Item>
        <Form.Item name="medicinalPart" label="药用部位" initialValue="">
          <AutoComplete maxLength={60} options={suggestions(medicinalParts)} />
        </Form.Item>
        <Form.Item name="usualOrigin" label="主产地" initialValue="">
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
        <Form.Item name="usualHarvest" label="采收期" initialValue="">
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
        <Form.Item name="needsGrowthYears" label="生长年限" valuePropName="checked" initialValue={false}>
          <Checkbox>验收时须填写生长年限</Checkbox>
        </Form.Item>
      </div>
    </fieldset>
  )
}
