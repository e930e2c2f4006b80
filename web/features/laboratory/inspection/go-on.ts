/** What the analyst fills in one after the other has this attribute: a field, or the frame of a choice. */
export const benchCell = { 'data-bench-cell': '' } as const

const fieldOf = (cell: Element) => (cell instanceof HTMLInputElement ? cell : cell.querySelector('input'))

/** The fields of a sheet that are still to be filled in, in the order of the paper form. */
const fieldsIn = (within: Element | null): HTMLInputElement[] =>
  [...(within?.querySelectorAll('[data-bench-cell]') ?? [])].flatMap((cell) => fieldOf(cell) ?? []).filter((field) => !field.disabled)

/** Goes to the next field of the sheet; after the last one to what is done with the whole sheet. It sends nothing. */
export function goOn(from: Element): void {
  const sheet = from.closest('.bench')
  const fields = fieldsIn(sheet ?? from.closest('form'))
  const next = fields[fields.findIndex((field) => field === from || from.contains(field)) + 1]
  if (next) next.focus()
  else if (sheet !== null) sheet.closest('[role=dialog]')?.querySelector<HTMLElement>('.drawer-foot .ant-btn-primary')?.focus()
}

/** Goes to the first field after an item, because its own are about to be saved. */
export function goPast(item: Element): void {
  const last = fieldsIn(item).at(-1)
  if (last !== undefined) goOn(last)
}

/** Goes to the first field that is empty. */
export function begin(within: Element | null): void {
  const fields = fieldsIn(within)
  ;(fields.find((field) => field.value === '') ?? fields[0])?.focus()
}

/** A value as a person or a balance types it: in half-width digits, without the sign and the unit that a balance sends. */
export const asTyped = (typed: string, unit: string): string => {
  const text = typed
    .normalize('NFKC')
    .replaceAll('。', '.')
    .trim()
    .replace(/^\+\s*/, '')
  const [, figure, sent] = /^([\d.]+)\s*(\D+)$/.exec(text) ?? []
  return figure !== undefined && sent?.toLowerCase() === unit.toLowerCase() ? figure : text
}
