import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { ChangeList } from '#web/features/cases/change/ChangeList.tsx'
import { CorrectionList } from '#web/features/cases/correction/CorrectionList.tsx'
import { IncidentList } from '#web/features/cases/incident/IncidentList.tsx'
import { IncidentTrend } from '#web/features/cases/incident/IncidentTrend.tsx'
import { LockList } from '#web/features/cases/lock/LockList.tsx'
import { RecallList } from '#web/features/cases/recall/RecallList.tsx'
import { OosList } from '#web/features/cases/oos/OosList.tsx'
import { OosTrend } from '#web/features/cases/oos/OosTrend.tsx'
import { useTab } from '#web/lib/tab.ts'
import { CaseList } from './CaseList.tsx'

/** What the page can show; the first is shown unless the address says otherwise. */
const views = {
  cases: { label: '影响评估与变更', Screen: CaseList },
  incident: { label: '偏差与投诉', Screen: IncidentList },
  oos: { label: '检验结果调查', Screen: OosList },
  recall: { label: '召回与演练', Screen: RecallList },
  lock: { label: '监管锁定', Screen: LockList },
  incidentTrend: { label: '事件趋势', Screen: IncidentTrend },
  oosTrend: { label: '调查趋势', Screen: OosTrend },
  correction: { label: '更正', Screen: CorrectionList },
  change: { label: '变更', Screen: ChangeList },
} as const satisfies Record<string, { label: string; Screen: (props: { header: ReactNode }) => ReactNode }>
type View = keyof typeof views

const isView = (name: string | null): name is View => name !== null && Object.hasOwn(views, name)

/** 质量事件: what went wrong or is to change, and what is decided about it. */
export function EventPage() {
  const { query } = useTab()
  const asked = query.get('view')
  const view = isView(asked) ? asked : 'cases'
  const { Screen } = views[view]
  return <Screen header={<ViewSwitch view={view} />} />
}

/** Turns between the views. The filters of one view mean nothing in another, so they go. */
function ViewSwitch({ view }: { view: View }) {
  const { query, setQuery } = useTab()
  const options = keysOf(views).map((value) => ({ value, label: views[value].label }))
  if (options.length < 2) return null
  return (
    <Segmented
      aria-label="查看"
      style={{ marginBottom: 12 }}
      value={view}
      options={options}
      onChange={(next) => setQuery({ ...Object.fromEntries([...query.keys()].map((key) => [key, null])), view: next })}
    />
  )
}
