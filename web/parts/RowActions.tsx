import { beginsIn, type Action } from '#contract/kernel/action.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { ActionButton } from './ActionButton.tsx'

/**
 * The actions of a life that the row's state has room for, in the order of their table. An action that the person may not take stays, grey, with
 * its reason. `on` names every action of the table; null where it is not offered here.
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
  return keysOf(table).map((name) => {
    const onClick = on[name]
    if (onClick === null || !beginsIn(table[name], row.state)) return null
    return <ActionButton key={name} action={table[name]} row={row} danger={danger.includes(name)} type={type} onClick={onClick} />
  })
}
