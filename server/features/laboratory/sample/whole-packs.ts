import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { CodeState } from '#contract/packing/codes.ts'
import type { Tx } from '#kernel/serve.ts'
import { joinRuns, sizeOf } from '#tools/ranges.ts'
import { findCodes, packsFor, type CodeRun, type PackRun } from '#server/features/packing/codes/code-spans.ts'
import type { Lot } from '#server/features/warehouse/lot/lot.ts'

type Scanned = { codes: readonly string[]; from: readonly CodeState[]; path: string }

/**
 * The packs of a lot that scanned codes stand for, box or pack, as joined runs, and their content in g. Refused: a code that is unknown, of another lot,
 * not in one of the states `from`, or scanned twice. Lock the lot first.
 */
export async function wholePacks(tx: Tx, masterKey: Uint8Array, lot: Lot, { codes, from, path }: Scanned) {
  const found = await findCodes(tx, masterKey, codes)
  const packs = found.flatMap((one, place) => {
    const refuse = (code: 'code_unknown' | 'code_not_in_stock' | 'code_of_other_batch', message: string): never => {
      throw new Refusal(code, [{ path: `${path}.${place}`, message }])
    }
    if (one === undefined) return refuse('code_unknown', '没有这个追溯码，请重新扫描')
    // What of a box was sold, voided or taken before is not in it any more.
    const here = one.level === 'box' ? packsFor(one, lot.id).filter(({ state }) => from.includes(state)) : one.packs
    if (here.length === 0 || here.some(({ state }) => !from.includes(state)))
      return refuse('code_not_in_stock', `${one.code} 不在可取样的状态`)
    if (here.some(({ lotId }) => lotId !== lot.id)) return refuse('code_of_other_batch', `${one.code} 不是 ${lot.lotNo} 的包装`)
    return here.map((run) => ({ ...run, code: one.code, path: `${path}.${place}` }))
  })
  const runs = joined(packs)
  return {
    runs,
    packs: sizeOf(runs),
    grams: exact(await netOf(tx, lot))
      .times(sizeOf(runs))
      .times(1000)
      .toFixed(),
  }
}

function joined(packs: readonly (PackRun & { code: string; path: string })[]): CodeRun[] {
  return [...Map.groupBy(packs, ({ rangeId }) => rangeId)].flatMap(([, runs]) => {
    const { joined: together, twice } = joinRuns(runs)
    if (twice !== undefined) throw new Refusal('code_twice', [{ path: twice.path, message: `${twice.code} 已经扫过，或在已扫的箱内` }])
    return together.map(({ rangeId, first, last }) => ({ rangeId, first, last }))
  })
}

/** What one pack of a lot holds, kg. */
async function netOf(tx: Tx, lot: Lot): Promise<string> {
  const { netQuantity } = await tx.selectFrom('packSpec').select('netQuantity').where('id', '=', lot.packSpecId).executeTakeFirstOrThrow()
  return netQuantity
}
