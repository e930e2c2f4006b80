import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useTab } from '#web/lib/tab.ts'
import { PlanList } from './PlanList.tsx'
import { PointList } from './PointList.tsx'
import { ResultsOfPlan } from './ResultsOfPlan.tsx'

const kinds = { plans: '考察方案', points: '时间点', results: '结果与趋势' } as const
type Kind = keyof typeof kinds
const isKind = (name: string | null): name is Kind => name !== null && Object.hasOwn(kinds, name)

const lists: Record<Kind, (given: { header: ReactNode }) => React.JSX.Element> = {
  plans: PlanList,
  points: PointList,
  results: ResultsOfPlan,
}

/** 稳定性考察: the plans, what is due of them, and what was found. */
export function StabilityView({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const asked = query.get('list')
  const kind = isKind(asked) ? asked : 'plans'
  const List = lists[kind]
  return (
    <List
      key={kind}
      header={
        <>
          {header}
          <div>
            <Segmented
              aria-label="稳定性考察"
              className="record-views"
              value={kind}
              options={keysOf(kinds).map((value) => ({ value, label: kinds[value] }))}
              onChange={(next) =>
                setQuery({
                  ...Object.fromEntries([...query.keys()].map((key) => [key, null])),
                  view: 'stability',
                  list: next === 'plans' ? null : next,
                })
              }
            />
          </div>
        </>
      }
    />
  )
}
