import type { MassEquation } from '#contract/tracing/trace.ts'
import { decimal, kg } from '#web/lib/format.ts'

/** The equations of a lot and its chain: each side term by term, the difference, and whether it closes. */
export function BalanceCards({ balances }: { balances: readonly MassEquation[] }) {
  return (
    <ul className="balances">
      {balances.map((balance) => (
        <li key={balance.title}>
          <Balance balance={balance} />
        </li>
      ))}
    </ul>
  )
}

function Balance({ balance: { title, unit, left, right, difference, percent, low, high, closes } }: { balance: MassEquation }) {
  const shown = (quantity: string) => (unit === 'kg' ? kg(quantity) : decimal(quantity, 0))
  const side = (caption: string, terms: MassEquation['left']) => (
    <table>
      <caption>{caption}</caption>
      <tbody>
        {terms.map((term) => (
          <tr key={term.label}>
            <th scope="row">{term.label}</th>
            <td>{shown(term.quantity)}</td>
          </tr>
        ))}
        {terms.length === 0 && (
          <tr>
            <td colSpan={2} className="quiet">
              无
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
  return (
    <section aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className={closes ? 'tag tag-good' : 'tag tag-bad'}>{closes ? '平衡' : '不平衡'}</span>
      </header>
      <div className="balance-sides">
        {side(`来（${unit}）`, left)}
        <span aria-hidden="true">＝</span>
        {side(`去（${unit}）`, right)}
      </div>
      <p>
        差额 <strong>{shown(difference)}</strong> {unit}，去向占 <strong>{percent}</strong> %（允许{' '}
        {low === high ? `${low} %` : `${low}–${high} %`}）
      </p>
    </section>
  )
}
