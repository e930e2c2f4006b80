import { only } from '#contract/kernel/certain.ts'
import { exact, roundHalfEven } from '#contract/kernel/exact-decimal.ts'
import type { ProcessSnapshot } from '#contract/making/production-record.ts'
import { productApi } from '#contract/making/product.ts'
import { binIn } from './bin-in.ts'
import type { Person } from './person.ts'
import { approvedProcess } from './processing.ts'
import { ownStandardOf, standardInForce } from './standard.ts'

type As = (userName: string) => Promise<Person>

/** What a step usually yields of each 联产品 that the process names there, kg, and the bin that it goes into. */
export async function usualCoProducts(as: As, { coProducts }: ProcessSnapshot, stepNo: number, input: string) {
  const planned = coProducts.filter((one) => one.stepNo === stepNo)
  if (planned.length === 0) return []
  const placeId = await binIn(await as('shengchan'), 'bulk')
  return planned.map(({ productId, expected }) => ({
    ...{ productId, placeId },
    quantity: exact(roundHalfEven(exact(input).times(expected).div(100), 2)).toFixed(),
  }))
}

/** Another product of the same herb, with a standard of the firm's own: 当归尾 beside 当归. */
export async function productBeside(
  as: As,
  of: string,
  { name, code = 'P901', cutSpec = '段' }: { name: string; code?: string; cutSpec?: string },
) {
  const author = await as('shengchan2')
  const { rows } = await author.ask(productApi.list, { q: of })
  const { materialId, processingMethod, storage, isToxic } = only(rows.filter((row) => row.name === of))
  const product = await author.ask(productApi.create, {
    ...{ code, name, materialId, processingMethod, cutSpec, storage, isToxic },
    ...{ shelfLifeMonths: 18 },
    licenceScopes: ['净制'],
  })
  await standardInForce(as, ownStandardOf(name, '15.0'))
  return product
}

/** The process of a product in effect from today, which yields another one at one of its steps. */
export const processYielding = (
  as: As,
  product: string,
  coProduct: { productId: string; stepNo: number; min: string; expected: string; max: string },
  yieldMin: string,
) => approvedProcess(as, product, { basis: '净制时分档，须尾另作一种产品', yieldMin, coProducts: [coProduct] })
