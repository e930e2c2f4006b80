import { sql, type RawBuilder } from 'kysely'
import { codeLife, isCodeDead, type CodeLevel, type CodeState } from '#contract/packing/codes.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { readCode } from '#contract/packing/scanned-code.ts'
import type { CodeScheme, ReadCode } from '#contract/packing/trace-code.ts'
import { valueIn } from '#contract/kernel/certain.ts'
import type { ColumnNumber } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { changeSpans, type Span } from '#tools/spans.ts'
import { indexOf, openInternalCode } from '#tools/trace-code.ts'
import { codeAt, readIssuer, seriesOf, type Issuer } from './code-series.ts'

/** Neighbouring codes of one range, both ends included: running indexes, which no screen shows. */
export type CodeRun = { rangeId: string; first: number; last: number }

/** Packs of one lot that lie together and are in one state. */
export type PackRun = CodeRun & { lotId: string | null; state: CodeState }

/** A code this enterprise issued. */
export type FoundCode = {
  /** The bare code: 20 digits, a GS1 serial, or an internal code. */
  code: string
  level: CodeLevel
  rangeId: string
  index: number
  /** Its place in its range, from 1. */
  serial: number
  /** Of a box: the earliest state of its packs. */
  state: CodeState
  packagingOrderId: string
  packSpecId: string
  /** The pack lot; null before activation. Of a box that of its packs, null where they are of several. */
  lotId: string | null
  /** The box a pack lies in. */
  box: { rangeId: string; index: number } | null
  /** The packs a code stands for: itself, or what lies in the box. */
  packs: PackRun[]
}

/** The states of packs in the order in which goods pass them. A box is in the earliest state of its packs. */
const packStatesInOrder: readonly CodeState[] = ['issued', 'activated', 'in_stock', 'returned', 'shipped', 'sampled']

/**
 * Finds codes as typed or scanned, in the order given. Undefined for a code that the enterprise of the transaction never issued, for
 * whatever reason.
 */
export async function findCodes(tx: Tx, masterKey: Uint8Array, texts: readonly string[]): Promise<(FoundCode | undefined)[]> {
  const codes = texts.map((text) => readCode(text))
  const asked = (await locate(tx, masterKey, codes)).flatMap((at, place) => (at === undefined ? [] : [{ place, ...at }]))
  if (asked.length === 0) return texts.map(() => undefined)
  const { rows } = await sql<
    Omit<FoundCode, 'code' | 'level' | 'box' | 'packs'> & {
      place: number
      level: number
      boxRangeId: string | null
      boxIndex: number | null
    }
  >`
    select asked.place, r.id as range_id, r.level, asked.index, asked.index - r.first_index + 1 as serial, s.state, s.lot_id,
      r.packaging_order_id, r.pack_spec_id, c.box_range_id, c.first_box + (asked.index - c.first_pack) / c.packs_in_box as box_index
    from unnest(${asked.map((one) => one.place)}::integer[], ${asked.map((one) => one.scheme)}::text[], ${asked.map((one) => one.series)}::text[],
      ${asked.map((one) => one.index)}::bigint[]) as asked (place, scheme, series, index)
    -- Each of these lies beside its neighbours without overlap: the one that may hold an index begins nearest before it.
    join lateral (select * from code_range where scheme = asked.scheme and series = asked.series and first_index <= asked.index
      order by first_index desc limit 1) r on r.last_index >= asked.index
    cross join lateral spans_within(r.id, asked.index, asked.index) s
    left join lateral (select * from box_content where pack_range_id = r.id and first_pack <= asked.index and opened_at is null
      order by first_pack desc limit 1) c on r.level = 1 and c.last_pack >= asked.index`.execute(tx)
  const boxes = await readBoxes(
    tx,
    rows.filter((row) => row.level === 3),
  )
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return codes.map((read, place) => {
    const row = byPlace.get(place)
    if (row === undefined || read === undefined) return undefined
    const { level, boxRangeId, boxIndex, place: _, ...found } = row
    const { code } = read
    if (level === 1) {
      const { rangeId, index, lotId, state } = found
      const box = boxRangeId === null || boxIndex === null ? null : { rangeId: boxRangeId, index: boxIndex }
      return { ...found, code, level: 'pack', box, packs: [{ rangeId, lotId, state, first: index, last: index }] }
    }
    const packs = boxes.get(boxKey(found)) ?? []
    const state = found.state === 'activated' ? stateOfBox(packs) : found.state
    return { ...found, code, level: 'box', state, lotId: lotOfBox(packs, found.lotId), box: null, packs }
  })
}

