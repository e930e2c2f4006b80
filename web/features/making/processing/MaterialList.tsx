import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { materialSheet } from '#contract/office/import-sheets.ts'
import { materialApi, materialCategories, materialClasses, usageLooks, type MaterialRow } from '#contract/making/material.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DisableDialog } from '#web/parts/DisableDialog.tsx'
import { materialClassName } from './material-class.ts'
import { MaterialDrawer } from './MaterialDrawer.tsx'
import { MaterialFormDrawer } from './MaterialFormDrawer.tsx'
import { MaterialTags } from './MaterialTags.tsx'
import { UsageActions } from './UsageActions.tsx'
import { usageFilter } from './usage-filter.ts'

const columns: readonly Column<MaterialRow>[] = [
  { title: '代码', key: 'code', sort: 'code' },
  { title: '名称', key: 'name', sort: 'name' },
  { title: '类别', key: 'category', render: (row) => materialCategories[row.category] },
  { title: '单位', key: 'unit', hidden: true },
  { title: '分类', key: 'materialClass', render: (row) => materialClassName(row.materialClass) },
  { title: '药用部位', key: 'medicinalPart' },
  { title: '拉丁名', key: 'latin', hidden: true },
  { title: '基原', key: 'species', hidden: true, render: (row) => row.species.join('；') },
  { title: '主产地', key: 'usualOrigin', hidden: true },
  { title: '贮藏', key: 'storage' },
  { title: '复验期 (月)', key: 'retestMonths', align: 'right', sort: 'retestMonths' },
  { title: '特殊管理', key: 'special', render: (row) => <MaterialTags material={row} /> },
  { title: '产品数', key: 'products', align: 'right' },
  { title: '状态', key: 'state', render: (row) => <StateTag of={usageLooks} state={row.state} /> },
]

/** 物料: crude drugs, auxiliaries and packaging. */
export function MaterialList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [writing, setWriting] = useState<MaterialRow | 'new'>()
  const [disabling, setDisabling] = useState<MaterialRow>()
  const enable = useButtonWrite(materialApi.enable)
  const opened = query.get('row')
  return (
    <ListPage
      title="物料"
      importSheet={materialSheet}
      primary={
        <DutyButton duty="35:manage" onClick={() => setWriting('new')}>
          新建物料
        </DutyButton>
      }
      header={header}
      endpoint={materialApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索代码、名称或拼音首字母"
      filters={[
        { key: 'category', label: '类别', options: Object.entries(materialCategories).map(([value, label]) => ({ value, label })) },
        { key: 'materialClass', label: '分类', options: Object.entries(materialClasses).map(([value, label]) => ({ value, label })) },
        usageFilter,
      ]}
      actions={(row) => (
        <>
          <Button type="link" className="text-action" onClick={() => setQuery({ row: row.id })}>
            详情
          </Button>
          <UsageActions
            row={row}
            onEdit={() => setWriting(row)}
            onDisable={() => setDisabling(row)}
            onEnable={() => void enable.run({ id: row.id })}
          />
        </>
      )}
      empty="还没有物料。常用药材可在数据字典的质量标准里“从起始目录载入”，连同标准；其它的请新建"
    >
      {writing && <MaterialFormDrawer {...(writing !== 'new' && { material: writing })} onClose={() => setWriting(undefined)} />}
      {disabling && (
        <DisableDialog endpoint={materialApi.disable} id={disabling.id} name={disabling.name} onClose={() => setDisabling(undefined)}>
          <p>停用后不能再采购；已有的批次照常检验、放行和使用。以后可以重新启用。</p>
        </DisableDialog>
      )}
      {opened && <MaterialDrawer id={opened} onClose={() => setQuery({ row: null })} />}
    </ListPage>
  )
}
