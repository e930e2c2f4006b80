import { exact } from '#contract/kernel/exact-decimal.ts'
import { sumOf, type Balance, type BalanceLimits, type Masses } from '#contract/making/mass-balance.ts'
import { kg, percent } from '#web/lib/format.ts'

type LabelledMass = readonly [label: string, kilograms: string]

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
  const cameOut = sumOf([masses.output, masses.coProducts, masses.losses, masses.sampled, masses.leftover, masses.returned])
  const lines: readonly (readonly [came: LabelledMass | undefined, went: LabelledMass])[] = [
    [
      ['领料', masses.issued],
      ['合格产出', masses.output],
    ],
    [
      ['辅料', masses.auxiliaries],
      ['损耗', masses.losses],
    ],
    [
      ['吸水', masses.water],
      ['取样', masses.sampled],
    ],
    ...(exact(masses.coProducts).isZero() ? [] : [[undefined, ['联产品', masses.coProducts]] as const]),
    [undefined, ['尾料', masses.leftover]],
    [undefined, ['退料', masses.returned]],
    [
      ['合计', cameIn],
      ['合计', cameOut],
    ],
  ]
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
        {lines.map(([came, went]) => (
          <tr key={went[0]}>
            <Mass of={came} />
            <Mass of={went} />
          </tr>
        ))}
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

/** The two cells of one mass; both are empty where a side has fewer masses than the other. */
const Mass = ({ of }: { of: LabelledMass | undefined }) =>
  of === undefined ? (
    <>
      <td />
      <td />
    </>
  ) : (
    <>
      <th scope="row">{of[0]}</th>
      <td className="right">{kg(of[1])}</td>
    </>
  )
