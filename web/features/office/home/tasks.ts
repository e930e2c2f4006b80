import type { WaitingOne, WaitingWork } from '#contract/office/work.ts'
import { pressureOf, type Pressure } from '#web/lib/waited.ts'

export type Task = WaitingOne & { document: string; state: string; pressure: Pressure }

/** What waits for the person, kind by kind, as one list by urgency: what presses in the order of its due time, then what waits longest. */
export function tasksOf(work: readonly WaitingWork[], now: Date): Task[] {
  const tasks = work.flatMap(({ document, state, oldest }) =>
    oldest.map((one): Task => ({ ...one, document, state, pressure: pressureOf(one.due, now) })),
  )
  const due = ({ pressure, due: at }: Task) => (pressure === 'open' || at === null ? Infinity : Date.parse(at))
  return tasks.sort((a, b) => {
    const [first, second] = [due(a), due(b)]
    return first === second ? Date.parse(a.since) - Date.parse(b.since) : first - second
  })
}

export const totalOf = (work: readonly WaitingWork[]) => ({
  count: work.reduce((sum, { count }) => sum + count, 0),
  late: work.reduce((sum, { late }) => sum + late, 0),
})
