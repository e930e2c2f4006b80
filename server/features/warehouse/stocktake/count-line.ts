import { refusal } from '#contract/kernel/action.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { amount } from '#contract/kernel/shown-value.ts'
import { countActions, type LineState, type stocktakeApi } from '#contract/warehouse/stocktake.ts'
import type { Installation } from '#kernel/installation.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond } from '#kernel/sign.ts'
import { findCodes, type CodeRun } from '#server/features/packing/codes/code-spans.ts'
import { placeHold } from '#server/features/warehouse/lot/hold-lot.ts'
import { lockLot, type Lot } from '#server/features/warehouse/lot/lot.ts'
import { joinRuns, sizeOf } from '#tools/ranges.ts'
import { foundLine } from './add-line.ts'
import { lostOutside } from './counted-codes.ts'
import { bookOf, lineFor } from './plan-count.ts'
import { countRowOf } from './queries.ts'

type Given = Parameters<Handler<typeof stocktakeApi.count>>[2]

/**
 * 盲盘: what one person found in one bin, and beside it what the book says under the lot's lock, so that no movement falls between the two. Beyond the tolerance
 * another person counts again; beyond it twice, the goods are held and two persons decide.
 */
export const countLine =
  ({ masterKey }: Installation): Handler<typeof stocktakeApi.count> =>
  async (tx, actor, given) => {
    const lot = await lockLot(tx, given.lotId)
    await tx.selectFrom('stocktake').select('id').where('id', '=', given.id).forShare().execute()
    const count = await countRowOf(tx, given.id)
    const code = refusal(countActions.count, count, actor)
    if (code !== undefined) throw new Refusal(code)
    const line = (await lineFor(tx, given.id, lot.id, given.placeId)) ?? (await foundLine(tx, actor, given))
    if (line.state !== 'open' && line.state !== 'recount') throw new Refusal('count_closed')
    const second = given.second === undefined ? undefined : await proveSecond(actor, given.second, '14:count')
    if (lot.isToxic && second === undefined)
      throw new Refusal('count_needs_two', [{ path: 'second.userName', message: '请第二盘点人签名' }])
    const { book, percent, net } = await bookOf(tx, lot.id, given.placeId)
    const codes = await codesFor(tx, masterKey, lot, given)
    const counted = net === null ? (given.quantity ?? '0') : exact(net).times(sizeOf(codes)).toFixed()
    await writeTally(tx, actor, line.id, { counted, book, secondId: second?.id ?? null, codes })
    const difference = exact(counted).minus(book)
    const state: LineState = difference.isZero()
      ? 'even'
      : difference.abs().times(100).lessThanOrEqualTo(exact(book).times(percent))
        ? 'within'
        : line.state === 'open'
          ? 'recount'
          : 'beyond'
    const holdId =
      state === 'beyond'
        ? await placeHold(tx, actor, {
            lotId: lot.id,
            kind: 'deviation',
            reason: `盘点 ${count.countNo} 复盘仍相差 ${amount(difference.toFixed(), lot.unit)}`,
            reaches: false,
          })
        : null
    await tx
      .updateTable('stocktakeLine')
      .set({
        state,
        ...(state !== 'recount' && { difference: difference.toFixed(), packsApart: net === null ? null : difference.div(net).toNumber() }),
        ...(holdId !== null && { holdId }),
      })
      .where('id', '=', line.id)
      .execute()
    if (state === 'beyond')
      await notify(tx, actor, {
        duty: '37:decide',
        title: `盘点 ${count.countNo}：${lot.name} ${lot.lotNo} 超差，已冻结，请与质量负责人决定`,
        page: '/yuanliao-kucun',
        at: { view: 'count', id: given.id },
        about: { table: 'stocktake_line', id: line.id, asks: 'beyond' },
      })
    return { lineId: line.id }
  }

/** The packs that were scanned: of this lot, in the house or missed before, each once. */
async function codesFor(tx: Tx, masterKey: Uint8Array, lot: Lot, { codes, quantity }: Given): Promise<CodeRun[]> {
  if ((lot.kind === 'pack') !== (quantity === undefined))
    throw new Refusal('count_by_codes', [{ path: lot.kind === 'pack' ? 'codes' : 'quantity', message: '' }])
  const found = await findCodes(tx, masterKey, codes ?? [])
  const runs = found.flatMap((code, place): CodeRun[] => {
    if (code === undefined) throw new Refusal('code_unknown', [{ path: `codes.${place}`, message: `第${place + 1}个码不是本企业的码` }])
    const mine = code.packs.filter((run) => run.lotId === lot.id && countable.includes(run.state))
    if (mine.length !== code.packs.length || mine.length === 0)
      throw new Refusal('code_not_in_house', [{ path: `codes.${place}`, message: `${code.code} 不是该批的在库成品，请放在一边并报告QA` }])
    return mine.map(({ rangeId, first, last }) => ({ rangeId, first, last }))
  })
  const outside = await lostOutside(tx, runs)
  if (outside !== undefined)
    throw new Refusal('code_not_in_house', [
      { path: 'codes', message: `其中有成品在运输途中记为丢失（${outside}），请先由销售在索赔单上登记找回，再按退货收回` },
    ])
  return [...new Set(runs.map(({ rangeId }) => rangeId))].flatMap((rangeId) => {
    const { joined, twice } = joinRuns(runs.filter((run) => run.rangeId === rangeId))
    if (twice !== undefined) throw new Refusal('code_twice', [{ path: 'codes', message: '有成品扫了两次' }])
    return joined
  })
}

const countable = ['activated', 'in_stock', 'returned', 'voided', 'missing']

async function writeTally(
  tx: Tx,
  actor: Actor,
  lineId: string,
  { codes, ...found }: { counted: string; book: string; secondId: string | null; codes: readonly CodeRun[] },
): Promise<void> {
  const { round } = await tx
    .selectFrom('stocktakeTally')
    .select((eb) => eb.fn.coalesce(eb.fn.max('round'), eb.lit(0)).as('round'))
    .where('lineId', '=', lineId)
    .executeTakeFirstOrThrow()
  const tally = await tx
    .insertInto('stocktakeTally')
    .values({
      enterpriseId: actor.enterpriseId,
      lineId,
      round: round + 1,
      countedBy: actor.id,
      countedAt: tx.now().toISOString(),
      ...found,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (codes.length > 0)
    await tx
      .insertInto('stocktakeCode')
      .values(
        codes.map(({ rangeId, first, last }) => ({
          enterpriseId: actor.enterpriseId,
          tallyId: tally.id,
          rangeId,
          firstIndex: first,
          lastIndex: last,
        })),
      )
      .execute()
}
