import { Decimal } from 'decimal.js'
import { exact, roundHalfEven } from '#contract/kernel/exact-decimal.ts'
import { allowedShortage } from '#contract/packing/label.ts'
import { packagingBalance } from '#contract/packing/packaging.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'

type Weighed = { packs: number; charged: string; remainder: string; loss: string; deviation: string; weightChecks: readonly string[] }

/** The masses of a packaging record, kg, and what share of the charge they account for, %. */
export type PackedMasses = { packed: string; loss: string; balance: string; isDeviation: boolean }

/**
 * 物料平衡 of packaging: packs × net content + remainder + loss against the charge. More than was charged is refused; less
 * than 99 % needs a deviation. No weighed pack may be short by more than JJF 1070 allows, and
 * none holds twice its content. `loss` becomes everything that is
 * neither packed nor left over, so that the ledger closes.
 */
export function weighPacks(netQuantity: string, { packs, charged, remainder, loss, deviation, weightChecks }: Weighed): PackedMasses {
  const masses = massesOf(netQuantity, { packs, charged, remainder, loss })
  if (exact(masses.accounted).greaterThan(charged))
    throw new Refusal('packed_more_than_charged', [{ path: 'charged', message: `领用 ${charged} kg，合计 ${masses.accounted} kg` }])
  const grams = exact(netQuantity).times(1000)
  const wrong = weightChecks.flatMap((weight, place): FieldError[] =>
    grams.times(2).lessThan(weight) ? [{ path: `weightChecks.${place}`, message: `${weight} g，超过装量两倍，请核对` }] : [],
  )
  if (wrong.length > 0) throw new Refusal('invalid_input', wrong)
  const least = grams.minus(allowedShortage(grams))
  const light = weightChecks.flatMap((weight, place): FieldError[] =>
    new Decimal(weight).lessThan(least) ? [{ path: `weightChecks.${place}`, message: `${weight} g，不得少于 ${least.toFixed()} g` }] : [],
  )
  if (light.length > 0) throw new Refusal('pack_too_light', light)
  if (masses.isDeviation && deviation === '')
    throw new Refusal('balance_needs_deviation', [{ path: 'deviation', message: `物料平衡 ${masses.shown} %` }])
  return masses
}

type Counted = Pick<Weighed, 'packs' | 'charged' | 'remainder' | 'loss'>

/** The masses that follow from what was counted and weighed; `accounted` are packs, remainder and declared loss together, kg. */
export function massesOf(netQuantity: string, { packs, charged, remainder, loss }: Counted) {
  const packed = exact(netQuantity).times(packs)
  const accounted = packed.plus(remainder).plus(loss)
  const share = accounted.div(charged).times(100)
  return {
    packed: packed.toFixed(),
    accounted: accounted.toFixed(),
    loss: exact(charged).minus(packed).minus(remainder).toFixed(),
    balance: roundHalfEven(share, 3),
    shown: roundHalfEven(share, 2),
    isDeviation: share.lessThan(packagingBalance.min),
  }
}
