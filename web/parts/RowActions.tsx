import { beginsIn, type Action } from '#contract/kernel/action.ts'
import { ActionButton } from './ActionButton.tsx'

/**
 * The actions of a life that the row's state has room for, in the order of their table. What the person may not do stays, grey, with its
 * reason. Every action of the table is named in `on`; null: this row does not offer it here.
 */
export function RowActions<Row extends { state: string }, Name extends string>({
  of: table,
  row,
  on,
  danger = [],
  type = 'link',
}: {
  of: Record<Name, Action<NoInfer<Row>>>
  row: Row
  on: Record<NoInfer<Name>, (() => void) | null>
  danger?: readonly NoInfer<Name>[]
  type?: 'link' | 'primary' | 'default'
}) {
  const names = Object.keys(table) as Name[]
  return names.map((name) => {
    const onClick = on[name]
    if (onClick === null || !beginsIn(table[name], row.state)) return null
    return <ActionButton key={name} action={table[name]} row={row} danger={danger.includes(name)} type={type} onClick={onClick} />
  })
}
