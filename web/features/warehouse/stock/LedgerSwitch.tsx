import { Segmented } from 'antd'
import { useTab } from '#web/lib/tab.ts'

/** What the stock pages can show; the lots unless the address says otherwise. */
const views = {
  lots: '按批',
  packaging: '包材',
  ledger: '台账',
  month: '月账',
  count: '盘点',
  disposal: '处置',
  supplier: '退供应商',
  climate: '温湿度',
} as const
export type StockView = keyof typeof views

const isView = (name: string | null): name is StockView => name !== null && Object.hasOwn(views, name)

/** Which view the address asks for. */
export function useStockView(): StockView {
  const asked = useTab().query.get('view')
  return isView(asked) ? asked : 'lots'
}

/** Turns between the views. The filters of one mean nothing in another, so they go. What was made in the house goes back to no supplier; all stores are measured on the page of bought goods. */
export function LedgerSwitch({ isBought }: { isBought: boolean }) {
  const { query, setQuery } = useTab()
  const view = useStockView()
  return (
    <Segmented
      aria-label="查看"
      style={{ marginBottom: 12 }}
      value={view}
      options={Object.entries(views)
        .filter(([value]) => isBought || (value !== 'supplier' && value !== 'climate' && value !== 'packaging'))
        .map(([value, label]) => ({ value, label }))}
      onChange={(next) =>
        setQuery({ ...Object.fromEntries([...query.keys()].map((key) => [key, null])), view: next === 'lots' ? null : next })
      }
    />
  )
}
