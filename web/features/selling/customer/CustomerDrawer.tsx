import { Alert, Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { customerApi, customerLooks, type CustomerDetail } from '#contract/selling/customer.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { customerRefusal, earliestEnd, saleLooks } from '#contract/selling/sale.ts'
import { useRead } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { Licences } from '#web/features/supply/licence/Licences.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ValidUntil } from '#web/parts/ValidUntil.tsx'

const addressColumns: readonly Column<CustomerDetail['addresses'][number]>[] = [
  {
    title: '地址',
    key: 'address',
    width: 32,
    render: (row) => `${row.province}${row.city === row.province ? '' : row.city}${row.address}`,
  },
  { title: '收货人', key: 'contact' },
  { title: '电话', key: 'phone' },
  { title: '状态', key: 'isActive', render: (row) => (row.isActive ? '在用' : '已不在许可证上') },
]

const orderColumns: readonly Column<CustomerDetail['orders'][number]>[] = [
  { title: '销售单号', key: 'orderNo', render: (order) => <Link to={`/yinpian-xiaoshou?q=${order.orderNo}`}>{order.orderNo}</Link> },
  { title: '编制日期', key: 'createdOn' },
  { title: '状态', key: 'state', render: (order) => <StateTag of={saleLooks} state={order.state} /> },
]

/** One customer: licence and scope, the addresses of the licence, other papers, and what was sold to them. */
export function CustomerDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const customer = useRead(customerApi.read, { id })
  const [history, setHistory] = useState(false)
  const { data } = customer
  return (
    <Drawer
      open
      size={1000}
      title={data ? `${data.code} ${data.name}` : '客户'}
      onClose={onClose}
      extra={<Button onClick={() => setHistory(true)}>历史</Button>}
    >
      {customer.isPending && <Skeleton active />}
      {customer.error && <CallFailure error={customer.error} onRetry={() => void customer.refetch()} />}
      {data && (
        <>
          <CustomerFacts customer={data} />
          <h2 className="drawer-heading">许可证上的地址</h2>
          <DataTable caption="许可证上的地址" columns={addressColumns} rows={data.addresses} rowKey={(row) => row.id} />
          <h2 className="drawer-heading">其它证照</h2>
          <Licences owner={{ of: 'customer', id }} rows={data.papers} />
          <Attachments of="customer" id={id} usual="许可证" />
          <h2 className="drawer-heading">销售单（最近50张）</h2>
          {data.orders.length === 0 ? (
            <p className="quiet">还没有销售单</p>
          ) : (
            <DataTable caption="销售单" columns={orderColumns} rows={data.orders} rowKey={(order) => order.id} />
          )}
        </>
      )}
      {history && data && <HistoryDrawer table="customer" id={id} title={data.name} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}

function CustomerFacts({ customer }: { customer: CustomerDetail }) {
  const refused = customerRefusal({ ...customer, isActive: customer.state === 'active' }, { hasToxic: false }, today())
  return (
    <>
      {refused && (
        <Alert
          className="form-failure"
          type="warning"
          showIcon
          title={refusals[refused]}
          description={
            <>
              {refused === 'licence_expired' && `有证照已于 ${earliestEnd(customer)} 过期。`}
              {customer.openOrders > 0 && `未完销售单 ${customer.openOrders} 张，在此之前不能发运。`}
            </>
          }
        />
      )}
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={customerLooks} state={customer.state} />],
          ['类型', customer.kind],
          ['许可证', `${customer.licenceKind}　${customer.licenceNo}`],
          ['许可证有效期至', <ValidUntil key="until" day={customer.licenceValidUntil} />],
          ['许可范围', customer.scopes.join('、') || '无中药饮片'],
          ['统一社会信用代码', customer.creditCode],
          ['法定代表人', customer.legalPerson],
          ['质量联系人', customer.qualityContact],
          ['电话', customer.phone],
          ['邮箱', customer.email || '—'],
          ['备注', customer.remark],
        ]}
      />
    </>
  )
}
