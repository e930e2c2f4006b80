import { useEffect } from 'react'
import { refusal } from '#contract/kernel/action.ts'
import type { bulkTestApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, type InspectionRow, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { useActor, useHolds } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { useTab } from '#web/lib/tab.ts'

/** The key that opens the next sample. */
export const nextKey = 'F8'

/** The sample that this person tests next: the one below the given one in the list as it is searched and sorted, then the first. */
export function useNextSample(
  side: InspectionSide,
  list: typeof rawInspectionApi.list | typeof bulkTestApi.list,
  after: string | undefined,
) {
  const { query } = useTab()
  const actor = useActor()
  const { record } = inspectionActions[side]
  const q = query.get('q') ?? ''
  const asked = { state: 'sampled', page: 1, pageSize: 50, ...(q !== '' && { q }) } as const
  const { data } = useRead(list, useHolds(record.duty) ? asked : null)
  const rows = (data?.rows ?? []).filter((row) => row.id === after || refusal(record, row, actor) === undefined)
  const at = rows.findIndex(({ id }) => id === after)
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0))][0]
}

/** Does something when its key is pressed while this tab is in front. */
export function useNextKey(row: InspectionRow | undefined, open: (row: InspectionRow) => void) {
  const { active } = useTab()
  useEffect(() => {
    if (!active || row === undefined) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== nextKey || event.repeat) return
      event.preventDefault()
      open(row)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [active, row, open])
}
