import { codeLooks, codeState, type CodeState, type RangeRow } from '#contract/packing/codes.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'

// A box's code is in use from packing on. Where the goods are is known from its packs.
const boxInUse: StateLook = { label: '已装箱', tone: 'active' }

/** How many codes are in each state, in the states' colours; states without a code are left out. */
export function CodeCounts({ range: { level, counts } }: { range: Pick<RangeRow, 'level' | 'counts'> }) {
  const lookOf = (state: CodeState) => (level === 'box' && state === 'activated' ? boxInUse : codeLooks[state])
  return (
    <span className="tags code-counts">
      {codeState.options
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <span key={state} className={`tag tag-${lookOf(state).tone}`}>
            {lookOf(state).label} {counts[state]}
          </span>
        ))}
    </span>
  )
}