/** Finds one code; see findCodes. */
export async function findCode(tx: Tx, masterKey: Uint8Array, text: string): Promise<FoundCode | undefined> {
  const [found] = await findCodes(tx, masterKey, [text])
  return found
}

type Located = { scheme: CodeScheme; series: string; index: number }

/** The series and index that codes decrypt to, in the order given, where they could be this enterprise's. */
async function locate(tx: Tx, masterKey: Uint8Array, codes: readonly (ReadCode | undefined)[]): Promise<(Located | undefined)[]> {
  if (codes.every((read) => read === undefined)) return codes.map(() => undefined)
  const issuer = await readIssuer(tx)
  const located = codes.map((read) => read && locateOne(masterKey, issuer, read))
  const alone = codes.flatMap((read, place) => (located[place] === undefined && mayBeSerial(read) ? [{ place, serial: read.code }] : []))
  if (alone.length === 0) return located
  const issued = await tx.selectFrom('codeCounter').select('series').where('scheme', '=', 'GS1').execute()
  const bySerial = serialLocator(
    masterKey,
    issuer,
    issued.map(({ series }) => series),
  )
  for (const { place, serial } of alone) located[place] = bySerial(serial)
  return located
}

function locateOne(masterKey: Uint8Array, issuer: Issuer, read: ReadCode): Located | undefined {
  if (read.scheme === 'INTERNAL') {
    const opened = openInternalCode(masterKey, read.code)
    return opened?.enterpriseNo === issuer.number ? { scheme: read.scheme, series: '', index: opened.index } : undefined
  }
  if (read.scheme === 'GS1') return read.gtin === null ? undefined : locateSerial(masterKey, issuer, read.gtin, read.code)
  const index = indexOf(masterKey, { scheme: read.scheme, enterpriseId: issuer.id, product: read.product }, read)
  return index === undefined ? undefined : { scheme: read.scheme, series: read.product, index }
}

function locateSerial(masterKey: Uint8Array, issuer: Issuer, gtin: string, code: string): Located | undefined {
  const index = indexOf(masterKey, { scheme: 'GS1', enterpriseId: issuer.id, gtin }, { scheme: 'GS1', code, gtin, lot: null })
  return index === undefined ? undefined : { scheme: 'GS1', series: gtin, index }
}

/** Whether a code is a GS1 serial without its GTIN: typed from below the symbol, or given out by a list. */
const mayBeSerial = (read: ReadCode | undefined): read is ReadCode =>
  // An INTERNAL code that did not open may be a serial that begins with the same letter.
  read?.scheme === 'INTERNAL' || (read?.scheme === 'GS1' && read.gtin === null)

/** How many unknown serials one request tries; after them every further serial counts as unknown. One try costs a decryption for each GTIN. */
export const unknownSerialsAtMost = 50

/** Finds the GTIN that a serial belongs to. Another GTIN's key opens it once in 10¹⁷ tries, and then the index was hardly issued. */
function serialLocator(masterKey: Uint8Array, issuer: Issuer, gtins: readonly string[]): (serial: string) => Located | undefined {
  let likely = gtins
  let unknownSerials = 0
  return (serial) => {
    if (unknownSerials === unknownSerialsAtMost) return undefined
    for (const gtin of likely) {
      const at = locateSerial(masterKey, issuer, gtin, serial)
      if (at === undefined) continue
      // The next serial is most often of the same item.
      likely = [gtin, ...likely.filter((other) => other !== gtin)]
      return at
    }
    unknownSerials++
    return undefined
  }
}

/** What identifies a box. */
export const boxKey = ({ rangeId, index }: { rangeId: string; index: number }) => `${rangeId}/${index}`

const stateOfBox = (packs: readonly PackRun[]): CodeState =>
  packStatesInOrder.find((state) => packs.some((run) => run.state === state)) ?? 'activated'

/** A box that was filled up later may hold nothing of the lot that it was labelled for. */
function lotOfBox(packs: readonly PackRun[], labelledFor: string | null): string | null {
  const lots = new Set(packs.map((run) => run.lotId))
  if (lots.size > 1) return null
  const [only] = lots
  return only ?? labelledFor
}

/** What a code stands for where one lot is meant: of a box with packs of two batches (合箱) those of this lot, else all of it. */
export const packsFor = ({ level, packs }: FoundCode, lotId: string): PackRun[] =>
  level === 'box' && packs.some((run) => run.lotId === lotId) ? packs.filter((run) => run.lotId === lotId) : packs

