import { setTimeout } from 'node:timers/promises'
import { productApi } from '#contract/making/product.ts'
import { changedPackSpec } from '#server/demo/pack-spec.ts'
import type { Person } from '#server/demo/person.ts'

type As = (userName: string) => Promise<Person>

/** A change opens the way for one specification: two walks that ask for the same product take turns. */
const otherWalk = /change_open|pack_spec_change_required|wrong_state/

/** A specification of packs that no other walk has, of a product by its name. */
export async function newSpec(as: As, product: string, spec: { name: string; netQuantity: string }): Promise<void> {
  const { rows } = await (await as('admin')).ask(productApi.list, { q: product })
  const found = rows.find(({ name }) => name === product)
  if (found === undefined) throw new Error(`no product is called ${product}`)
  for (let tries = 0; ; tries++) {
    try {
      await changedPackSpec(as, { productId: found.id, ...spec, packUnit: '袋', packsPerBox: 10, codeScheme: 'INTERNAL' })
      return
    } catch (error) {
      if (tries === 20 || !otherWalk.test(String(error))) throw error
      await setTimeout(500)
    }
  }
}

/**
 * A specification of a walk's own, 500 g in boxes of ten: what is sold first is what lies there longest, so that no other lot may hold packs of what a walk
 * sells. Returns its name.
 */
export async function specOfItsOwn(as: As, product: string, walk: string): Promise<string> {
  const name = `500 g/袋 ${walk}${Date.now() % 1_000_000}`
  await newSpec(as, product, { name, netQuantity: '0.5' })
  return name
}
