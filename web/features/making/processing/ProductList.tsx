import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { usageLooks } from '#contract/making/material.ts'
import { productApi, scopesNeeded, type ProductRow } from '#contract/making/product.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DisableDialog } from '#web/parts/DisableDialog.tsx'
import { ProductDrawer } from './ProductDrawer.tsx'
import { ProductFormDrawer } from './ProductFormDrawer.tsx'
import { UsageActions } from './UsageActions.tsx'
import { usageFilter } from './usage-filter.ts'

const missing = (what: string) => <span className="tag tag-warning">{what}</span>

const columns: readonly Column<ProductRow>[] = [
  { title: '代码', key: 'code', sort: 'code' },
  {
    title: '名称',
    key: 'name',
    sort: 'name',
    render: (row) => (
      <span className="tags">
        {row.name}
        {row.isToxic && <span className="tag tag-bad">毒性</span>}
        {row.isDirectOral && <span className="tag tag-warning">直接口服</span>}
      </span>
    ),
  },
  { title: '规格', key: 'cutSpec' },
  { title: '药材', key: 'materialName' },
  { title: '炮制方法', key: 'processingMethod' },
  { title: '现行标准', key: 'standardName', render: (row) => row.standardName ?? missing('缺标准') },
  {
    title: '现行工艺',
    key: 'processVersion',
    render: (row) => (row.processVersion === null ? missing('缺工艺') : `第${row.processVersion}版`),
  },
  { title: '工艺版数', key: 'processVersions', align: 'right', hidden: true },
  { title: '包装规格', key: 'packSpecs', align: 'right', render: (row) => (row.packSpecs === 0 ? missing('缺规格') : row.packSpecs) },
  { title: '保质期 (月)', key: 'shelfLifeMonths', align: 'right', sort: 'shelfLifeMonths' },
  { title: '贮藏', key: 'storage', hidden: true },
  { title: '所需许可范围', key: 'scopes', hidden: true, render: (row) => scopesNeeded(row).join('、') },
  { title: '状态', key: 'state', render: (row) => <StateTag of={usageLooks} state={row.state} /> },
]

/** 产品 (饮片), each with what it still lacks before it can be made and packed. */
export function ProductList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [writing, setWriting] = useState<ProductRow | 'new'>()
  const [disabling, setDisabling] = useState<ProductRow>()
  const enable = useButtonWrite(productApi.enable)
  const opened = query.get('row')
  return (
    <ListPage
      title="产品"
      primary={
        <DutyButton duty="35:manage" onClick={() => setWriting('new')}>
          新建产品
        </DutyButton>
      }
      header={header}
      endpoint={productApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索代码、名称或拼音首字母"
      filters={[
        {
          key: 'lacks',
          label: '还缺',
          options: [
            { value: 'process', label: '现行工艺' },
            { value: 'standard', label: '现行标准' },
            { value: 'pack_spec', label: '包装规格' },
          ],
        },
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
      empty="还没有产品；先建药材，再建由它炮制的产品"
    >
      {writing && <ProductFormDrawer {...(writing !== 'new' && { productId: writing.id })} onClose={() => setWriting(undefined)} />}
      {disabling && (
        <DisableDialog endpoint={productApi.disable} id={disabling.id} name={disabling.name} onClose={() => setDisabling(undefined)}>
          <p>停用后不能再下生产指令；已有的指令和批次照常。以后可以重新启用。</p>
        </DisableDialog>
      )}
      {opened && <ProductDrawer id={opened} onClose={() => setQuery({ row: null })} />}
    </ListPage>
  )
}
