import { beginsIn, refusal, type Action } from '#contract/kernel/action.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useActor } from '#web/lib/actor.ts'
import { useAskedAction } from '#web/lib/asked-action.ts'
import { ActionButton } from './ActionButton.tsx'

/**
 * The actions of a life that the row's state has room for, in the order of their table. An action that the person may not take stays, grey, with
 * its reason. `on` names every action of the table; null where it is not offered here. An address that asks for one of them opens it.
 */
export function RowActions<Row extends { state: string; id?: string }, Name extends string>({
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
  const actor = useActor()
  useAskedAction(row.id, (asked) => {
    const name = keysOf(table).find((one) => one === asked)
    if (name !== undefined && refusal(table[name], row, actor) === undefined) on[name]?.()
  })
  return keysOf(table).map((name) => {
    const onClick = on[name]
    if (onClick === null || !beginsIn(table[name], row.state)) return null
    return <ActionButton key={name} action={table[name]} row={row} danger={danger.includes(name)} type={type} onClick={onClick} />
  })
}
