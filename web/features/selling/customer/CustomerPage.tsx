import { App, Button } from 'antd'
import { useState } from 'react'
import { customerSheet } from '#contract/office/import-sheets.ts'
import {
  customerActions,
  customerApi,
  customerKinds,
  customerLooks,
  customerScopes,
  customerState,
  type CustomerRow,
} from '#contract/selling/customer.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ValidUntil } from '#web/parts/ValidUntil.tsx'
import { CustomerDrawer } from './CustomerDrawer.tsx'
import { CustomerFormDrawer } from './CustomerFormDrawer.tsx'
import { DisableDialog } from '#web/parts/DisableDialog.tsx'

const columns: readonly Column<CustomerRow>[] = [
  { title: '编号', key: 'code', sort: 'code' },
  { title: '名称', key: 'name', sort: 'name' },
  { title: '类型', key: 'kind' },
  { title: '地区', key: 'provinces', render: (row) => row.provinces.join('、') },
  { title: '许可证', key: 'licenceKind' },
  { title: '许可证号', key: 'licenceNo', hidden: true },
  { title: '许可范围', key: 'scopes', render: (row) => row.scopes.join('、') || '无中药饮片' },
  {
    title: '许可证有效期至',
    key: 'licenceValidUntil',
    sort: 'licenceValidUntil',
    render: (row) => <ValidUntil day={row.licenceValidUntil} />,
  },
  { title: '其它证照最早到期', key: 'licencesUntil', hidden: true, render: (row) => <ValidUntil day={row.licencesUntil} none="—" /> },
  { title: '统一社会信用代码', key: 'creditCode', hidden: true },
  { title: '收货人', key: 'contact' },
  { title: '电话', key: 'phone', hidden: true },
  { title: '未完销售单', key: 'openOrders', align: 'right', hidden: true },
  { title: '状态', key: 'state', render: (row) => <StateTag of={customerLooks} state={row.state} /> },
]

const options = (words: readonly string[]) => words.map((value) => ({ value, label: value }))

/** 客户管理: which customers may be sold to, under which licence, and at which addresses. */
export function CustomerPage() {
  const { message } = App.useApp()
  const { query, setQuery } = useTab()
  const [writing, setWriting] = useState<CustomerRow | 'new'>()
  const [disabling, setDisabling] = useState<CustomerRow>()
  const enable = useButtonWrite(customerApi.enable)
  const opened = query.get('view')
  return (
    <ListPage
      title="客户管理"
      importSheet={customerSheet}
      primary={
        <DutyButton duty="34:manage" onClick={() => setWriting('new')}>
          登记客户
        </DutyButton>
      }
      endpoint={customerApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索编号、名称、许可证号或拼音首字母"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: customerState.options.map((state) => ({ value: state, label: customerLooks[state].label })),
        },
        { key: 'kind', label: '类型', options: options(customerKinds) },
        { key: 'scope', label: '许可范围', options: options(customerScopes) },
        { key: 'expiring', label: '到期', options: [{ value: 'yes', label: '90天内到期或已过期' }] },
      ]}
      actions={(row) => (
        <>
          <Button type="link" className="text-action" onClick={() => setQuery({ view: row.id })}>
            详情
          </Button>
          <RowActions
            of={customerActions}
            row={row}
            danger={['disable']}
            on={{
              edit: () => setWriting(row),
              disable: () => setDisabling(row),
              enable: () => void enable.run({ id: row.id }, () => void message.success(`${row.name} 已启用`)),
            }}
          />
        </>
      )}
      empty="还没有客户；登记许可证、许可范围和许可证上的地址后，销售单才能选用"
    >
      {writing && <CustomerFormDrawer {...(writing !== 'new' && { customer: writing })} onClose={() => setWriting(undefined)} />}
      {disabling && (
        <DisableDialog endpoint={customerApi.disable} id={disabling.id} name={disabling.name} onClose={() => setDisabling(undefined)}>
          <p>停用后不能再下单和发运；已发运的单据不变，以后可以重新启用。</p>
          {disabling.openOrders > 0 && <p>现有未完销售单 {disabling.openOrders} 张，停用后不能发运。</p>}
        </DisableDialog>
      )}
      {opened && <CustomerDrawer id={opened} onClose={() => setQuery({ view: null })} />}
    </ListPage>
  )
}
