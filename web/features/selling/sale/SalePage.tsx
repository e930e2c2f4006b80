import { Button, Segmented } from 'antd'
import { useState, type ReactNode } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { saleActions, saleLooks, saleState, type SaleRow } from '#contract/selling/sale.ts'
import { saleApi } from '#contract/selling/sale-api.ts'
import { ClaimList } from '#web/features/selling/return/ClaimList.tsx'
import { ReturnList } from '#web/features/selling/return/ReturnList.tsx'
import { dateTime, kg } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { PaperView } from '#web/parts/PaperView.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CheckDialog } from './CheckDialog.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { DeliverDialog } from './DeliverDialog.tsx'
import { PickDialog } from './PickDialog.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { SaleDrawer } from './SaleDrawer.tsx'
import { SaleFormDrawer } from './SaleFormDrawer.tsx'
import { ShipDialog } from './ShipDialog.tsx'
import './sale.css'

/** What was ordered; once something else left, what left of it. */
const ShippedOfOrdered = ({ sale: { quantity, shippedQuantity } }: { sale: SaleRow }) =>
  shippedQuantity === null || exact(shippedQuantity).equals(quantity) ? (
    kg(quantity)
  ) : (
    <>
      {kg(shippedQuantity)} <small className="quiet unbroken">订 {kg(quantity)}</small>
    </>
  )

const columns: readonly Column<SaleRow>[] = [
  { title: '销售单号', key: 'orderNo', sort: 'orderNo' },
  { title: '客户', key: 'customerName', sort: 'customerName', width: 12 },
  { title: '发往', key: 'city', render: (sale) => (sale.province === sale.city ? sale.city : `${sale.province}${sale.city}`) },
  { title: '品种与数量', key: 'goods' },
  { title: '数量 (kg)', key: 'quantity', align: 'right', render: (sale) => <ShippedOfOrdered sale={sale} /> },
  { title: '状态', key: 'state', render: (sale) => <StateTag of={saleLooks} state={sale.state} /> },
  { title: '制单人', key: 'createdBy', render: (sale) => sale.createdBy.name },
  { title: '制单时间', key: 'createdAt', sort: 'createdAt', render: (sale) => dateTime(sale.createdAt), hidden: true },
  {
    title: '拣货 / 复核',
    key: 'pickedBy',
    render: (sale) => (sale.pickedBy ? `${sale.pickedBy.name} / ${sale.checkedBy?.name ?? '—'}` : ''),
    hidden: true,
  },
  { title: '出库单号', key: 'shipmentNo', hidden: true },
  { title: '发车时间', key: 'departedAt', sort: 'departedAt', render: (sale) => (sale.departedAt ? dateTime(sale.departedAt) : '') },
]

/** What a step is about, above its reason. */
const SaleFacts = ({ sale }: { sale: SaleRow }) => (
  <Facts
    rows={[
      ['客户', sale.customerName],
      ['品种与数量', sale.goods],
    ]}
  />
)

type ActionName = keyof typeof saleActions
type Step = { name: ActionName; sale: SaleRow }
const states = saleState.options.map((value) => ({ value, label: saleLooks[value].label }))

/** What the page can show; the first is shown unless the address says otherwise. */
const views = {
  orders: { label: '销售单', Screen: OrderList },
  returns: { label: '退货', Screen: ReturnList },
  claims: { label: '承运索赔', Screen: ClaimList },
} as const satisfies Record<string, { label: string; Screen: (props: { header: ReactNode }) => ReactNode }>

/** 销售运输: from the order of a licensed customer to their receipt, and what comes back of it. */
export function SalePage() {
  const { query, setQuery } = useTab()
  const asked = query.get('view')
  // Any other word is an order that is open.
  const view = asked === 'returns' || asked === 'claims' ? asked : 'orders'
  const { Screen } = views[view]
  return (
    <Screen
      key={view}
      header={
        <Segmented
          aria-label="查看"
          style={{ marginBottom: 12 }}
          value={view}
          options={keysOf(views).map((value) => ({ value, label: views[value].label }))}
          // The filters of one view mean nothing in another.
          onChange={(next) =>
            setQuery({ ...Object.fromEntries([...query.keys()].map((key) => [key, null])), view: next === 'orders' ? null : next })
          }
        />
      }
    />
  )
}

