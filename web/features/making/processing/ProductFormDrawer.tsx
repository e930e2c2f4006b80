import { Alert, App, AutoComplete, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import type { z } from 'zod'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { storageConditions } from '#contract/making/material.ts'
import { cutSpecs, licenceScopes, productApi, type ProductRow } from '#contract/making/product.ts'
import { ChangeNote } from '#web/features/cases/change/ChangeNote.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { UnreadForm } from '#web/parts/UnreadForm.tsx'

type Values = z.input<typeof productApi.create.input>
const valuesOf = (product: ProductRow): Values => ({
  ...product,
  licenceScopes: product.licenceScopes.flatMap((scope) => licenceScopes.find((known) => known === scope) ?? []),
  testAmount: product.testAmount === null ? null : exact(product.testAmount).toFixed(),
  gbt31774Code: product.gbt31774Code ?? '',
  nhsaCode: product.nhsaCode ?? '',
})
const suggestions = (values: readonly string[]) => values.map((value) => ({ value }))

/** 新建或修改产品. After the first order or batch, name, herb, method and cut are fixed: they make it this product. */
export function ProductFormDrawer({ productId, onClose }: { productId?: string; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(productApi.create)
  const edit = useWrite(productApi.edit)
  const earlier = useRead(productApi.read, productId === undefined ? null : { id: productId })
  if (productId !== undefined && earlier.data === undefined) return <UnreadForm title="修改产品" read={earlier} onClose={onClose} />
  const product = earlier.data
  const isUsed = product?.isUsed ?? false

  const save = ({ code, testAmount, ...given }: Values, saved: () => void) => {
    const fields = { ...given, testAmount: testAmount || null }
    const onSuccess = (row: ProductRow) => {
      saved()
      message.success(`${row.name} 已保存`)
      onClose()
    }
    if (product === undefined) create.mutate({ code, ...fields }, { onSuccess })
    else edit.mutate({ id: product.id, rowVersion: product.rowVersion, ...fields }, { onSuccess })
  }

  return (
    <FormDrawer<Values>
      title={product ? `修改 ${product.code} ${product.name}` : '新建产品'}
      submit="保存"
      draftName={`product-${productId ?? 'new'}`}
      initial={product ? valuesOf(product) : { shelfLifeMonths: 24 }}
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {isUsed && (
        <Alert
          className="form-failure"
          type="info"
          showIcon
          title="已有生产指令或批次：名称、药材、炮制方法和规格不能再改；另一种做法请另建产品"
        />
      )}
      {product && isUsed && <ChangeNote record="product" id={product.id} what="保质期、贮藏和毒性" />}
      <div className="form-columns">
        {!product && (
          <Form.Item
            name="code"
            label="代码"
            extra="建立后不能更改，也不再给别的产品用"
            rules={[{ required: true, whitespace: true, message: '请填写代码' }]}
          >
            <Input maxLength={20} autoComplete="off" placeholder="如 C01014A" />
          </Form.Item>
        )}
        <Form.Item name="name" label="名称" extra="按执行标准的品名" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
          <Input maxLength={40} autoComplete="off" disabled={isUsed} />
        </Form.Item>
        <MakingFields product={product} isUsed={isUsed} />
        <ProductFields isUsed={isUsed} />
      </div>
      <Form.Item name="isToxic" valuePropName="checked" initialValue={false} extra="须有毒性饮片许可；只能销售给有毒性饮片范围的客户">
        <Checkbox disabled={isUsed}>毒性饮片</Checkbox>
      </Form.Item>
      <Form.Item name="isDirectOral" valuePropName="checked" initialValue={false} extra="须有直接口服饮片许可，并做微生物限度">
        <Checkbox>直接口服饮片</Checkbox>
      </Form.Item>
    </FormDrawer>
  )
}

/** How it is cut, kept, licensed and coded. */
function ProductFields({ isUsed }: { isUsed: boolean }) {
  return (
    <>
      <Form.Item name="cutSpec" label="规格" initialValue="">
        <AutoComplete maxLength={40} disabled={isUsed} options={suggestions(cutSpecs)} />
      </Form.Item>
      <Form.Item name="shelfLifeMonths" label="保质期" rules={[{ required: true, message: '请填写保质期' }]}>
        <InputNumber style={{ width: '100%' }} min={1} max={120} precision={0} suffix="个月" disabled={isUsed} />
      </Form.Item>
      <Form.Item name="testAmount" label="一次全检量" extra="取样时不得少填，留样不少于其2倍；没有可不填">
        <QuantityInput unit="g" />
      </Form.Item>
      <Form.Item name="storage" label="贮藏" initialValue="">
        <AutoComplete maxLength={100} disabled={isUsed} options={suggestions(storageConditions)} />
      </Form.Item>
      <Form.Item name="licenceScopes" label="所需许可范围" extra="药品生产许可证须含这些炮制范围" initialValue={[]}>
        <Select mode="multiple" options={licenceScopes.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="gbt31774Code" label="GB/T 31774编码" extra="17位数字，没有可不填" initialValue="">
        <Input maxLength={17} autoComplete="off" inputMode="numeric" />
      </Form.Item>
      <Form.Item name="nhsaCode" label="医保中药饮片编码" extra="T加9位数字，没有可不填" initialValue="">
        <Input maxLength={10} autoComplete="off" />
      </Form.Item>
    </>
  )
}

/** Of which herb and by which method. What was chosen earlier stays a choice, although it may be out of use. */
function MakingFields({ product, isUsed }: { product: ProductRow | undefined; isUsed: boolean }) {
  const choices = useRead(productApi.choices, {})
  const materials = choices.data?.materials.filter((one) => one.category === 'crude_drug') ?? []
  const methods = choices.data?.methods ?? []
  const withChosen = <Option extends { value: string }>(options: Option[], chosen: Option | undefined) =>
    chosen === undefined || options.some((one) => one.value === chosen.value) ? options : [chosen, ...options]
  return (
    <>
      <Form.Item name="materialId" label="药材" rules={[{ required: true, message: '请选择药材' }]}>
        <Select
          disabled={isUsed}
          loading={choices.isPending}
          placeholder="输入名称或拼音首字母"
          notFoundContent="没有在用的药材，请先建物料"
          showSearch={{ optionFilterProp: 'search' }}
          options={withChosen(
            materials.map((one) => ({
              value: one.id,
              label: `${one.name}（${one.code}）`,
              search: `${one.name} ${one.initials} ${one.code}`,
            })),
            product && { value: product.materialId, label: product.materialName, search: product.materialName },
          )}
        />
      </Form.Item>
      <Form.Item name="processingMethod" label="炮制方法" rules={[{ required: true, message: '请选择炮制方法' }]}>
        <Select
          disabled={isUsed}
          loading={choices.isPending}
          placeholder="输入名称或拼音首字母"
          showSearch={{ optionFilterProp: 'search' }}
          options={withChosen(
            methods.map((one) => ({ value: one.name, label: one.name, search: `${one.name} ${one.initials}` })),
            product && { value: product.processingMethod, label: product.processingMethod, search: product.processingMethod },
          )}
        />
      </Form.Item>
    </>
  )
}