/** What lies in boxes now, by box (`boxKey`), in the order of the codes. */
export async function readBoxes(tx: Tx, boxes: readonly { rangeId: string; index: number }[]): Promise<Map<string, PackRun[]>> {
  const packs = new Map<string, PackRun[]>()
  if (boxes.length === 0) return packs
  const { rows } = await sql<PackRun & { boxRangeId: string; box: number }>`
    select asked.range_id as box_range_id, asked.box, c.pack_range_id as range_id, s.lot_id, s.state,
      greatest(s.first_index, c.first_pack + (asked.box - c.first_box) * c.packs_in_box) as first,
      least(s.last_index, c.first_pack + (asked.box - c.first_box + 1) * c.packs_in_box - 1) as last
    from unnest(${boxes.map((box) => box.rangeId)}::uuid[], ${boxes.map((box) => box.index)}::bigint[]) as asked (range_id, box)
    join box_content c on c.box_range_id = asked.range_id and asked.box between c.first_box and c.last_box and c.opened_at is null
    cross join lateral spans_within(c.pack_range_id, c.first_pack + (asked.box - c.first_box) * c.packs_in_box,
      c.first_pack + (asked.box - c.first_box + 1) * c.packs_in_box - 1) s
    order by asked.range_id, asked.box, c.pack_range_id, first`.execute(tx)
  for (const { boxRangeId, box, ...run } of rows) {
    const key = boxKey({ rangeId: boxRangeId, index: box })
    packs.set(key, [...(packs.get(key) ?? []), run])
  }
  return packs
}

/** The packs of a pack lot that are in a state, in the order of their codes. */
export async function packsInState(tx: Tx, lotId: string, state: CodeState): Promise<PackRun[]> {
  const rows = await tx
    .selectFrom('codeSpan')
    .innerJoin('codeRange', (join) =>
      join.onRef('codeRange.enterpriseId', '=', 'codeSpan.enterpriseId').onRef('codeRange.id', '=', 'codeSpan.rangeId'),
    )
    .select(['codeSpan.rangeId', 'codeSpan.firstIndex as first', 'codeSpan.lastIndex as last', 'codeSpan.lotId'])
    .where('codeSpan.lotId', '=', lotId)
    .where('codeSpan.state', '=', state)
    .where('codeRange.level', '=', 1)
    .orderBy('codeSpan.rangeId')
    .orderBy('codeSpan.firstIndex')
    .execute()
  return rows.map((row) => ({ ...row, state }))
}

/** The codes at indexes, spelled out, in the order given. */
export async function spellCodes(tx: Tx, masterKey: Uint8Array, at: readonly { rangeId: string; index: number }[]): Promise<string[]> {
  if (at.length === 0) return []
  const issuer = await readIssuer(tx)
  const ranges = await tx
    .selectFrom('codeRange')
    .select(['id', 'scheme', 'series'])
    .where('id', 'in', [...new Set(at.map((one) => one.rangeId))])
    .execute()
  const series = new Map(ranges.map((range) => [range.id, seriesOf(issuer, range)]))
  return at.map(({ rangeId, index }) => codeAt(masterKey, valueIn(series, rangeId), index))
}

type Condition = { state: CodeState; lotId: string | null }
type SpanOfRange = Span<Condition> & { rangeId: string }
type Document = { kind: string; id: string; no: ColumnNumber }

/** Why a code may not go where it is sent, in the words of where it is sent. */
function refusalOf(from: CodeState, to: CodeState): Refusal {
  if (to === 'voided') {
    if (from === 'in_stock' || from === 'returned') return new Refusal('code_on_stock')
    return new Refusal(isCodeDead(from) ? 'code_voided' : 'code_shipped')
  }
  if (to === 'destroyed' || to === 'missing') return new Refusal('code_not_in_house')
  return new Refusal('code_not_in_stock')
}

/**
 * Moves codes along their life because of a document, and remembers it in their story. A code that may not go there is
 * refused (`code_not_in_stock`, `code_shipped`, `code_voided`) and nothing moves. Lock the lot first; the ranges' orders are
 * locked here. With `takeCodesOut`, `bringCodesBack` and `moveCodesOutside` the only
 * writer of code_span and code_event.
 */
export const setCodeState = (
  tx: Tx,
  actor: Actor,
  runs: readonly CodeRun[],
  to: CodeState,
  { document, ...more }: { document: Document; lotId?: string; reason?: string },
): Promise<void> => setCodeStates(tx, actor, document, [{ runs, to, ...more }])

type CodeChange = { runs: readonly CodeRun[]; to: CodeState; lotId?: string; reason?: string }

