import { Alert, App, Form, Input, Radio, Select } from 'antd'
import { useEffect, useState } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import {
  recallClasses,
  recallKinds,
  recallNodes,
  recallScope,
  type RecallClass,
  type RecallKind,
  type RecallNode,
} from '#contract/cases/recall.ts'
import type { RecallPreview } from '#contract/cases/recall-file.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { amount, kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { takesCodes } from '#web/lib/scan-burst.ts'
import { StateTag } from '#web/parts/StateTag.tsx'

type Values = {
  kind: RecallKind
  recallClass: RecallClass
  node: RecallNode
  ids?: string[]
  words?: string
  last?: string
  from?: string
  to?: string
  reason: string
  advice?: string
  authorityNo?: string
}

const usualAdvice = '请立即停止销售和使用，就地封存，并按通知中的联系方式回复库存与已使用数量。'

const scopeOf = ({ node, ids = [], words = '', last = '', from = '', to = '' }: Partial<Values> & { node: RecallNode }) => ({
  node,
  ids: recallNodes[node].by === 'ids' ? ids : [],
  words: recallNodes[node].by === 'ids' ? '' : (words ?? ''),
  last: recallNodes[node].by === 'codes' ? (last ?? '') : '',
  from: recallNodes[node].days === null || from === '' ? null : from,
  to: recallNodes[node].days === null || to === '' ? null : to,
})

/** Asks what is to be recalled, shows at once what that reaches, and keeps it as a draft for the 质量负责人, or as a drill. */
export function RecallFormDrawer({
  lotId,
  onDone,
  onClose,
}: {
  /** The lot from whose history it begins. */
  lotId: string | null
  onDone: (id: string) => void
  onClose: () => void
}) {
  const { message } = App.useApp()
  const create = useWrite(recallApi.create)
  const drill = useWrite(recallApi.drill)
  return (
    <FormDrawer<Values>
      title="发起召回或演练"
      submit="提交"
      draftName={lotId === null ? 'recall' : `recall-${lotId}`}
      initial={{ kind: 'drill', recallClass: 'III', node: 'lot', ids: lotId === null ? [] : [lotId], advice: usualAdvice }}
      error={create.error ?? drill.error}
      busy={create.isPending || drill.isPending}
      onSubmit={(values, saved) => {
        const { kind, recallClass, reason, advice = '', authorityNo = '' } = values
        const asked = { recallClass, reason, scope: scopeOf(values) }
        const done = (told: string) => ({
          onSuccess: ({ id, caseNo }: { id: string; caseNo: string }) => {
            void message.success(`${caseNo} ${told}`)
            saved()
            onDone(id)
          },
        })
        if (kind === 'drill') drill.mutate(asked, done('演练已完成'))
        else
          create.mutate(
            { ...asked, kind, advice, authorityNo: kind === 'ordered' ? authorityNo : '' },
            done('已编制，等待质量负责人启动；此前不冻结、不通知'),
          )
      }}
      onClose={onClose}
    >
      <Form.Item name="kind" label="方式">
        <Radio.Group options={keysOf(recallKinds).map((value) => ({ value, label: recallKinds[value] }))} />
      </Form.Item>
      <KindNote />
      <ScopeFields />
      <Preview />
      <Form.Item name="recallClass" label="级别">
        <Radio.Group>
          <div className="decision-choices">
            {keysOf(recallClasses).map((value) => (
              <Radio key={value} value={value}>
                {recallClasses[value].label}：{recallClasses[value].hint}，{recallClasses[value].days} 日内通知
              </Radio>
            ))}
          </div>
        </Radio.Group>
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <NoticeFields />
    </FormDrawer>
  )
}

function KindNote() {
  const kind: RecallKind | undefined = Form.useWatch('kind')
  return (
    <Alert
      className="form-failure"
      type={kind === 'drill' ? 'info' : 'warning'}
      showIcon
      title={
        kind === 'drill'
          ? '演练只列出批次与客户并记下用时，不冻结、不改追溯码、不通知客户'
          : '提交后由质量负责人签名启动；启动时全部批次立即冻结，扫码显示召回，并生成客户通知'
      }
    />
  )
}

