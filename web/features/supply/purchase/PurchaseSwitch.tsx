import { Segmented } from 'antd'
import { useTab } from '#web/lib/tab.ts'

const lists = { orders: '采购单', discrepancies: '到货差异' } as const

/** Which list the address asks for. */
export const usePurchaseList = (): keyof typeof lists => (useTab().query.get('list') === 'discrepancies' ? 'discrepancies' : 'orders')

/** Turns between orders and what was not delivered as it should be. The filters of one mean nothing in the other, so they go. */
export function PurchaseSwitch() {
  const { query, setQuery } = useTab()
  const list = usePurchaseList()
  return (
    <Segmented
      aria-label="查看"
      style={{ marginBottom: 12 }}
      value={list}
      options={Object.entries(lists).map(([value, label]) => ({ value, label }))}
      onChange={(next) =>
        setQuery({ ...Object.fromEntries([...query.keys()].map((key) => [key, null])), list: next === 'orders' ? null : next })
      }
    />
  )
}
