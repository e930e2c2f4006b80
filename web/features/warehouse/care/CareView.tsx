import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import { useTab } from '#web/lib/tab.ts'
import { CareDueList } from './CareDueList.tsx'
import { CarePlanList } from './CarePlanList.tsx'
import { CareRecordList } from './CareRecordList.tsx'

const kinds = { due: '待养护', records: '养护记录', plans: '养护计划' } as const
type Kind = keyof typeof kinds
const isKind = (name: string | null): name is Kind => name !== null && Object.hasOwn(kinds, name)

const lists: Record<Kind, (given: { side: StockSide; header: ReactNode }) => React.JSX.Element> = {
  due: CareDueList,
  records: CareRecordList,
  plans: CarePlanList,
}

/** 养护: what is to be looked at, what was found, and the firm's plan. */
export function CareView({ side, header }: { side: StockSide; header: ReactNode }) {
  const { query, setQuery } = useTab()
  const asked = query.get('list')
  const kind = isKind(asked) ? asked : 'due'
  const List = lists[kind]
  return (
    <List
      key={kind}
      side={side}
      header={
        <>
          {header}
          <div>
            <Segmented
              aria-label="养护"
              style={{ marginBottom: 12 }}
              value={kind}
              options={keysOf(kinds).map((value) => ({ value, label: kinds[value] }))}
              onChange={(next) =>
                setQuery({
                  ...Object.fromEntries([...query.keys()].map((key) => [key, null])),
                  view: 'care',
                  list: next === 'due' ? null : next,
                })
              }
            />
          </div>
        </>
      }
    />
  )
}
