import { App, Form, Input, InputNumber, Select } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { z } from 'zod'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { packagingApi, type PackableBatch } from '#contract/packing/packaging.ts'
import { useWrite } from '#web/lib/call.ts'
import { useChoices } from '#web/lib/choices.ts'
import { kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'

type Values = z.input<typeof packagingApi.create.input>

/** Writes a packaging order: which conforming batch, into which packs, how many. */
export function CreateOrderDrawer({
  lotId,
  onClose,
}: {
  /** The batch that is already chosen, when a link leads here from it. */
  lotId: string | null
  onClose: () => void
}) {
  const { message } = App.useApp()
  const create = useWrite(packagingApi.create)
  return (
    <FormDrawer<Values>
      title="新建包装指令"
      submit="提交批准"
      draftName={lotId === null ? 'new' : `new ${lotId}`}
      initial={{ remark: '', ...(lotId !== null && { bulkLotId: lotId }) }}
      error={create.error}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={(values, saved) =>
        create.mutate(values, {
          onSuccess: ({ orderNo }) => {
            message.success(`${orderNo} 已提交，等待批准`)
            saved()
            onClose()
          },
        })
      }
    >
      <BatchFields />
      <div className="form-columns">
        <Form.Item
          name="labelVersion"
          label="标签版本"
          extra="已批准的标签样稿版本号"
          rules={[{ required: true, whitespace: true, message: '请填写标签版本' }]}
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name="remark" label="备注">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Batch, specification and number of packs, with what that takes of the batch. */
function BatchFields() {
  const form = Form.useFormInstance<Values>()
  const bulkLotId: string | undefined = Form.useWatch('bulkLotId', form)
  const packSpecId: string | undefined = Form.useWatch('packSpecId', form)
  const packs: number | undefined = Form.useWatch('plannedPacks', form)
  const batches = useChoices(packagingApi.choices, {}, bulkLotId)
  const batch = batches.chosen
  const spec = batch?.specs.find((one) => one.id === packSpecId)
  const needed = spec && packs ? exact(spec.netQuantity).times(packs) : undefined
  const isTooMuch = batch !== undefined && needed !== undefined && needed.greaterThan(batch.available)
  // A batch is usually packed whole, and with what its specification was packed with last time.
  const chooseSpec = (of: PackableBatch | undefined, chosen: PackableBatch['specs'][number] | undefined) =>
    form.setFieldsValue({
      packSpecId: chosen?.id,
      plannedPacks: of && chosen ? exact(of.available).div(chosen.netQuantity).floor().toNumber() || undefined : undefined,
      ...chosen?.last,
    })
  const chooseBatch = (chosen: PackableBatch | undefined) => {
    const [only, ...others] = chosen?.specs ?? []
    chooseSpec(chosen, others.length === 0 ? only : undefined)
  }
  // A link leads here with the batch: what there is no choice about is chosen when the batches are known. What a person clears stays empty.
  const chooseKnown = useEffectEvent(() => {
    if (form.getFieldValue('packSpecId') === undefined) chooseBatch(batch)
  })
  const knownId = batch?.id
  useEffect(() => {
    if (knownId !== undefined) chooseKnown()
  }, [knownId])
  return (
    <>
      {batches.error && <CallFailure error={batches.error} onRetry={batches.again} />}
      <Form.Item
        name="bulkLotId"
        label="批次"
        extra="只列出检验合格、未冻结、在有效期内的批次"
        rules={[{ required: true, message: '请选择批次' }]}
      >
        <Select
          loading={batches.isSearching}
          placeholder="批号、品名或拼音首字母"
          showSearch={{ filterOption: false, onSearch: batches.search }}
          notFoundContent={batches.isSearching ? '正在查找' : '没有可以包装的批次；批次检验合格后会出现在这里'}
          onChange={(id: string) => chooseBatch(batches.rows.find((one) => one.id === id))}
          options={batches.rows.map((one) => ({ value: one.id, label: `${one.batchNo} ${one.name}（可用 ${kgUnit(one.available)}）` }))}
        />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="packSpecId" label="包装规格" rules={[{ required: true, message: '请选择包装规格' }]}>
          <Select
            disabled={batch === undefined}
            placeholder={batch === undefined ? '请先选择批次' : undefined}
            options={batch?.specs.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(id: string) =>
              chooseSpec(
                batch,
                batch?.specs.find((one) => one.id === id),
              )
            }
          />
        </Form.Item>
        <Form.Item name="plannedPacks" label="计划件数" rules={[{ required: true, message: '请填写计划件数' }]}>
          <InputNumber min={1} max={100_000_000} precision={0} controls={false} suffix={spec?.packUnit ?? '袋'} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      {batch && spec && needed && (
        <Facts
          rows={[
            [
              '需用待包装产品',
              <span key="needed" className={isTooMuch ? 'packaging-wrong' : undefined}>
                {kgUnit(needed.toFixed())}
                {isTooMuch && `，超过可用的 ${kgUnit(batch.available)}`}
              </span>,
            ],
            ['装箱', `${Math.ceil((packs ?? 0) / spec.packsPerBox)} 箱，每箱 ${spec.packsPerBox} ${spec.packUnit}`],
            ['保质期至', batch.expiresOn],
            ...(spec.materials.length > 0 ? [['包材', `${spec.materials.join('、')}，批准后按批领用`] as const] : []),
          ]}
        />
      )}
      {spec?.materials.length === 0 && (
        <Form.Item
          name="packagingMaterial"
          label="内包材批号"
          extra="在“加工管理 → 包装规格 → 包材”规定后，按批领用，不再填写"
          rules={[{ required: true, whitespace: true, message: '请填写内包材批号' }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
      )}
    </>
  )
}