function OrderList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [step, setStep] = useState<Step>()
  const [creating, setCreating] = useState(false)
  const [printing, setPrinting] = useState<SaleRow>()
  const viewed = query.get('view')
  const open = (name: ActionName, sale: SaleRow) => () => setStep({ name, sale })
  return (
    <ListPage
      title="销售运输"
      primary={
        <DutyButton duty="110:create" onClick={() => setCreating(true)}>
          新建销售单
        </DutyButton>
      }
      header={header}
      endpoint={saleApi.list}
      columns={columns}
      rowKey={(sale) => sale.id}
      searchHint="搜索单号、客户名称或拼音首字母"
      filters={[
        { key: 'state', label: '状态', options: states },
        { key: 'departedFrom', label: '发运日期起', day: true },
        { key: 'departedTo', label: '止', day: true },
      ]}
      actions={(sale) => (
        <>
          <RowActions
            of={saleActions}
            row={sale}
            danger={['cancel']}
            on={{
              edit: open('edit', sale),
              submit: open('submit', sale),
              sendBack: open('sendBack', sale),
              approve: open('approve', sale),
              allocate: open('allocate', sale),
              pick: open('pick', sale),
              check: open('check', sale),
              ship: open('ship', sale),
              deliver: open('deliver', sale),
              giveBack: open('giveBack', sale),
              cancel: open('cancel', sale),
            }}
          />
          {sale.shipmentNo && (
            <Button type="link" className="text-action" onClick={() => setPrinting(sale)}>
              随货同行单
            </Button>
          )}
          <Button type="link" className="text-action" onClick={() => setQuery({ view: sale.id })}>
            详情
          </Button>
        </>
      )}
      empty="还没有销售单；点“新建销售单”，为许可证在有效期内的客户下单"
    >
      {creating && <SaleFormDrawer onClose={() => setCreating(false)} />}
      {step && <StepOf step={step} onPrint={() => setPrinting(step.sale)} onClose={() => setStep(undefined)} />}
      {viewed && <SaleDrawer id={viewed} onClose={() => setQuery({ view: null })} />}
      {printing && <PaperView kind="delivery_note" id={printing.id} onClose={() => setPrinting(undefined)} />}
    </ListPage>
  )
}

/** The dialog of the step that was begun. */
function StepOf({ step: { name, sale }, onPrint, onClose }: { step: Step; onPrint: () => void; onClose: () => void }) {
  return (
    <>
      {name === 'edit' && <SaleFormDrawer sale={sale} onClose={onClose} />}
      {name === 'submit' && <ConfirmDialog endpoint={saleApi.submit} verb="提交" done="已提交，等待审批" sale={sale} onClose={onClose} />}
      {name === 'approve' && <ConfirmDialog endpoint={saleApi.approve} verb="批准" done="已批准" sale={sale} onClose={onClose} />}
      {name === 'allocate' && (
        <ConfirmDialog endpoint={saleApi.allocate} verb="分配批次" done="已分配并预留" sale={sale} onClose={onClose}>
          系统按“近效期先出”从已放行、未冻结的批次中分配，并为本单预留。
        </ConfirmDialog>
      )}
      {name === 'sendBack' && (
        <ReasonDialog
          title={`退回修改 ${sale.orderNo}`}
          submit="退回修改"
          endpoint={saleApi.sendBack}
          id={sale.id}
          done={`${sale.orderNo} 已退回编制人`}
          onClose={onClose}
        >
          <SaleFacts sale={sale} />
        </ReasonDialog>
      )}
      {name === 'giveBack' && (
        <ReasonDialog
          title={`退回重配 ${sale.orderNo}`}
          submit="退回重配"
          endpoint={saleApi.giveBack}
          id={sale.id}
          done={`${sale.orderNo} 货物已归位，等待重新分配`}
          onClose={onClose}
        >
          <SaleFacts sale={sale} />
        </ReasonDialog>
      )}
      {name === 'cancel' && (
        <ReasonDialog
          title={`取消销售单 ${sale.orderNo}`}
          submit="取消销售单"
          danger
          endpoint={saleApi.cancel}
          id={sale.id}
          done={`${sale.orderNo} 已取消，预留已释放`}
          onClose={onClose}
        >
          <SaleFacts sale={sale} />
        </ReasonDialog>
      )}
      {name === 'pick' && <PickDialog sale={sale} onClose={onClose} />}
      {name === 'check' && <CheckDialog sale={sale} onClose={onClose} />}
      {name === 'ship' && <ShipDialog sale={sale} onClose={onClose} onPrint={onPrint} />}
      {name === 'deliver' && <DeliverDialog sale={sale} onClose={onClose} />}
    </>
  )
}
