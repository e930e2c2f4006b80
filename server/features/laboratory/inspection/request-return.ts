import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { Handler } from '#kernel/serve.ts'
import { lockLot } from '#server/features/warehouse/lot/lot.ts'
import { stockInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { describePacks } from './describe-lot.ts'
import { writeRequest } from './request-inspection.ts'

/**
 * 退货检验: quality assurance has what lies in one bin of the returned zone tested, with its quantity and packages of now. The rest of the lot stays what
 * it is; the report is told to quality assurance, who decides.
 */
export const requestReturn: Handler<typeof bulkInspectionApi.requestReturn> = async (
  tx,
  actor,
  { lotId, placeId, packageCount, department, remark, priority },
) => {
  const lot = await lockLot(tx, lotId)
  if (lot.kind !== 'pack') throw new Refusal('not_found')
  // Of a rejected lot nothing is tested any more: it is destroyed.
  if (lot.state === 'rejected') throw new Refusal('wrong_state')
  const bin = (await stockInBins(tx, lotId)).find((one) => one.placeId === placeId && one.zone === 'returned')
  if (bin === undefined) throw new Refusal('short_stock', [{ path: 'placeId', message: '该货位没有这一批的退货' }])
  const { netQuantity, ...described } = await describePacks(tx, lot, packageCount)
  const packs = exact(bin.quantity).div(netQuantity).ceil()
  if (packs.lessThan(packageCount)) throw new Refusal('invalid_input', [{ path: 'packageCount', message: `最多 ${packs.toFixed()} 件` }])
  return writeRequest(
    tx,
    actor,
    { lot, side: 'bulk', requestKind: 'return', placeId, quantity: bin.quantity, described },
    { priority, department, remark },
  )
}
