import type { ChangeSubject, TouchedLot } from '#contract/cases/change.ts'
import { purchaseLooks } from '#contract/supply/purchase.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'

/** Bins where goods of this class may not lie: toxic ones outside the double-locked store, others in it. */
const wrongBins = (lot: TouchedLot, isToxic: boolean) => lot.bins.filter(({ isDoubleLocked }) => isDoubleLocked !== isToxic)

const columns = (isToxic: boolean | undefined): readonly Column<TouchedLot>[] => [
  { title: '批号', key: 'lotNo' },
  { title: '品名', key: 'name' },
  { title: '状态', key: 'state', render: (lot) => <StateTag of={lotStates[lot.kind]} state={lot.state} /> },
  { title: '复验期至', key: 'retestOn' },
  {
    title: '货位',
    key: 'bins',
    render: (lot) => {
      const wrong = isToxic === undefined ? [] : wrongBins(lot, isToxic)
      return (
        <>
          {lot.bins.map(({ code }) => code).join('、')}{' '}
          {wrong.length > 0 && <span className="tag tag-bad">须移到{isToxic ? '毒性库' : '普通库'}</span>}
        </>
      )
    },
  },
]

const purchaseColumns: readonly Column<ChangeSubject['touched']['purchases'][number]>[] = [
  { title: '采购单号', key: 'orderNo' },
  { title: '物料', key: 'materials' },
  { title: '状态', key: 'state', render: (order) => <StateTag of={purchaseLooks} state={order.state} /> },
]

/** What a change touches today. `isToxic` is what the goods would be, where the change is about that. */
export function TouchedTable({ touched, isToxic }: { touched: ChangeSubject['touched']; isToxic: boolean | undefined }) {
  return (
    <section className="touched">
      <h2 className="drawer-heading">涉及的在库批次（{touched.lots.length} 批）</h2>
      {touched.lots.length === 0 ? (
        <p className="quiet">没有在库批次</p>
      ) : (
        <DataTable caption="涉及的在库批次" columns={columns(isToxic)} rows={touched.lots} rowKey={(lot) => lot.lotId} />
      )}
      {touched.purchases.length > 0 && (
        <>
          <h2 className="drawer-heading">未完采购单（{touched.purchases.length} 张）</h2>
          <DataTable caption="未完采购单" columns={purchaseColumns} rows={touched.purchases} rowKey={(order) => order.id} />
        </>
      )}
      {touched.orders.length > 0 && (
        <p>在产指令按开始时的规定完成：{touched.orders.map(({ orderNo, productName }) => `${orderNo} ${productName}`).join('、')}</p>
      )}
    </section>
  )
}
