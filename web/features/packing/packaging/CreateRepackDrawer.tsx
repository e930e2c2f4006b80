import { App, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { repackApi, type RepackGoods, type RepackLot } from '#contract/packing/repack-api.ts'
import { repackGrounds, type RepackGround } from '#contract/packing/repack.ts'
import { useWrite } from '#web/lib/call.ts'
import { useChoices } from '#web/lib/choices.ts'
import { kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { keysOf } from '#contract/kernel/key-of.ts'
import { OpenedGoods, packsOf } from './OpenedGoods.tsx'

type Goods = RepackGoods & { text: string }
type Values = {
  lotId: string
  goods: Goods[]
  ground: RepackGround
  reason: string
  packSpecId: string
  plannedPacks: number
  packagingMaterial?: string
  labelVersion: string
  remark: string
}

/** Writes a repack: which released lot, which of its packs, why, and into which packs. */
export function CreateRepackDrawer({ lotId, onClose }: { lotId: string | null; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(repackApi.create)
  return (
    <FormDrawer<Values>
      title="新建换包装指令"
      submit="提交批准"
      draftName={lotId === null ? 'repack' : `repack ${lotId}`}
      initial={{ remark: '', goods: [], ...(lotId !== null && { lotId }) }}
      error={create.error}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={({ goods, ...values }, saved) =>
        create.mutate(
          { ...values, codes: goods.map(({ text }) => text) },
          {
            onSuccess: ({ orderNo, packs }) => {
              message.success(`${orderNo} 已提交：打开 ${packs} 件，等待批准与QA会签`)
              saved()
              onClose()
            },
          },
        )
      }
    >
      <p className="quiet">
        内容物合格、包装破损或标签有误、要改规格的成品，打开后换新包装：得到同一批号的另一成品批，重新放行。内容物不能用的请走处置。
      </p>
      <RepackFields />
      <Form.Item name="remark" label="备注">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** The lot, its packs, the specification they become, and how many that gives. */
function RepackFields() {
  const form = Form.useFormInstance<Values>()
  const lotId: string | undefined = Form.useWatch('lotId', form)
  const packSpecId: string | undefined = Form.useWatch('packSpecId', form)
  const goods: Goods[] = Form.useWatch('goods', form) ?? []
  const [chosenBefore, setChosenBefore] = useState<string>()
  const lots = useChoices(repackApi.lots, {}, lotId)
  const lot = lots.chosen
  const spec = lot?.specs.find(({ id }) => id === packSpecId)
  const content = lot === undefined ? undefined : exact(lot.netQuantity).times(packsOf(goods))
  const plan = (of: RepackLot | undefined, id: string | undefined, scanned: Goods[]) => {
    const becomes = of?.specs.find((one) => one.id === id)
    if (of === undefined || becomes === undefined) return
    form.setFieldsValue({
      plannedPacks: exact(of.netQuantity).times(packsOf(scanned)).div(becomes.netQuantity).floor().toNumber() || undefined,
    })
  }
  const chooseSpec = (of: RepackLot | undefined, id: string | undefined) => {
    const becomes = of?.specs.find((one) => one.id === id)
    form.setFieldsValue({ packSpecId: id, ...becomes?.last })
    plan(of, id, goods)
  }
  return (
    <>
      {lots.error && <CallFailure error={lots.error} onRetry={lots.again} />}
      <Form.Item
        name="lotId"
        label="成品批"
        extra="只列出已放行、未冻结、在有效期内、有未分配库存的批次"
        rules={[{ required: true, message: '请选择成品批' }]}
      >
        <Select
          loading={lots.isSearching}
          placeholder="成品批号、品名或拼音首字母"
          showSearch={{ filterOption: false, onSearch: lots.search }}
          notFoundContent={lots.isSearching ? '正在查找' : '没有可以换包装的成品批；放行后会出现在这里'}
          onChange={(id: string) => {
            // Codes of another lot do not go into this order.
            if (chosenBefore !== undefined && chosenBefore !== id) form.setFieldsValue({ goods: [] })
            setChosenBefore(id)
            form.setFieldsValue({ packSpecId: undefined, plannedPacks: undefined })
          }}
          options={lots.rows.map((one) => ({
            value: one.id,
            label: `${one.lotNo} ${one.name} ${one.specName}（可用 ${one.packsAvailable} ${one.packUnit}）`,
          }))}
        />
      </Form.Item>
      <Form.Item name="goods" label="要打开的袋" rules={[{ required: true, type: 'array', min: 1, message: '请扫描要打开的袋或箱' }]}>
        <OpenedGoods lotId={lotId} onScanned={(scanned) => plan(lot, packSpecId, scanned)} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="ground" label="缘由" rules={[{ required: true, message: '请选择缘由' }]}>
          <Select options={keysOf(repackGrounds).map((value) => ({ value, label: repackGrounds[value] }))} />
        </Form.Item>
        <Form.Item name="packSpecId" label="换成的包装规格" rules={[{ required: true, message: '请选择包装规格' }]}>
          <Select
            disabled={lot === undefined}
            placeholder={lot === undefined ? '请先选择成品批' : undefined}
            options={lot?.specs.map((one) => ({ value: one.id, label: one.name })) ?? []}
            onChange={(id: string) => chooseSpec(lot, id)}
          />
        </Form.Item>
        <Form.Item name="plannedPacks" label="计划件数" rules={[{ required: true, message: '请填写计划件数' }]}>
          <InputNumber min={1} max={100_000_000} precision={0} controls={false} suffix={spec?.packUnit ?? '袋'} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="labelVersion"
          label="标签版本"
          extra="已批准的标签样稿版本号"
          rules={[{ required: true, whitespace: true, message: '请填写标签版本' }]}
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      </div>
      {content && spec && (
        <Facts
          rows={[
            ['打开', `${packsOf(goods)} ${lot?.packUnit ?? '件'}，${kgUnit(content.toFixed())}`],
            ['保质期至', lot?.expiresOn],
            ...(spec.materials.length > 0 ? [['包材', `${spec.materials.join('、')}，批准后按批领用`] as const] : []),
          ]}
        />
      )}
      {spec?.materials.length === 0 && (
        <Form.Item name="packagingMaterial" label="内包材批号" rules={[{ required: true, whitespace: true, message: '请填写内包材批号' }]}>
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item
        name="reason"
        label="原因"
        rules={[{ required: true, whitespace: true, message: '请写明包装有什么问题、内容物为什么是好的' }]}
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} placeholder="包装有什么问题，内容物为什么是好的" />
      </Form.Item>
    </>
  )
}
