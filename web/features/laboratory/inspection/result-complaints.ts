import type { FieldError } from '#contract/kernel/refusals.ts'
import { CallError } from '#web/lib/call.ts'

/** What the server said of one item: which of its fields, and what. The values or the words are `results`, a reading of a parallel is `raw.0.dish`. */
export type Complaint = { field: string; message: string }

/**
 * What the server said of a save, item by item, and what belongs to none of them. The lines were sent in the order of `itemIds`. The sentence of
 * the refusal itself stands with the first of them, unless it says only that something is wrong.
 */
export function complaintsOf(
  error: Error | null,
  itemIds: readonly string[],
): { atItems: ReadonlyMap<string, readonly Complaint[]>; others: readonly FieldError[] } {
  const errors = error instanceof CallError ? error.errors : []
  const atItems = new Map<string, Complaint[]>()
  const others: FieldError[] = []
  for (const one of errors) {
    const [list, index, field = 'results', ...within] = one.path.split('.')
    const itemId = list === 'results' ? itemIds[Number(index)] : undefined
    if (itemId === undefined) others.push(one)
    else {
      const said = atItems.get(itemId) ?? []
      if (!said.some(({ message }) => message === one.message))
        atItems.set(itemId, [
          ...said,
          { field: field === 'individual' || field === 'words' ? 'results' : [field, ...within].join('.'), message: one.message },
        ])
    }
  }
  const [first] = atItems
  if (first && error instanceof CallError && error.code !== 'invalid_input') {
    const [itemId, said] = first
    atItems.set(itemId, [{ field: said[0]?.field ?? 'results', message: error.message }, ...said])
  }
  return { atItems, others }
}
