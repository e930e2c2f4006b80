import { App, Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { purchaseActions, purchaseCategories, purchaseLooks, purchaseState, type PurchaseRow } from '#contract/supply/purchase.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { amount, decimal } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { OneLine } from '#web/parts/OneLine.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CloseDialog } from './CloseDialog.tsx'
import { OrderFormDrawer } from './OrderFormDrawer.tsx'
import { DiscrepancyList } from '#web/features/supply/discrepancy/DiscrepancyList.tsx'
import { PurchaseSwitch, usePurchaseList } from './PurchaseSwitch.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { ReceiveDrawer } from './ReceiveDrawer.tsx'

// With its receipts, their paper and their corrections it comes when an order is opened, not with the list.
const PurchaseDrawer = lazy(async () => ({ default: (await import('./PurchaseDrawer.tsx')).PurchaseDrawer }))

/** The supplier, marked when they may no longer deliver while the order is open. */
function SupplierName({ order: { supplierName, supplierTrouble } }: { order: PurchaseRow }) {
  if (supplierTrouble === null) return <OneLine text={supplierName} />
  return (
    <>
      <OneLine text={supplierName} /> <span className="tag tag-bad long">{supplierTrouble}</span>
    </>
  )
}

const columns: readonly Column<PurchaseRow>[] = [
  { title: '采购单号', key: 'orderNo', sort: 'orderNo' },
  { title: '类别', key: 'category', render: (order) => purchaseCategories[order.category] },
  { title: '物料', key: 'materials' },
  { title: '供应商', key: 'supplierName', sort: 'supplierName', render: (order) => <SupplierName order={order} /> },
  { title: '订购', key: 'quantity', align: 'right', sort: 'quantity', render: (order) => amount(order.quantity, order.unit) },
  { title: '已收', key: 'received', align: 'right', render: (order) => amount(order.received, order.unit) },
  { title: '金额 (元)', key: 'amount', align: 'right', hidden: true },
  { title: '采购日期', key: 'purchasedOn', sort: 'purchasedOn' },
  { title: '要求到货', key: 'expectedOn', sort: 'expectedOn' },
  { title: '采购员', key: 'buyer', render: (order) => order.buyer.name },
  { title: '状态', key: 'state', render: (order) => <StateTag of={purchaseLooks} state={order.state} /> },
]

type Doing =
  | { what: 'write' | 'receive' | 'close'; order: PurchaseRow }
  | { what: keyof typeof reasonDone; order: PurchaseRow }
  | { what: 'new' }

const reasonDone = { sendBack: '已退回编制人', cancel: '已取消', callOff: '已撤销' }

/** What the order comes to, for those who approve by it. */
const amountOf = ({ amount }: PurchaseRow) => (amount === null ? '，有未填单价的物料' : `，${decimal(amount, 2)} 元`)

/** 原料采购: orders of crude drugs, auxiliaries and packaging, and their receipt. */
export function PurchasePage() {
  const { modal, message } = App.useApp()
  const { query, setQuery } = useTab()
  const [doing, setDoing] = useState<Doing>()
  const submit = useButtonWrite(purchaseApi.submit)
  const approve = useButtonWrite(purchaseApi.approve)
  const opened = query.get('view')
  const list = usePurchaseList()
  const done = () => setDoing(undefined)

  const askApproval = (order: PurchaseRow) => {
    const left = order.approvalsNeeded - order.approvals.length - 1
    modal.confirm({
      title: `批准 ${order.orderNo}？`,
      content: `${order.supplierName}：${order.materials}，${amount(order.quantity, order.unit)}${amountOf(order)}。${
        left > 0 ? `按本厂采购规则共须${order.approvalsNeeded}人先后批准，您批准后还须另外${left}人。` : '批准后仓库即可验收到货。'
      }`,
      okText: '批准',
      cancelText: '再看看',
      onOk: () =>
        approve.run({ id: order.id }, () =>
          message.success(left > 0 ? `${order.orderNo} 您已批准，还须另外${left}人批准` : `${order.orderNo} 已批准`),
        ),
    })
  }

  if (list === 'discrepancies') return <DiscrepancyList header={<PurchaseSwitch />} />
  return (
    <ListPage
      title="原料采购"
      header={<PurchaseSwitch />}
      primary={
        <DutyButton duty="11:create" onClick={() => setDoing({ what: 'new' })}>
          新建采购单
        </DutyButton>
      }
      endpoint={purchaseApi.list}
      columns={columns}
      rowKey={(order) => order.id}
      searchHint="搜索单号、供应商、物料或拼音首字母"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: purchaseState.options.map((state) => ({ value: state, label: purchaseLooks[state].label })),
        },
        { key: 'category', label: '类别', options: Object.entries(purchaseCategories).map(([value, label]) => ({ value, label })) },
        { key: 'from', label: '采购日期起', day: true },
        { key: 'to', label: '止', day: true },
      ]}
      actions={(order) => (
        <>
          <Button type="link" className="text-action" onClick={() => setQuery({ view: order.id })}>
            详情
          </Button>
          <RowActions
            of={purchaseActions}
            row={order}
            on={{
              edit: () => setDoing({ what: 'write', order }),
              submit: () => void submit.run({ id: order.id }, () => message.success(`${order.orderNo} 已提交审批`)),
              approve: () => askApproval(order),
              sendBack: () => setDoing({ what: 'sendBack', order }),
              receive: () => setDoing({ what: 'receive', order }),
              close: () => setDoing({ what: 'close', order }),
              cancel: () => setDoing({ what: 'cancel', order }),
              callOff: () => setDoing({ what: 'callOff', order }),
              // In the drawer, beside the receipt that goes back.
              reverse: null,
            }}
          />
        </>
      )}
      empty="还没有采购单；新建并批准后，仓库在这里验收到货"
    >
      {doing && <DoingDialog doing={doing} done={done} />}
      {opened && (
        <Suspense>
          <PurchaseDrawer id={opened} onClose={() => setQuery({ view: null })} />
        </Suspense>
      )}
    </ListPage>
  )
}

/** Asks for what is needed to do it. */
function DoingDialog({ doing, done }: { doing: Doing; done: () => void }) {
  switch (doing.what) {
    case 'new':
      return <OrderFormDrawer onClose={done} />
    case 'write':
      return <OrderFormDrawer orderId={doing.order.id} onClose={done} />
    case 'receive':
      return <ReceiveDrawer order={doing.order} onClose={done} />
    case 'close':
      return <CloseDialog order={doing.order} onClose={done} />
    default: {
      // Beside the button that leaves the dialog, 取消 alone would say nothing.
      const label = doing.what === 'cancel' ? '取消采购单' : purchaseActions[doing.what].label
      return (
        <ReasonDialog
          title={`${label} ${doing.order.orderNo}`}
          submit={label}
          danger={doing.what !== 'sendBack'}
          endpoint={purchaseApi[doing.what]}
          id={doing.order.id}
          done={`${doing.order.orderNo} ${reasonDone[doing.what]}`}
          onClose={done}
        />
      )
    }
  }
}
