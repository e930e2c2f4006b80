import { sql } from 'kysely'
import type { CodeLevel } from '#contract/packing/codes.ts'
import { only } from '#contract/kernel/certain.ts'
import { keyFingerprint } from '#tools/secrets.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { recordCodeEvents } from './code-spans.ts'

type Issue = {
  level: CodeLevel
  count: number
  packagingOrderId: string
  packSpecId: string
  /** The label run whose labels carry the codes. */
  document: { kind: string; id: string; no: string }
}

/**
 * Issues the next `count` codes of a pack specification's series to a packaging order: one row, however many (product.md
 * §5). The counter's row stays locked until the transaction ends, so no code is ever issued twice. The only writer of
 * code_range.
 */
export async function issueCodes(
  tx: Tx,
  actor: Actor,
  masterKey: Uint8Array,
  { level, count, packagingOrderId, packSpecId, document }: Issue,
): Promise<string> {
  const spec = await tx
    .selectFrom('packSpec')
    .select(['codeScheme', 'packIdentification', 'boxIdentification', 'packGtin', 'boxGtin'])
    .where('id', '=', packSpecId)
    .executeTakeFirstOrThrow()
  const { codeScheme: scheme } = spec
  const isPack = level === 'pack'
  const ofScheme = {
    NMPA20: isPack ? spec.packIdentification : spec.boxIdentification,
    GS1: isPack ? spec.packGtin : spec.boxGtin,
    INTERNAL: '',
  }
  const series = ofScheme[scheme]
  if (series === null) throw new Error(`pack specification ${packSpecId} has no ${scheme} number for a ${level}`)
  const counter = await sql<{ first: number }>`select next_code_index(${scheme}, ${series}, ${count}) as first`.execute(tx)
  const { first } = only(counter.rows)
  const last = first + count - 1
  const { enterpriseId } = actor
  const range = await tx
    .insertInto('codeRange')
    .values({
      enterpriseId,
      packagingOrderId,
      packSpecId,
      level: isPack ? 1 : 3,
      scheme,
      series,
      firstIndex: first,
      lastIndex: last,
      keyFingerprint: keyFingerprint(masterKey),
      issuedBy: actor.id,
      issuedAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('codeSpan').values({ enterpriseId, rangeId: range.id, firstIndex: first, lastIndex: last, state: 'issued' }).execute()
  await recordCodeEvents(tx, actor, [{ rangeId: range.id, first, last, to: 'issued', reason: '' }], document)
  return range.id
}
