import { dictionaryTypes, type DictionaryType } from '#contract/office/dictionary-items.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Tx } from '#kernel/serve.ts'

/**
 * Gives an enterprise the shipped words that it does not have yet. What it changed or disabled stays so. Runs for a new enterprise,
 * and again after an update of the program.
 */
export async function furnishDictionary(tx: Tx, enterpriseId: string): Promise<void> {
  const shipped = Object.entries(dictionaryTypes).flatMap(([type, { isSystem, items }]) =>
    isSystem ? [] : items.map((item, index) => ({ type, sort: (index + 1) * 10, ...item })),
  )
  const existing = await tx.selectFrom('dictionaryItem').select(['type', 'code']).where('enterpriseId', '=', enterpriseId).execute()
  const known = new Set(existing.map(({ type, code }) => `${type}/${code}`))
  const missing = shipped.filter(({ type, code }) => !known.has(`${type}/${code}`))
  if (missing.length === 0) return
  await tx
    .insertInto('dictionaryItem')
    .values(
      missing.map(({ type, sort, code, label, locked = false }) => ({
        enterpriseId,
        type,
        code,
        label,
        initials: pinyinInitials(label),
        sort,
        isShipped: true,
        isLocked: locked,
      })),
    )
    // The factory may have made the same word itself.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Refuses (`dictionary_item_unknown`) a choice that the dictionary does not offer now. `by` says what the record keeps: code or label. */
export async function checkChoices(
  tx: Tx,
  type: DictionaryType,
  by: 'code' | 'label',
  chosen: readonly { value: string; path: string }[],
): Promise<void> {
  if (chosen.length === 0) return
  const offered = await tx
    .selectFrom('dictionaryItem')
    .select(['code', 'label'])
    .where('type', '=', type)
    .where('isActive', '=', true)
    .where(
      by,
      'in',
      chosen.map(({ value }) => value),
    )
    .execute()
  const known = new Set(offered.map((row) => row[by]))
  const unknown = chosen.filter(({ value }) => !known.has(value))
  if (unknown.length === 0) return
  const { name } = dictionaryTypes[type]
  throw new Refusal(
    'dictionary_item_unknown',
    unknown.map(({ path }) => ({ path, message: `“${name}”没有这个词条，或已停用` })),
  )
}