/** The same for codes that one document sends to several states, all at once. */
export async function setCodeStates(tx: Tx, actor: Actor, document: Document, changes: readonly CodeChange[]): Promise<void> {
  const each = changes.flatMap(({ runs, to, lotId, reason = '' }) =>
    runs.map((run) => ({
      ...run,
      to,
      reason,
      become({ state, lotId: owner }: Condition) {
        if (!codeLife[state].includes(to)) throw refusalOf(state, to)
        return { state: to, lotId: lotId ?? owner }
      },
    })),
  )
  if (each.length === 0) return
  await changeCodes(tx, actor, each, document)
}

/**
 * Takes codes out of a lot that were never on a pack of it, as a correction says: they are void, and the lot counts them no more. A code that
 * has left the house was on a pack (`code_not_in_stock`). Lock the lot first.
 */
export async function takeCodesOut(
  tx: Tx,
  actor: Actor,
  runs: readonly CodeRun[],
  { lotId, document, reason }: { lotId: string; document: Document; reason: string },
): Promise<void> {
  const become = ({ state, lotId: owner }: Condition): Condition => {
    if (owner !== lotId || !neverLeft.includes(state)) throw new Refusal('code_not_in_stock')
    return { state: 'voided', lotId: null }
  }
  const each = runs.map((run) => ({ ...run, to: 'voided' as const, reason, become }))
  await changeCodes(tx, actor, each, document)
}

/**
 * Brings codes back into stock whose packs never left with a shipment, as a correction of it says. Only a code that counts as shipped can come back
 * so (`code_not_shipped`). Lock the lot first.
 */
export async function bringCodesBack(
  tx: Tx,
  actor: Actor,
  runs: readonly CodeRun[],
  { document, reason }: { document: Document; reason: string },
): Promise<void> {
  if (runs.length === 0) return
  const become = ({ state, lotId }: Condition): Condition => {
    if (state !== 'shipped') throw new Refusal('code_not_shipped')
    return { state: 'in_stock', lotId }
  }
  const each = runs.map((run) => ({ ...run, to: 'in_stock' as const, reason, become }))
  await changeCodes(tx, actor, each, document)
}

/** Ways of codes that have left the house and that no shelf sees: lost on the way, found again, and a return that was written by mistake. */
const waysOutside = { lost: ['shipped', 'missing'], found: ['missing', 'shipped'], not_returned: ['returned', 'shipped'] } as const

/** Moves codes along a way outside the house, as a document says. A code that is not at its beginning is refused (`code_not_shipped`). Lock the lot first. */
export async function moveCodesOutside(
  tx: Tx,
  actor: Actor,
  way: keyof typeof waysOutside,
  runs: readonly CodeRun[],
  { document, reason }: { document: Document; reason: string },
): Promise<void> {
  if (runs.length === 0) return
  const [from, to] = waysOutside[way]
  const become = ({ state, lotId }: Condition): Condition => {
    if (state !== from) throw new Refusal('code_not_shipped')
    return { state: to, lotId }
  }
  await changeCodes(
    tx,
    actor,
    runs.map((run) => ({ ...run, to, reason, become })),
    document,
  )
}

/** The states of a code whose pack may never have been: also one that was voided as soon as somebody noticed. */
export const neverLeft: readonly CodeState[] = ['activated', 'in_stock', 'voided']

/** Gives every code of the runs its next condition; what `become` refuses moves nothing. */
async function changeCodes(
  tx: Tx,
  actor: Actor,
  runs: readonly (CodeEvent & { become: (before: Condition) => Condition })[],
  document: Document,
): Promise<void> {
  const spans = await takeSpans(tx, runs)
  const removed: SpanOfRange[] = []
  const added: SpanOfRange[] = []
  for (const [rangeId, before] of spans) {
    let after: readonly Span<Condition>[] = before
    for (const run of runs.filter((one) => one.rangeId === rangeId)) {
      const { remove, insert } = changeSpans<Condition, Span<Condition>>(after, {
        ...run,
        same: (a, b) => a.state === b.state && a.lotId === b.lotId,
      })
      after = [...after.filter((span) => !remove.includes(span)), ...insert]
    }
    removed.push(...before.filter((span) => !after.includes(span)).map((span) => ({ ...span, rangeId })))
    added.push(...after.filter((span) => !before.includes(span)).map((span) => ({ ...span, rangeId })))
  }
  await writeSpans(tx, { removed, added, events: eventsOf(tx, actor, runs, document) })
}

type CodeEvent = CodeRun & { to: CodeState; reason: string }

/** Writes into the story of codes what happened to them. */
export async function recordCodeEvents(tx: Tx, actor: Actor, runs: readonly CodeEvent[], document: Document): Promise<void> {
  await eventsOf(tx, actor, runs, document).execute(tx)
}

