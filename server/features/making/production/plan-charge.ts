import { refuseUnusable } from '#server/features/warehouse/lot/standing.ts'
import type { z } from 'zod'
import { elementAt } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { keepsRatio, sumOf } from '#contract/making/mass-balance.ts'
import type { productionApi } from '#contract/making/production-api.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'
import type { findProcesses } from './find-processes.ts'
import { readStock } from '#server/features/warehouse/stock/on-hand.ts'
import { findUsableLots, isDueBefore } from './find-usable-lots.ts'
import { together } from '#tools/together.ts'

type Asked = Pick<z.output<typeof productionApi.create.input>, 'lots' | 'auxiliaries'>
type Product = Awaited<ReturnType<typeof findProcesses>>[number]
type Line = Asked['lots'][number] & { path: string; role: 'main' | 'auxiliary' }

/**
 * What an order will be charged with, checked against the process: one raw lot unless blending is validated (I2), no more
 * than the largest batch, auxiliaries in their ratio, each lot usable, in stock, and the one due first unless a reason is given.
 */
export async function planCharge(tx: Tx, product: Product, { lots, auxiliaries }: Asked) {
  const { process } = product
  const planned = sumOf(lots.map((line) => line.quantity))
  if (lots.length > 1 && !process.allowsBlending) throw new Refusal('blend_not_allowed')
  if (exact(planned).greaterThan(process.maxBatch))
    throw new Refusal('batch_too_large', [{ path: 'lots', message: `最大批量 ${process.maxBatch} kg` }])

  const lines: Line[] = [
    ...lots.map((line, index) => ({ ...line, path: `lots.${index}`, role: 'main' as const })),
    ...auxiliaries.map((line, index) => ({ ...line, path: `auxiliaries.${index}`, role: 'auxiliary' as const })),
  ]
  const known = await tx
    .selectFrom('lot')
    .selectAll()
    .where(
      'id',
      'in',
      lines.map((line) => line.lotId),
    )
    .execute()
  const charge = lines.map((line) => {
    const lot = known.find((lot) => lot.id === line.lotId)
    if (lot === undefined) throw new Refusal('not_found')
    const { materialId } = lot
    const proportion =
      line.role === 'main' ? mainHerb(product, materialId) : process.auxiliaries.find((one) => one.materialId === materialId)
    if (materialId === null || proportion === undefined)
      throw new Refusal('lot_mismatch', [{ path: `${line.path}.lotId`, message: lot.lotNo }])
    return {
      ...line,
      lot,
      materialId,
      ratio: proportion.ratio,
      tolerance: proportion.tolerance,
    }
  })
  for (const { materialId, name, ratio, tolerance } of process.auxiliaries) {
    const auxiliary = sumOf(
      charge.filter((line) => line.role === 'auxiliary' && line.materialId === materialId).map((line) => line.quantity),
    )
    if (!keepsRatio({ auxiliary, charge: planned, ratio, tolerance }))
      throw new Refusal('auxiliary_ratio', [{ path: 'auxiliaries', message: `${name}：每100 kg 用 ${ratio} kg` }])
  }

  await refuseUnusable(
    tx,
    charge.map(({ lot, path }) => ({ ...lot, path })),
  )
  for (const materialId of new Set(charge.map((line) => line.materialId))) {
    const own = charge.filter((line) => line.materialId === materialId)
    const [usable, ...stocks] = await together([findUsableLots(tx, materialId), ...own.map(({ lot }) => readStock(tx, lot.id))])
    for (const [index, { lot, quantity, reason, path }] of own.entries()) {
      const { available } = elementAt(stocks, index)
      if (exact(quantity).greaterThan(available))
        throw new Refusal('short_stock', [{ path: `${path}.quantity`, message: `${lot.lotNo} 可用 ${available} kg` }])
      const earlier = usable.find(
        (other) =>
          isDueBefore(other, lot) &&
          exact(other.available).greaterThanOrEqualTo(quantity) &&
          !lines.some((line) => line.lotId === other.lotId),
      )
      if (earlier !== undefined && reason === '')
        throw new Refusal('not_first_due', [{ path: `${path}.reason`, message: `${earlier.lotNo} 更早到期，不用它的理由？` }])
    }
  }
  return { planned, charge }
}

/** The main herb of a product has no ratio: the auxiliaries are measured by it. Undefined for any other material. */
const mainHerb = (product: Product, materialId: string | null) =>
  materialId === product.materialId ? { ratio: null, tolerance: null } : undefined
