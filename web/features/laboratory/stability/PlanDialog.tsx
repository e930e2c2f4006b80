import { App, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { stabilityMonths } from '#contract/laboratory/request.ts'
import { stabilityApi, stabilityConditions, type PlanRow } from '#contract/laboratory/stability.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Parameters<ReturnType<typeof useWriting>['write']['mutate']>[0]

const useWriting = () => ({
  write: useWrite(stabilityApi.write),
  edit: useWrite(stabilityApi.edit),
  renew: useWrite(stabilityApi.renew),
})

const titles = { edit: '修改方案', renew: '修订方案' } as const
const isMonth = (month: number): month is (typeof stabilityMonths)[number] => stabilityMonths.some((one) => one === month)

/** A plan as it is written: a new one, a draft again, or the next version of the one in force. */
export function PlanDialog({
  plan,
  step,
  onClose,
  onDone,
}: {
  plan?: PlanRow
  step?: 'edit' | 'renew'
  onClose: () => void
  onDone?: (id: string) => void
}) {
  const { message } = App.useApp()
  const { write, edit, renew } = useWriting()
  const calls = [write, edit, renew]
  const onSuccess = ({ plan: written }: { plan: PlanRow }) => {
    void message.success(`${written.planNo} 第${written.version}版待批准`)
    onClose()
    onDone?.(written.id)
  }
  return (
    <StepDialog<Values>
      title={plan === undefined || step === undefined ? '新建考察方案' : `${titles[step]} ${plan.planNo}　${plan.productName}`}
      submit="提交批准"
      error={calls.find(({ error }) => error !== null)?.error ?? null}
      busy={calls.some(({ isPending }) => isPending)}
      initial={plan === undefined ? { remark: '' } : { ...plan, months: plan.months.filter(isMonth) }}
      onClose={onClose}
      onSubmit={({ productId, ...values }) => {
        if (plan === undefined || step === undefined) return write.mutate({ productId, ...values }, { onSuccess })
        const given = { id: plan.id, rowVersion: plan.rowVersion, ...values }
        return step === 'edit' ? edit.mutate(given, { onSuccess }) : renew.mutate(given, { onSuccess })
      }}
    >
      {step === 'renew' && <p>修订版由质量负责人批准后替代现行版，在考察的批次随之转入。</p>}
      <Goods given={plan} />
      <Form.Item name="storageCondition" label="贮藏条件" rules={[{ required: true, message: '请选择贮藏条件' }]}>
        <Select options={keysOf(stabilityConditions).map((value) => ({ value, label: stabilityConditions[value] }))} />
      </Form.Item>
      <Form.Item name="months" label="时间点" extra="从生产日期起算" rules={[{ required: true, message: '请选择时间点' }]}>
        <Select mode="multiple" options={stabilityMonths.map((value) => ({ value, label: `${value}个月` }))} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="packsPerPoint" label="每个时间点取用" rules={[{ required: true, message: '请填写取用几袋' }]}>
          <InputNumber min={1} max={200} precision={0} suffix="袋" />
        </Form.Item>
        <Form.Item name="windowDays" label="允许提前或推后" rules={[{ required: true, message: '请填写天数，不允许则填0' }]}>
          <InputNumber min={0} max={60} precision={0} suffix="天" />
        </Form.Item>
      </div>
      <Form.Item name="remark" label="备注">
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} placeholder="方案依据、留样条件" />
      </Form.Item>
    </StepDialog>
  )
}

/** The product, and which items of its standard are looked at. */
function Goods({ given }: { given: PlanRow | undefined }) {
  const form = Form.useFormInstance<Values>()
  const [q, setQ] = useState('')
  const chosen = Form.useWatch('productId', form) ?? given?.productId
  const products = useRead(stabilityApi.products, { q }, { keepPrevious: true })
  const one = useRead(stabilityApi.products, chosen === undefined ? null : { id: chosen })
  const items = one.data?.rows[0]?.items ?? []
  return (
    <>
      {products.error && <CallFailure error={products.error} onRetry={() => void products.refetch()} />}
      <Form.Item name="productId" label="产品" hidden={given !== undefined} rules={[{ required: true, message: '请选择产品' }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: setQ }}
          loading={products.isFetching}
          placeholder="输入品名或拼音首字母"
          notFoundContent={products.isPending ? '正在查找…' : products.error ? null : '没有这个产品'}
          options={(products.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={() => form.setFieldValue('items', undefined)}
        />
      </Form.Item>
      {one.error && <CallFailure error={one.error} onRetry={() => void one.refetch()} />}
      <Form.Item
        name="items"
        label="考察项目"
        extra={chosen !== undefined && one.data && items.length === 0 ? '该产品没有现行的质量标准，请先批准质量标准' : undefined}
        rules={[{ required: true, message: '请选择考察项目' }]}
      >
        <Select
          mode="multiple"
          disabled={chosen === undefined}
          loading={one.isFetching}
          placeholder={chosen === undefined ? '请先选择产品' : '现行质量标准的项目'}
          options={items.map((value) => ({ value, label: value }))}
        />
      </Form.Item>
    </>
  )
}
