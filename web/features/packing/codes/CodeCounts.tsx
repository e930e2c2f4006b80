import { codeLooks, codeState, type RangeRow } from '#contract/packing/codes.ts'

/** How many codes are in each state, in the states' colours; states without a code are left out. */
export const CodeCounts = ({ counts }: Pick<RangeRow, 'counts'>) => (
  <span className="tags code-counts">
    {codeState.options
      .filter((state) => counts[state] > 0)
      .map((state) => (
        <span key={state} className={`tag tag-${codeLooks[state].tone}`}>
          {codeLooks[state].label} {counts[state]}
        </span>
      ))}
  </span>
)
