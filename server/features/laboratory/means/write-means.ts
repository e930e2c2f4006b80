import { sql } from 'kysely'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { TestedItem } from '#contract/laboratory/tested-item.ts'
import { needsInstrument, unfitInstrument, unfitReagent, usesMeans, type MeansInput } from '#contract/laboratory/means.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal, type RefusalCode } from '#contract/kernel/refusals.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import type { z } from 'zod'

/** What results were made with: asked before they are written, kept beside them afterwards (decision 0057). The only writer of it. */

type Sheet = Omit<z.output<typeof rawInspectionApi.record.input>, 'id' | 'results'>
type Given = z.output<typeof rawInspectionApi.record.input>['results'][number]
type Value = Pick<Given, 'source' | 'words' | 'instrument' | 'means' | 'commission'>

const nothing: MeansInput = { instrumentIds: [], reagentIds: [] }

/** What a value was made with: its own means, else those of the sheet. */
function meansFor(
  item: Pick<TestedItem, 'method' | 'op'>,
  { source, means }: Pick<Value, 'source' | 'means'>,
  sheet: MeansInput | undefined,
) {
  if (source !== 'measured') return nothing
  return means ?? (usesMeans(item) ? (sheet ?? nothing) : nothing)
}

/** Whether the enterprise keeps a register of its instruments. */
const keepsInstruments = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('instrument').select('id').limit(1).executeTakeFirst()) !== undefined

/** Refuses instruments and reagents that are unknown, or not fit for use today; `at` is where the form names the first of them. */
async function refuseUnfit(tx: Tx, named: ReadonlyMap<string, { at: string; kind: 'instrument' | 'reagent' }>): Promise<void> {
  const today = dayInShanghai(tx.now())
  const idsOf = (wanted: string) => [...named].filter(([, { kind }]) => kind === wanted).map(([id]) => id)
  const [instrumentIds, reagentIds] = [idsOf('instrument'), idsOf('reagent')]
  const unfit = new Map<string, { name: string; code: RefusalCode | undefined }>()
  if (instrumentIds.length > 0)
    for (const tool of await tx
      .selectFrom('instrument')
      .select(['id', 'number', 'name', 'state', 'calibrationResult', 'dueOn'])
      .where('id', 'in', instrumentIds)
      .execute())
      unfit.set(tool.id, { name: `${tool.number} ${tool.name}`, code: unfitInstrument(tool, today) })
  if (reagentIds.length > 0)
    for (const bottle of await tx
      .selectFrom('reagentLot')
      .select(['id', 'number', 'name', 'state', sql<string>`reagent_good_until(reagent_lot, ${today}::date)`.as('goodUntil')])
      .where('id', 'in', reagentIds)
      .execute())
      unfit.set(bottle.id, { name: `${bottle.number} ${bottle.name}`, code: unfitReagent(bottle, today) })
  for (const [id, { at }] of named) {
    const found = unfit.get(id)
    if (found === undefined) throw new Refusal('not_found')
    if (found.code !== undefined) throw new Refusal(found.code, [{ path: at, message: `不能使用：${found.name}` }])
  }
}

/** One value that is to be written: its item, what was given, where the form has it, and until it is written no id. */
export type Valued = { item: TestedItem; given: Value; at: string }

/** What was chosen for each value, checked: no measured number is without an instrument, and nothing is used that is not fit. */
export async function checkedMeans(tx: Tx, values: readonly Valued[], sheet: MeansInput | undefined): Promise<readonly MeansInput[]> {
  const chosen = values.map(({ item, given }) => meansFor(item, given, sheet))
  const named = new Map<string, { at: string; kind: 'instrument' | 'reagent' }>()
  for (const [index, { at, given }] of values.entries()) {
    const path = given.means === undefined ? 'means' : `${at}.means`
    const { instrumentIds = [], reagentIds = [] } = chosen[index] ?? {}
    for (const id of instrumentIds) if (!named.has(id)) named.set(id, { at: path, kind: 'instrument' })
    for (const id of reagentIds) if (!named.has(id)) named.set(id, { at: path, kind: 'reagent' })
  }
  await refuseUnfit(tx, named)
  const bare = values.find(({ item, given }, index) => needsInstrument(item, given) && (chosen[index]?.instrumentIds.length ?? 0) === 0)
  const typed = values.find(({ given }) => given.instrument !== '')
  if ((bare !== undefined || typed !== undefined) && (await keepsInstruments(tx))) {
    const { item, at } = bare ?? typed ?? { item: { name: '' }, at: '' }
    throw new Refusal('instrument_required', [{ path: `${at}.means`, message: `${item.name}：请从登记的仪器中选择或扫描` }])
  }
  return chosen
}

