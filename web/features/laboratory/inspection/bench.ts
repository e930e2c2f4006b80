import { createContext, use, useState } from 'react'
import { meansApi, usesMeans, type MeansChoices, type MeansInput } from '#contract/laboratory/means.ts'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'
import { attachmentApi, type AttachmentRow } from '#contract/office/attachment.ts'
import { useActor } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { draft } from '#web/lib/draft.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Cells, Line } from './result-cells.ts'

/** How a field looks of which the server said something. */
export type Wrong = { status?: 'error'; 'aria-invalid'?: true; 'aria-describedby'?: string }

/** What is said once for the whole sheet. */
type Typed = { means: MeansInput; temperature: string; humidity: string; draws: Record<string, string> }
const nothing: Typed = { means: { instrumentIds: [], reagentIds: [] }, temperature: '', humidity: '', draws: {} }

const isEmpty = ({ instrumentIds, reagentIds }: MeansInput) => instrumentIds.length === 0 && reagentIds.length === 0

/** What this person chose for the last sheet of the sitting: the next sample is tested with the same, until they choose otherwise. */
const sitting = new Map<string, MeansInput>()

/** What the sheet being written is made with: chosen for the sheet, for one item, or as last time. Kept as a draft like the values. */
export function useSheetMeans(inspectionId: string) {
  const { path } = useTab()
  const userId = useActor().id
  const name = `means:${inspectionId}`
  // Only this hook writes a draft of this name.
  const [typed, setTyped] = useState<Typed>(() => ({
    ...nothing,
    means: sitting.get(userId) ?? nothing.means,
    ...(draft.read(userId, path, name) as Partial<Typed> | undefined),
  }))
  const choices = useRead(meansApi.choices, { id: inspectionId })
  const files = useRead(attachmentApi.list, { of: 'inspection', id: inspectionId })
  const offered = choices.data
  const change = (part: Partial<Typed>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    if (part.means !== undefined) sitting.set(userId, part.means)
    draft.keep(userId, path, name, next)
  }
  const meansOf = (item: TestedItem, cells: Cells): MeansInput => chosenFor(item, cells, typed.means, offered)
  return {
    typed,
    change,
    drop() {
      setTyped(nothing)
      draft.drop(userId, path, name)
    },
    choices: offered,
    error: choices.error,
    retry: () => void choices.refetch(),
    files: (files.data ?? []).filter(({ voided }) => voided === null),
    /** Whether there is a register to choose from; until that is known nothing else is asked for. */
    keeps: offered === undefined || offered.hasInstruments || offered.reagents.length > 0,
    meansOf,
    inputOf: (item: TestedItem, cells: Cells) =>
      offered === undefined || cells.source !== 'measured' ? {} : { means: meansOf(item, cells) },
    sheetInput: (changed: readonly Line[]) => {
      const used = reagentsOf(changed, meansOf)
      const draws = Object.entries(typed.draws).flatMap(([reagentId, quantity]) =>
        quantity !== '' && used.includes(reagentId) ? [{ reagentId, quantity }] : [],
      )
      const { temperature, humidity } = typed
      return {
        ...(draws.length > 0 && { draws }),
        ...((temperature !== '' || humidity !== '') && { environment: { temperature, humidity } }),
      }
    },
  }
}
export type Bench = ReturnType<typeof useSheetMeans>

/** Its own, else those of the sheet, else those of last time; what is only looked at has none. */
function chosenFor(item: TestedItem, cells: Cells, sheet: MeansInput, offered: MeansChoices | undefined): MeansInput {
  if (cells.means !== undefined) return cells.means
  if (!usesMeans(item)) return nothing.means
  if (!isEmpty(sheet)) return sheet
  const usual = offered?.usual.find(({ itemId }) => itemId === item.id)
  return usual === undefined ? nothing.means : { instrumentIds: usual.instrumentIds, reagentIds: usual.reagentIds }
}

/** The reagents that the lines to be saved are made with. */
export const reagentsOf = (changed: readonly Line[], meansOf: Bench['meansOf']): string[] => [
  ...new Set(changed.flatMap(({ item, cells }) => (cells.source === 'measured' ? meansOf(item, cells).reagentIds : []))),
]

const noBench = {
  keeps: false,
  choices: undefined,
  files: [] as AttachmentRow[],
  meansOf: () => nothing.means,
} satisfies Partial<Bench>

export const BenchContext = createContext<Pick<Bench, 'keeps' | 'choices' | 'files' | 'meansOf'>>(noBench)
export const useBench = () => use(BenchContext)