const eventsOf = (tx: Tx, actor: Actor, runs: readonly CodeEvent[], document: Document) =>
  sql`insert into code_event (enterprise_id, range_id, first_index, last_index, state, document_kind, document_id, document_no, reason, by_id, at)
    select current_enterprise(), run.range_id, run.first, run.last, run.state, ${document.kind}, ${document.id}::uuid, ${document.no}, run.reason, ${actor.id}::uuid,
      ${tx.now().toISOString()}::timestamptz
    from unnest(${runs.map((run) => run.rangeId)}::uuid[], ${runs.map((run) => run.first)}::bigint[], ${runs.map((run) => run.last)}::bigint[],
      ${runs.map((run) => run.to)}::text[], ${runs.map((run) => run.reason)}::text[]) with ordinality as run (range_id, first, last, state, reason, place)
    order by run.place`

/** Locks the orders of ranges, in the order of their ids, so that one step at a time cuts their intervals or fills their boxes. Lock the lots first. */
export async function lockRanges(tx: Tx, rangeIds: readonly string[]): Promise<void> {
  await sql`select id from packaging_order where id in (select packaging_order_id from code_range where id = any(${[...rangeIds]}::uuid[])) order by id for update`.execute(
    tx,
  )
}

/** Locks the ranges and reads the spans around the runs. */
async function takeSpans(tx: Tx, runs: readonly CodeRun[]): Promise<Map<string, Span<Condition>[]>> {
  const rangeIds = [...new Set(runs.map((run) => run.rangeId))]
  await lockRanges(tx, rangeIds)
  const { rows } = await sql<{ rangeId: string; first: number; last: number; state: CodeState; lotId: string | null }>`
    select distinct s.range_id, s.first_index as first, s.last_index as last, s.state, s.lot_id
    from unnest(${runs.map((run) => run.rangeId)}::uuid[], ${runs.map((run) => run.first)}::bigint[], ${runs.map((run) => run.last)}::bigint[]) as run (range_id, first, last)
    cross join lateral spans_within(run.range_id, run.first - 1, run.last + 1) s`.execute(tx)
  const spans = new Map<string, Span<Condition>[]>(rangeIds.map((rangeId) => [rangeId, []]))
  for (const { rangeId, first, last, state, lotId } of rows) valueIn(spans, rangeId).push({ first, last, state: { state, lotId } })
  return spans
}

async function writeSpans(
  tx: Tx,
  { removed, added, events }: { removed: readonly SpanOfRange[]; added: readonly SpanOfRange[]; events: RawBuilder<unknown> },
) {
  // What is added may lie where something is removed: it waits for the count of what is gone.
  await sql`with gone as (
      delete from code_span s using unnest(${removed.map((span) => span.rangeId)}::uuid[], ${removed.map((span) => span.first)}::bigint[]) as old (range_id, first_index)
      where s.range_id = old.range_id and s.first_index = old.first_index returning 1),
    done as materialized (select count(*) from gone),
    told as (${events})
    insert into code_span (enterprise_id, range_id, first_index, last_index, state, lot_id)
    select current_enterprise(), added.* from done, unnest(${added.map((span) => span.rangeId)}::uuid[], ${added.map((span) => span.first)}::bigint[],
      ${added.map((span) => span.last)}::bigint[], ${added.map((span) => span.state.state)}::text[], ${added.map((span) => span.state.lotId)}::uuid[]) as added`.execute(
    tx,
  )
}

/** Nothing that the authority locked is taken for a sale. The database says the same when it is shipped. */
export async function refuseLocked(tx: Tx, goods: readonly { code: string; path: string; packs: readonly CodeRun[] }[]): Promise<void> {
  const runs = goods.flatMap(({ packs }, place) => packs.map((run) => ({ ...run, place })))
  const { rows } = await sql<{ place: number }>`
    select asked.place from unnest(${runs.map((run) => run.place)}::integer[], ${runs.map((run) => run.rangeId)}::uuid[], ${runs.map((run) => run.first)}::bigint[],
      ${runs.map((run) => run.last)}::bigint[]) asked (place, range_id, first_index, last_index)
    where codes_locked(current_enterprise(), asked.range_id, asked.first_index, asked.last_index) order by asked.place limit 1`.execute(tx)
  const locked = goods[rows[0]?.place ?? -1]
  if (locked !== undefined)
    throw new Refusal('code_locked', [{ path: locked.path, message: `${locked.code} 已被监管锁定，请放回隔离并另取` }])
}
