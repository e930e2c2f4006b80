import { Button } from 'antd'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { oosApi, type OosRow } from '#contract/cases/oos-api.ts'
import type { OosChoices } from '#contract/cases/oos-trend.ts'
import { oosActions, oosKinds, oosLooks, oosState } from '#contract/cases/oos.ts'
import { useRead } from '#web/lib/call.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { OosDrawer } from './OosDrawer.tsx'

const columns: readonly Column<OosRow>[] = [
  { title: '批号', key: 'lotNo', render: ({ lotNo, lotName }) => `${lotName} ${lotNo}` },
  { title: '项目', key: 'itemName' },
  { title: '结果', key: 'value' },
  { title: '标准规定', key: 'specText' },
  { title: '类别', key: 'kind', render: ({ kind }) => oosKinds[kind] },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={oosLooks} state={state} /> },
  { title: '检验人', key: 'analystName' },
  { title: '方法', key: 'method', hidden: true },
  { title: '供应商', key: 'supplier', hidden: true },
  { title: '调查编号', key: 'caseNo', hidden: true },
  { title: '请验单', key: 'requestNo', hidden: true },
  { title: '开启时间', key: 'openedAt', sort: 'openedAt', render: ({ openedAt }) => <Done by={null} at={openedAt} /> },
  { title: '结论', key: 'conclusion', hidden: true },
]

/** How often each came up stands beside its name: where cases gather shows at once. */
const options = (counted: OosChoices['items'] | undefined) =>
  (counted ?? []).map(({ value, label, count, confirmed }) => ({
    value,
    label: `${label}　${count} 件${confirmed > 0 ? `，确认 ${confirmed}` : ''}`,
  }))

/** 检验结果调查: every value that had to be looked into, where it stands, and how often each analyst, supplier, item or method had one. */
export function OosList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const choices = useRead(oosApi.choices, {}).data
  const opened = query.get('id')
  // A link to one step of one case opens the case, which opens the step.
  const asked = keysOf(oosActions.raw).find((name) => query.get('do')?.startsWith(`${name}.`))
  const id = opened ?? (asked && query.get('do')?.slice(asked.length + 1))
  // Once the step is open the address no longer asks for it: the case has to be named there by then.
  const keepOpen = useEffectEvent((caseId: string) => setQuery({ id: caseId }))
  useEffect(() => {
    if (opened === null && id !== undefined) keepOpen(id)
  }, [opened, id])
  return (
    <ListPage
      title="检验结果调查"
      primary={null}
      header={header}
      endpoint={oosApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索批号、请验单号或拼音首字母"
      filters={[
        {
          key: 'side',
          label: '对象',
          options: [
            { value: 'raw', label: '原料' },
            { value: 'bulk', label: '成品' },
          ],
        },
        { key: 'state', label: '状态', options: oosState.options.map((value) => ({ value, label: oosLooks[value].label })) },
        { key: 'kind', label: '类别', options: keysOf(oosKinds).map((value) => ({ value, label: oosKinds[value] })) },
        { key: 'itemName', label: '项目', options: options(choices?.items) },
        { key: 'method', label: '方法', options: options(choices?.methods) },
        { key: 'analystId', label: '检验人', options: options(choices?.analysts) },
        { key: 'supplierId', label: '供应商', options: options(choices?.suppliers) },
      ]}
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setQuery({ id: row.id })}>
          详情
        </Button>
      )}
      empty="没有要调查的检验结果；录入的值不合格、平行不符或超出内控时，会自动开启并出现在这里"
    >
      {id && <OosDrawer id={id} onClose={() => setQuery({ id: null, do: null })} />}
    </ListPage>
  )
}
