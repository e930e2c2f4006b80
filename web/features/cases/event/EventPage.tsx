import { Segmented } from 'antd'
import { ChangeList } from '#web/features/cases/change/ChangeList.tsx'
import { CorrectionList } from '#web/features/cases/correction/CorrectionList.tsx'
import { useTab } from '#web/lib/tab.ts'

/** 质量事件: what went wrong or is to change, one view for each kind. */
export function EventPage() {
  const { query, setQuery } = useTab()
  const by = query.get('by') ?? 'correction'
  // The filters of one view mean nothing in the other, so they go.
  const views = (
    <Segmented
      className="views"
      value={by}
      options={[
        { value: 'correction', label: '更正' },
        { value: 'change', label: '变更' },
      ]}
      onChange={(view) => setQuery({ ...Object.fromEntries([...query.keys()].map((key) => [key, null])), by: view })}
    />
  )
  if (by === 'change') return <ChangeList key="change" header={views} />
  return <CorrectionList key="correction" header={views} />
}