/** Keeps beside each result what it was made with, and the room it was made in. The database copies what the register says. */
export async function writeMeans(
  tx: Tx,
  actor: Actor,
  results: readonly { id: string; source: string; means: MeansInput }[],
  environment: Sheet['environment'],
): Promise<void> {
  const pairs = results.flatMap(({ id, means }) => [
    ...[...new Set(means.instrumentIds)].map((instrumentId) => ({ id, instrumentId, reagentId: null })),
    ...[...new Set(means.reagentIds)].map((reagentId) => ({ id, instrumentId: null, reagentId })),
  ])
  if (pairs.length > 0)
    // What is copied from the register the trigger puts in.
    await sql`
      insert into result_means (enterprise_id, test_result_id, instrument_id, reagent_lot_id, used_on, number, name, detail, good_until)
      select ${actor.enterpriseId}::uuid, result_id, instrument_id, reagent_id, ${dayInShanghai(tx.now())}::date, '', '', '', ${dayInShanghai(tx.now())}::date
      from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ instrumentId }) => instrumentId)}::uuid[], ${pairs.map(({ reagentId }) => reagentId)}::uuid[])
        as given (result_id, instrument_id, reagent_id)`.execute(tx)
  const measured = results.filter(({ source }) => source === 'measured').map(({ id }) => id)
  if (environment !== undefined && measured.length > 0)
    await sql`
      insert into result_environment (enterprise_id, test_result_id, temperature, humidity)
      select ${actor.enterpriseId}::uuid, id, ${environment.temperature}::numeric, ${environment.humidity}::numeric from unnest(${measured}::uuid[]) id`.execute(
      tx,
    )
}

/** A mistyped value that is put right was made with what its first value was made with, and comes from where that came from. */
export async function copyMeans(tx: Tx, fromId: string, toId: string): Promise<void> {
  await sql`
    insert into result_means (enterprise_id, test_result_id, instrument_id, reagent_lot_id, used_on, number, name, detail, good_until)
    select enterprise_id, ${toId}::uuid, instrument_id, reagent_lot_id, used_on, number, name, detail, good_until
    from result_means where test_result_id = ${fromId}::uuid`.execute(tx)
  await sql`
    insert into result_environment (enterprise_id, test_result_id, temperature, humidity)
    select enterprise_id, ${toId}::uuid, temperature, humidity from result_environment where test_result_id = ${fromId}::uuid`.execute(tx)
  await sql`
    insert into result_commission (enterprise_id, test_result_id, laboratory_id, accreditation_no, valid_until, reported_on, certificate_id)
    select enterprise_id, ${toId}::uuid, laboratory_id, accreditation_no, valid_until, reported_on, certificate_id
    from result_commission where test_result_id = ${fromId}::uuid`.execute(tx)
}

/**
 * What an inspection took of reagents, of those that its values name (`used`): only they are known to be fit. What is not there is refused by the
 * database (`reagent_remaining`).
 */
export async function drawReagents(
  tx: Tx,
  actor: Actor,
  { inspectionId, used }: { inspectionId: string; used: readonly MeansInput[] },
  draws: Sheet['draws'],
): Promise<void> {
  if (draws.length === 0) return
  const unused = draws.findIndex(({ reagentId }) => !used.some(({ reagentIds }) => reagentIds.includes(reagentId)))
  if (unused !== -1)
    throw new Refusal('invalid_input', [{ path: `draws.${unused}.reagentId`, message: '请先把这瓶选为所用试剂，再填用量' }])
  const known = await tx
    .selectFrom('reagentLot')
    .select(['id', 'number', 'unit', 'amountLeft'])
    .where(
      'id',
      'in',
      draws.map(({ reagentId }) => reagentId),
    )
    .execute()
  for (const [index, { reagentId, quantity }] of draws.entries()) {
    const bottle = known.find(({ id }) => id === reagentId)
    if (bottle === undefined) throw new Refusal('not_found')
    if (exact(quantity).gt(bottle.amountLeft))
      throw new Refusal('reagent_short', [
        { path: `draws.${index}.quantity`, message: `${bottle.number} 只余 ${exact(bottle.amountLeft).toFixed()} ${bottle.unit}` },
      ])
  }
  await tx
    .insertInto('reagentDraw')
    .values(
      // In one order, so that two sheets that take of the same bottles wait for each other.
      draws
        .toSorted((a, b) => (a.reagentId < b.reagentId ? -1 : 1))
        .map(({ reagentId, quantity }) => ({
          enterpriseId: actor.enterpriseId,
          reagentLotId: reagentId,
          inspectionId,
          quantity,
          drawnBy: actor.id,
          drawnAt: tx.now().toISOString(),
        })),
    )
    .execute()
}
