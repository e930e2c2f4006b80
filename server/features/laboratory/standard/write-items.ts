import { Refusal } from '#contract/kernel/refusals.ts'
import { itemsErrors, specTextOf, type StandardItemInput } from '#contract/laboratory/standard-item.ts'
import { typedItems } from '#contract/laboratory/typed-item.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

const orNull = (limit: string) => (limit === '' ? null : limit)

/** Makes `items` the lines of a draft, all of them, in this order. Refused with every wrong field named; then none is written. */
export async function writeItems(tx: Tx, actor: Actor, editionId: string, items: readonly StandardItemInput[]): Promise<void> {
  const errors = itemsErrors(items)
  if (errors.length > 0)
    throw new Refusal(
      'standard_item_wrong',
      errors.map(({ path, message }) => ({ path: `items.${path}`, message })),
    )
  await tx.deleteFrom('standardItem').where('standardVersionId', '=', editionId).execute()
  await tx
    .updateTable('standardVersion')
    .set({ typedItems: typedItems(items) })
    .where('id', '=', editionId)
    .execute()
  if (items.length === 0) return
  await tx
    .insertInto('standardItem')
    .values(
      items.map((item, index) => ({
        enterpriseId: actor.enterpriseId,
        standardVersionId: editionId,
        line: index + 1,
        itemGroup: item.group,
        name: item.name,
        specText: specTextOf(item),
        operator: item.op,
        low: orNull(item.low),
        high: orNull(item.high),
        internalLow: orNull(item.internalLow),
        internalHigh: orNull(item.internalHigh),
        unit: item.unit,
        method: item.method,
        parallels: item.parallels,
        isMandatory: item.isMandatory,
        quotedAllowed: item.quotedAllowed,
        outsourcedAllowed: item.outsourcedAllowed,
        formula: item.formula,
        dryBasis: item.dryBasis,
        deviationLimit: orNull(item.deviationLimit),
        plausibleLow: orNull(item.plausibleLow),
        plausibleHigh: orNull(item.plausibleHigh),
        words: item.words,
      })),
    )
    .execute()
}
