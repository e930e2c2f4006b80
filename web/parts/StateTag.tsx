import type { StateLook } from '#contract/kernel/state-look.ts'

/** A state in its colour (待验 yellow, 合格 green, 不合格 red); the table is the contract's, so that a state cannot lack a look. */
export function StateTag<State extends string>({ of: looks, state }: { of: Record<State, StateLook>; state: NoInfer<State> }) {
  const { label, tone } = looks[state]
  return <span className={`tag tag-${tone}`}>{label}</span>
}
