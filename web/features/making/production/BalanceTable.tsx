import { sumOf, type Balance, type BalanceLimits, type Masses } from '#contract/making/mass-balance.ts'
import { kg, percent } from '#web/lib/format.ts'

/** 物料平衡表: what came in, what became of it, yield and balance beside their limits. */
export function BalanceTable({
  masses,
  balance,
  limits,
}: {
  masses: Masses
  balance: Pick<Balance, 'charged' | 'yieldPercent' | 'balancePercent' | 'unexplained' | 'deviations'>
  limits: BalanceLimits
}) {
  const isBad = (...kinds: Balance['deviations']) => kinds.some((kind) => balance.deviations.includes(kind))
  const cameIn = sumOf([masses.issued, masses.auxiliaries, masses.water])
  const cameOut = sumOf([masses.output, masses.losses, masses.sampled, masses.leftover, masses.returned])
  return (
    <table className="balance">
      <caption>物料平衡表（kg）</caption>
      <thead>
        <tr>
          <th scope="col">进</th>
          <th scope="col" className="right">
            kg
          </th>
          <th scope="col">出</th>
          <th scope="col" className="right">
            kg
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">领料</th>
          <td className="right">{kg(masses.issued)}</td>
          <th scope="row">合格产出</th>
          <td className="right">{kg(masses.output)}</td>
        </tr>
        <tr>
          <th scope="row">辅料</th>
          <td className="right">{kg(masses.auxiliaries)}</td>
          <th scope="row">损耗</th>
          <td className="right">{kg(masses.losses)}</td>
        </tr>
        <tr>
          <th scope="row">吸水</th>
          <td className="right">{kg(masses.water)}</td>
          <th scope="row">取样</th>
          <td className="right">{kg(masses.sampled)}</td>
        </tr>
        <tr>
          <td />
          <td />
          <th scope="row">尾料</th>
          <td className="right">{kg(masses.leftover)}</td>
        </tr>
        <tr>
          <td />
          <td />
          <th scope="row">退料</th>
          <td className="right">{kg(masses.returned)}</td>
        </tr>
        <tr>
          <th scope="row">合计</th>
          <td className="right">{kg(cameIn)}</td>
          <th scope="row">合计</th>
          <td className="right">{kg(cameOut)}</td>
        </tr>
      </tbody>
      <tfoot>
        <tr className={isBad('yield', 'gain') ? 'bad' : undefined}>
          <th scope="row">收率</th>
          <td className="right">{percent(balance.yieldPercent)}</td>
          <td colSpan={2}>
            投料量 {kg(balance.charged)} kg；限度 {limits.yieldMin}～{limits.yieldMax} %{isBad('yield') && '，超出'}
            {isBad('gain') && '，未加辅料而超过100%'}
          </td>
        </tr>
        <tr className={isBad('balance') ? 'bad' : undefined}>
          <th scope="row">物料平衡</th>
          <td className="right">{percent(balance.balancePercent)}</td>
          <td colSpan={2}>
            差额 {kg(balance.unexplained)} kg；限度 {limits.balanceMin}～{limits.balanceMax} %{isBad('balance') && '，超出'}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
