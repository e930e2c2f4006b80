import type { z } from 'zod'
import { agreedOrigin } from '#contract/supply/origin.ts'
import type { purchaseApi } from '#contract/supply/purchase-api.ts'

type Order = z.output<typeof purchaseApi.read.output>

/** What a line of an order says, as a form sends it. */
export const lineAgain = ({ materialId, grade, quantity, unitPrice, agreedOrigin: from }: Order['lines'][number]) => ({
  materialId,
  grade,
  quantity,
  unitPrice,
  agreedOrigin: agreedOrigin.nullable().parse(from),
})

/** What an order says, as a form sends it: to write it again, or to change a part of it. */
export const orderAgain = ({ supplierId, category, purchasedOn, lines }: Order) => ({
  supplierId,
  category,
  purchasedOn,
  expectedOn: null,
  lines: lines.map(lineAgain),
})
