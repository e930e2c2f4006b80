import type { Duty } from './duties.ts'
import type { RefusalCode } from './refusals.ts'

/** Who is asking: a person of one enterprise with the rights their roles give them now. */
export type Actor = { id: string; name: string; enterpriseId: string; rights: readonly string[] }

/** One thing that can be done to a document or lot in the course of its life. */
export type Action<Row extends { state: string }> = {
  label: string
  duty: Duty
  from: readonly Row['state'][]
  /** Where this is what comes next: a document in one of these states waits for a person who may do it. Part of `from`. */
  awaitedIn?: readonly Row['state'][]
  /** The state it leads to; `from` and `to` may be the same when the action only adds to the record. */
  to: Row['state']
  /** Other states it leads to where the facts say so: a receipt may complete an order, a failed audit suspends a supplier. */
  orTo?: readonly Row['state'][]
  /** It leaves the row in the state it is in, whichever of `from` that is: an edit, a copy that is a row of its own. */
  stays?: true
  /** The meaning printed beside the signature; absent when the action needs none. */
  signs?: string
  /** A rule that depends on the row or on who did the steps before (separation of duties is about persons). */
  unless?: (row: Row, actor: Actor) => RefusalCode | undefined
}

/** Why `actor` may not do this now, or undefined when they may. The button and the server ask the same question. */
export function refusal<Row extends { state: string }>(action: Action<NoInfer<Row>>, row: Row, actor: Actor): RefusalCode | undefined {
  if (!actor.rights.includes(action.duty)) return 'no_permission'
  if (!action.from.includes(row.state)) return 'wrong_state'
  return action.unless?.(row, actor)
}

/** Whether the state has room for the action. What this person may not do in it is the answer of `refusal`. */
export const beginsIn = (action: { from: readonly string[] }, state: string): boolean => action.from.includes(state)
