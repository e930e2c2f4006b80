import { productApi } from '#contract/making/product.ts'
import { packSpecApi } from '#contract/making/pack-spec.ts'
import type { Person } from '#server/demo/person.ts'

/**
 * A specification of a walk's own, 500 g in boxes of ten: what is sold first is what lies there longest, so that no other lot may hold packs of what a walk
 * sells. Returns its name.
 */
export async function specOfItsOwn(admin: Person, product: string, walk: string): Promise<string> {
  const { rows } = await admin.ask(productApi.list, { q: product })
  const found = rows.find(({ name }) => name === product)
  if (found === undefined) throw new Error(`no product is called ${product}`)
  const name = `500 g/袋 ${walk}${Date.now() % 1_000_000}`
  await admin.ask(packSpecApi.create, {
    productId: found.id,
    name,
    netQuantity: '0.5',
    packUnit: '袋',
    packsPerBox: 10,
    codeScheme: 'INTERNAL',
  })
  return name
}
