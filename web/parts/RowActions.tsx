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
  const named = (asked: string) => keysOf(table).find((one) => one === asked)
  const mayOpen = (asked: string) => {
    const name = named(asked)
    return name !== undefined && on[name] !== null && refusal(table[name], row, actor) === undefined
  }
  useAskedAction(row.id, mayOpen, (asked) => {
    const name = named(asked)
    if (name !== undefined) on[name]?.()
  })
  return keysOf(table).map((name) => {
    const onClick = on[name]
    if (onClick === null || !beginsIn(table[name], row.state)) return null
    return <ActionButton key={name} action={table[name]} row={row} danger={danger.includes(name)} type={type} onClick={onClick} />
  })
}
