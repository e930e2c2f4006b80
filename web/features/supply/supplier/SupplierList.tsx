import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { supplierSheet } from '#contract/office/import-sheets.ts'
import { purchaseCategories } from '#contract/supply/purchase.ts'
import { supplierActions, supplierLooks, supplierState, type SupplierRow } from '#contract/supply/supplier.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { useTab } from '#web/lib/tab.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ValidUntil } from '#web/parts/ValidUntil.tsx'
import { SupplierDrawer } from './SupplierDrawer.tsx'
import { SupplierFormDrawer } from './SupplierFormDrawer.tsx'
import { SupplierTags } from './SupplierTags.tsx'

const columns: readonly Column<SupplierRow>[] = [
  { title: '编号', key: 'code', sort: 'code' },
  { title: '名称', key: 'name', sort: 'name' },
  { title: '类型', key: 'kind' },
  { title: '供货类别', key: 'categories', render: (row) => row.categories.map((category) => purchaseCategories[category]).join('、') },
  { title: '核定物料', key: 'materials', align: 'right', render: (row) => `${row.materials} 种` },
  { title: '统一社会信用代码', key: 'creditCode', hidden: true },
  { title: '省份', key: 'province', hidden: true },
  { title: '联系人', key: 'contact', hidden: true },
  { title: '电话', key: 'phone', hidden: true },
  { title: '最近审计', key: 'auditedOn', sort: 'auditedOn' },
  { title: '资格有效期至', key: 'validUntil', sort: 'validUntil', render: (row) => <ValidUntil day={row.validUntil} none="—" /> },
  {
    title: '最早到期证照',
    key: 'licencesUntil',
    render: (row) => (row.licences === 0 ? '未登记' : <ValidUntil day={row.licencesUntil} />),
  },
  { title: '未完采购单', key: 'openOrders', align: 'right', hidden: true },
  { title: '状态', key: 'state', render: (row) => <SupplierTags supplier={row} /> },
]

/** 供应商: who may deliver what, and until when. */
export function SupplierList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [writing, setWriting] = useState<SupplierRow | 'new'>()
  const opened = query.get('view')
  return (
    <ListPage
      title="供应商"
      importSheet={supplierSheet}
      primary={
        <DutyButton duty="33:manage" onClick={() => setWriting('new')}>
          登记供应商
        </DutyButton>
      }
      header={header}
      endpoint={supplierApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索编号、名称、信用代码或拼音首字母"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: supplierState.options.map((state) => ({ value: state, label: supplierLooks[state].label })),
        },
        { key: 'category', label: '供货类别', options: Object.entries(purchaseCategories).map(([value, label]) => ({ value, label })) },
        { key: 'expiring', label: '到期', options: [{ value: 'yes', label: '90天内到期或已过期' }] },
      ]}
      actions={(row) => (
        <>
          <Button type="link" className="text-action" onClick={() => setQuery({ view: row.id })}>
            详情
          </Button>
          <ActionButton action={supplierActions.edit} row={row} onClick={() => setWriting(row)} />
        </>
      )}
      empty="还没有供应商；登记后由质量部门审计、核定供货范围并列为合格，采购单才能选用"
    >
      {writing && (
        <SupplierFormDrawer
          {...(writing !== 'new' && { supplier: writing })}
          onSaved={(id) => setQuery({ view: id })}
          onClose={() => setWriting(undefined)}
        />
      )}
      {opened && <SupplierDrawer id={opened} onClose={() => setQuery({ view: null })} />}
    </ListPage>
  )
}