function ScopeFields() {
  const form = Form.useFormInstance<Values>()
  const node: RecallNode = Form.useWatch('node', form) ?? 'lot'
  const { by, days } = recallNodes[node]
  const [typed, search] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setQ(typed.trim()), 250)
    return () => clearTimeout(pause)
  }, [typed])
  const found = useRead(recallApi.choices, by === 'codes' ? null : { node, q }, { keepPrevious: true })
  const [first] = Form.useWatch('ids', form) ?? []
  const own = useRead(recallApi.choices, by === 'ids' && first !== undefined ? { node, id: first } : null)
  // What was chosen keeps its name while something else is looked for.
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const labels = new Map([...known, ...[...(own.data ?? []), ...(found.data ?? [])].map(({ value, label }) => [value, label] as const)])
  const choose = {
    showSearch: { filterOption: false, onSearch: search },
    options: found.isPlaceholderData && q === '' ? [] : (found.data ?? []),
    placeholder: '输入名称或编号查找',
    loading: found.isFetching,
  }
  const failed = [found, own].find(({ error }) => error !== null)
  return (
    <>
      {failed?.error && <CallFailure error={failed.error} onRetry={() => void failed.refetch()} />}
      <div className="form-columns">
        <Form.Item name="node" label="从哪里开始">
          <Select
            options={keysOf(recallNodes).map((value) => ({ value, label: recallNodes[value].label }))}
            onChange={() => {
              search('')
              form.setFieldsValue({ ids: [], words: '', last: '', from: '', to: '' })
            }}
          />
        </Form.Item>
        {by === 'ids' ? (
          <Form.Item
            key="ids"
            name="ids"
            label={node === 'harvest' ? '药材' : recallNodes[node].label}
            rules={[{ required: true, message: '请选择召回起点' }]}
          >
            <Select
              mode="multiple"
              onSelect={() => setKnown(labels)}
              maxCount={100}
              labelRender={({ value }) => labels.get(String(value)) ?? '读取中'}
              {...choose}
            />
          </Form.Item>
        ) : by === 'codes' ? (
          <CodeField key="code" name="words" label="追溯码" isRequired />
        ) : (
          <Form.Item key="words" name="words" label={recallNodes[node].label} rules={[{ required: true, message: '请选择召回起点' }]}>
            <Select {...choose} />
          </Form.Item>
        )}
      </div>
      {by === 'codes' && <CodeField name="last" label="至（一段码的止码）" />}
      {days !== null && (
        <div className="form-columns">
          <Form.Item name="from" label={`${days}起`} rules={[{ required: node === 'harvest', message: '请填写开始日期' }]}>
            <DayInput />
          </Form.Item>
          <Form.Item name="to" label={`${days}止`} rules={[{ required: node === 'harvest', message: '请填写结束日期' }]}>
            <DayInput />
          </Form.Item>
        </div>
      )}
    </>
  )
}

/** A code of a pack or a box, scanned or typed; Enter stays in the field. */
function CodeField({ name, label, isRequired = false }: { name: 'words' | 'last'; label: string; isRequired?: boolean }) {
  return (
    <Form.Item
      name={name}
      label={label}
      rules={isRequired ? [{ required: true, whitespace: true, message: '请扫描追溯码' }] : []}
      extra={isRequired ? '一袋、一箱，或一段码的起码；所在批次整批列入' : '只查一个码时不填'}
    >
      <Input
        {...takesCodes.kept}
        maxLength={300}
        autoComplete="off"
        spellCheck={false}
        placeholder="扫描袋码或箱码"
        onPressEnter={(event) => event.preventDefault()}
      />
    </Form.Item>
  )
}

/** What the question reaches now, asked again whenever it changes. */
function Preview() {
  const values: Partial<Values> = Form.useWatch([]) ?? {}
  const scope = recallScope.safeParse(scopeOf({ ...values, node: values.node ?? 'lot' }))
  const read = useRead(recallApi.preview, scope.success ? { scope: scope.data } : null, { keepPrevious: true })
  if (!scope.success) return <p className="quiet">选好起点后，这里显示会涉及哪些批次和客户。</p>
  if (read.error) return <CallFailure error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <p className="quiet">正在试算……</p>
  return <Reached preview={read.data} />
}

function Reached({ preview }: { preview: RecallPreview }) {
  if (preview.lots === 0) return <Alert className="form-failure" type="warning" showIcon title="按这个范围没有找到批次，请核对起点与日期" />
  return (
    <section aria-label="涉及的范围" style={{ marginBottom: 24 }}>
      <Facts
        rows={[
          ['涉及批次', `${preview.lots} 批，其中成品 ${preview.packLots} 批`],
          ['成品包装产出', kgUnit(preview.made)],
          ['成品在厂', kgUnit(preview.inHouse)],
          ['已发出', `${kgUnit(preview.shipped)}，${preview.customers} 家客户`],
        ]}
      />
      <DataTable
        caption="涉及的批次"
        rows={preview.first}
        rowKey={(lot) => lot.lotId}
        columns={[
          { title: '批号', key: 'lotNo', render: (lot) => `${lot.name} ${lot.lotNo}` },
          { title: '状态', key: 'state', render: (lot) => <StateTag of={lotStates[lot.kind]} state={lot.state} /> },
          { title: '在厂', key: 'inHouse', align: 'right', render: (lot) => amount(lot.inHouse, lot.unit) },
          { title: '已发出', key: 'shipped', align: 'right', render: (lot) => amount(lot.shipped, lot.unit) },
        ]}
      />
      {preview.lots > preview.first.length && (
        <p className="quiet">另有 {preview.lots - preview.first.length} 批，提交后在详情中全部列出。</p>
      )}
    </section>
  )
}

/** What the customers are told; a drill tells nobody. */
function NoticeFields() {
  const kind: RecallKind | undefined = Form.useWatch('kind')
  if (kind === 'drill') return null
  return (
    <>
      {kind === 'ordered' && (
        <Form.Item name="authorityNo" label="监管部门通知书号" rules={[{ required: true, whitespace: true, message: '请填写通知书号' }]}>
          <Input maxLength={100} />
        </Form.Item>
      )}
      <Form.Item name="advice" label="请客户怎样处理" rules={[{ required: true, whitespace: true, message: '请写明客户应怎样处理货物' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </>
  )
}
