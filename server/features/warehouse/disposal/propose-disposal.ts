import { sql } from 'kysely'
import { only, valueIn } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { DisposalGround, disposalApi } from '#contract/warehouse/disposal.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Installation } from '#kernel/installation.ts'
import { notify } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { findCodes, type CodeRun } from '#server/features/packing/codes/code-spans.ts'
import { lockLots, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { stockOfLotsInBins } from '#server/features/warehouse/stock/on-hand.ts'
import { joinRuns, sizeOf } from '#tools/ranges.ts'
import { disposalFileOf } from './queries.ts'

type Line = { lotId: string; placeId: string; quantity: string; codes: string[] }
type Planned = Line & { packs: number | null }

/** 提出处置: the warehouse names goods that must not be used. Nothing moves before the 质量负责人 has decided. */
export const proposeDisposal =
  ({ masterKey }: Installation): Handler<typeof disposalApi.propose> =>
  async (tx, actor, { ground, reason, disposalMethod, lines }) => {
    const lots = new Map(
      (
        await lockLots(
          tx,
          lines.map(({ lotId }) => lotId),
        )
      ).map((lot) => [lot.id, lot]),
    )
    const planned = await plannedLines(tx, lines, lots)
    const codes = await codesOf(tx, masterKey, planned, ground)
    const { id, disposalNo } = await tx
      .insertInto('disposalCase')
      .values({
        enterpriseId: actor.enterpriseId,
        disposalNo: documentNo('CZ', dayInShanghai(tx.now())),
        ground,
        reason,
        disposalMethod,
        state: 'proposed',
        proposedBy: actor.id,
        proposedAt: tx.now().toISOString(),
      })
      .returning(['id', 'disposalNo'])
      .executeTakeFirstOrThrow()
    await writeLines(tx, actor, id, planned, codes)
    await notify(tx, actor, {
      duty: '13:approve',
      title: `处置 ${disposalNo} 待批准：${[...new Set([...lots.values()].map(({ name }) => name))].join('、')}`,
      body: reason,
      page: '/yuanliao-kucun',
      at: { view: 'disposal', id },
      about: { table: 'disposal_case', id, asks: 'proposed' },
    })
    return disposalFileOf(tx, id)
  }

async function writeLines(tx: Tx, actor: Actor, caseId: string, lines: readonly Planned[], codes: Map<string, CodeRun[]>) {
  await tx
    .insertInto('disposalLine')
    .values(
      lines.map(({ lotId, placeId, quantity, packs }) => ({ enterpriseId: actor.enterpriseId, caseId, lotId, placeId, quantity, packs })),
    )
    .execute()
  const runs = [...codes].flatMap(([lotId, each]) =>
    each.map(({ rangeId, first, last }) => ({
      enterpriseId: actor.enterpriseId,
      caseId,
      lotId,
      rangeId,
      firstIndex: first,
      lastIndex: last,
    })),
  )
  if (runs.length > 0) await tx.insertInto('disposalCode').values(runs).execute()
}

/** Each line with its packs; refused where the bin holds less, or less than whole packs are named. */
async function plannedLines(tx: Tx, lines: readonly Line[], lots: Map<string, Lot>): Promise<Planned[]> {
  const stock = await stockOfLotsInBins(tx, [...lots.keys()])
  const specIds = [...lots.values()].flatMap(({ packSpecId }) => packSpecId ?? [])
  const specs =
    specIds.length === 0 ? [] : await tx.selectFrom('packSpec').select(['id', 'netQuantity']).where('id', 'in', specIds).execute()
  const nets = new Map(specs.map(({ id, netQuantity }) => [id, netQuantity]))
  return lines.map((line, place) => {
    const lot = valueIn(lots, line.lotId)
    const held = stock.find(({ lotId, placeId }) => lotId === line.lotId && placeId === line.placeId)?.quantity ?? '0'
    if (exact(line.quantity).greaterThan(held))
      throw new Refusal('short_stock', [{ path: `lines.${place}.quantity`, message: `该货位现有 ${exact(held).toFixed()} ${lot.unit}` }])
    if (lines.some((other, before) => before < place && other.lotId === line.lotId && other.placeId === line.placeId))
      throw new Refusal('disposal_open', [{ path: `lines.${place}.placeId`, message: '同一货位的同一批写了两行' }])
    if (lot.kind !== 'pack') {
      if (line.codes.length > 0) throw new Refusal('disposal_codes_differ', [{ path: `lines.${place}.codes`, message: '该批没有追溯码' }])
      return { ...line, packs: null }
    }
    const packs = exact(line.quantity).div(valueIn(nets, lot.packSpecId ?? ''))
    if (!packs.isInteger()) throw new Refusal('disposal_codes_differ', [{ path: `lines.${place}.quantity`, message: '应为整件的重量' }])
    return { ...line, packs: packs.toNumber() }
  })
}

const inHouse = ['activated', 'in_stock', 'returned', 'voided'] as const

/** The codes that go with the packs, by lot: those that were scanned, or all that the lot has when as many packs go. */
async function codesOf(tx: Tx, masterKey: Uint8Array, lines: readonly Planned[], ground: DisposalGround): Promise<Map<string, CodeRun[]>> {
  const states = ground === 'returned' ? ['returned'] : inHouse
  const codes = new Map<string, CodeRun[]>()
  const packed = lines.filter(({ packs }) => packs !== null)
  for (const lotId of new Set(packed.map((line) => line.lotId))) {
    const mine = packed.filter((line) => line.lotId === lotId)
    const packs = mine.reduce((sum, line) => sum + (line.packs ?? 0), 0)
    const texts = mine.flatMap((line) => line.codes)
    const runs =
      texts.length === 0
        ? await (ground === 'returned' ? condemnedCodesOf(tx, lotId) : allCodesOf(tx, lotId, states))
        : await scannedCodes(tx, masterKey, texts, lotId, states)
    if (sizeOf(runs) !== packs)
      throw new Refusal('disposal_codes_differ', [
        {
          path: `lines.${lines.indexOf(only(mine.slice(0, 1)))}.codes`,
          message:
            texts.length === 0
              ? `该批在库 ${sizeOf(runs)} 件，只处置其中 ${packs} 件时请逐件扫码`
              : `已扫 ${sizeOf(runs)} 件，所填 ${packs} 件`,
        },
      ])
    codes.set(lotId, runs)
  }
  return codes
}

async function allCodesOf(tx: Tx, lotId: string, states: readonly string[]): Promise<CodeRun[]> {
  const { rows } = await sql<CodeRun>`
    select s.range_id, s.first_index as first, s.last_index as last from code_span s
      join code_range r on r.enterprise_id = s.enterprise_id and r.id = s.range_id and r.level = 1
    where s.lot_id = ${lotId}::uuid and s.state = any(${[...states]}::text[]) order by s.range_id, s.first_index`.execute(tx)
  return byRange(rows)
}

/** What decisions about returns condemn of a lot, as far as it still lies there. */
async function condemnedCodesOf(tx: Tx, lotId: string): Promise<CodeRun[]> {
  const { rows } = await sql<CodeRun>`
    select k.range_id, greatest(k.first_index, s.first_index) as first, least(k.last_index, s.last_index) as last
    from return_item i join return_code k on k.enterprise_id = i.enterprise_id and k.item_id = i.id
      cross join lateral spans_within(k.range_id, k.first_index, k.last_index) s
    where i.lot_id = ${lotId}::uuid and i.decision = 'destroy' and i.settled_at is null and s.state = 'returned'
    order by k.range_id, first`.execute(tx)
  return byRange(rows)
}

async function scannedCodes(
  tx: Tx,
  masterKey: Uint8Array,
  texts: readonly string[],
  lotId: string,
  states: readonly string[],
): Promise<CodeRun[]> {
  const found = await findCodes(tx, masterKey, texts)
  const runs = found.flatMap((code, place) => {
    if (code === undefined) throw new Refusal('code_unknown', [{ path: 'lines', message: `第${place + 1}个码不是本企业的码` }])
    const stranger = code.packs.find((run) => run.lotId !== lotId || !states.includes(run.state))
    if (code.packs.length === 0 || stranger !== undefined)
      throw new Refusal('code_not_in_house', [{ path: 'lines', message: `${code.code} 不是该批的在库成品` }])
    return code.packs.map(({ rangeId, first, last }) => ({ rangeId, first, last }))
  })
  return byRange(runs)
}

/** Runs of each range in order, joined; the same code twice is refused. */
function byRange(runs: readonly CodeRun[]): CodeRun[] {
  return [...new Set(runs.map(({ rangeId }) => rangeId))].flatMap((rangeId) => {
    const { joined, twice } = joinRuns(runs.filter((run) => run.rangeId === rangeId))
    if (twice !== undefined) throw new Refusal('code_twice')
    return joined
  })
}
