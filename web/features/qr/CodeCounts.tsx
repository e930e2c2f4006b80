import { codeLooks, codeState, type RangeRow } from '../../../contract/qr.ts'

/** How many codes stand in each state, in the states' colours; states without a code are left out. */
export function CodeCounts({ counts }: { counts: RangeRow['counts'] }) {
  return (
    <span className="tags code-counts">
      {codeState.options.filter((state) => counts[state] > 0).map((state) => (
        <span key={state} className={`tag tag-${codeLooks[state].tone}`}>{codeLooks[state].label} {counts[state]}</span>
      ))}
    </span>
  )
}
