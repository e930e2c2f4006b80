import { sql, type NotNull } from 'kysely'
import type { BoxChange, boxApi } from '#contract/packing/box.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Installation } from '#kernel/installation.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { begins, waysTo } from '#kernel/ways-to.ts'
import { findCode } from '#server/features/packing/codes/code-spans.ts'
import { binsOfLots } from '#server/features/warehouse/stock/on-hand.ts'
import { sizeOf } from '#tools/ranges.ts'
import { known, packsHere, refuse } from './take-box.ts'

type LotPacks = { lotNo: string; batchNo: string; packs: number }

/** The packs of a change, lot by lot. */
const packsOf = (ways: 'after' | 'moved') => sql<LotPacks[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('lotNo', lot_no, 'batchNo', batch_no, 'packs', packs) order by lot_no), '[]')
  from (select l.lot_no, l.batch_no, sum(p.last_index - p.first_index + 1) as packs
    from box_change_pack p join lot l on l.enterprise_id = p.enterprise_id and l.id = p.lot_id
    where p.enterprise_id = box_change.enterprise_id and p.change_id = box_change.id and p.way ${ways === 'after' ? sql`<> 'out'` : sql`<> 'stays'`}
    group by 1, 2) lots)`

/** What the list shows is joined to the left: every change has its box, and the box its order and specification. */
const changes = (tx: Tx) =>
  tx
    .selectFrom('boxChange')
    .leftJoin('codeRange', (join) =>
      join.onRef('codeRange.enterpriseId', '=', 'boxChange.enterpriseId').onRef('codeRange.id', '=', 'boxChange.boxRangeId'),
    )
    .leftJoin('packSpec', (join) =>
      join.onRef('packSpec.enterpriseId', '=', 'codeRange.enterpriseId').onRef('packSpec.id', '=', 'codeRange.packSpecId'),
    )
    .leftJoin('product', (join) =>
      join.onRef('product.enterpriseId', '=', 'packSpec.enterpriseId').onRef('product.id', '=', 'packSpec.productId'),
    )
    .leftJoin('account as changer', (join) =>
      join.onRef('changer.enterpriseId', '=', 'boxChange.enterpriseId').onRef('changer.id', '=', 'boxChange.changedBy'),
    )
    .leftJoin('account as checker', (join) =>
      join.onRef('checker.enterpriseId', '=', 'boxChange.enterpriseId').onRef('checker.id', '=', 'boxChange.checkedBy'),
    )
    .leftJoin('place', (join) =>
      join.onRef('place.enterpriseId', '=', 'boxChange.enterpriseId').onRef('place.id', '=', 'boxChange.placeId'),
    )
    .leftJoin('packagingOrder', (join) =>
      join
        .onRef('packagingOrder.enterpriseId', '=', 'boxChange.enterpriseId')
        .onRef('packagingOrder.id', '=', 'boxChange.packagingOrderId'),
    )
    .select([
      'boxChange.id',
      'boxChange.changeNo',
      'boxChange.kind',
      'boxChange.boxCode',
      'boxChange.isNewBox',
      'product.name as productName',
      'packSpec.name as specName',
      'packSpec.packUnit',
      'packSpec.packsPerBox',
      'place.code as bin',
      'packagingOrder.orderNo',
      'boxChange.reason',
      'boxChange.changedBy as changerId',
      'changer.name as changerName',
      'boxChange.checkedBy as checkerId',
      'checker.name as checkerName',
      'boxChange.changedAt',
      packsOf('after').as('after'),
      packsOf('moved').as('moved'),
    ])
    .$narrowType<{ productName: NotNull; specName: NotNull; packUnit: NotNull; packsPerBox: NotNull; changerName: NotNull }>()

type Selected = Awaited<ReturnType<ReturnType<typeof changes>['execute']>>[number]

const shown = ({ changerId, changerName, checkerId, checkerName, ...row }: Selected): BoxChange => ({
  ...row,
  changedBy: { id: changerId, name: changerName },
  checkedBy: checkerId === null ? null : { id: checkerId, name: checkerName ?? '' },
})

/** One 装箱变更单; that of another enterprise is `not_found`. */
export async function boxChangeOf(tx: Tx, id: string): Promise<BoxChange> {
  const row = await changes(tx).where('boxChange.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refusal('not_found')
  return shown(row)
}

/** What was done to one box since it was packed, the newest first; of a box that is opened all the time the last fifty. */
export async function changesOfBox(tx: Tx, { rangeId, index }: { rangeId: string; index: number }): Promise<BoxChange[]> {
  const rows = await changes(tx)
    .where('boxChange.boxRangeId', '=', rangeId)
    .where('boxChange.boxIndex', '=', index)
    .orderBy('boxChange.id', 'desc')
    .limit(50)
    .execute()
  return rows.map(shown)
}

export const listBoxChanges =
  ({ masterKey }: Installation): Handler<typeof boxApi.list> =>
  async (tx, _actor, { page, pageSize, sort, q, kind }) => {
    // A box is found by its code, a change by its number, or by a lot whose packs lie in it or did.
    const box = q === '' ? undefined : await findCode(tx, masterKey, q)
    const found = await pageOf(
      tx,
      changes(tx).$call((query) => (kind === undefined ? query : query.where('boxChange.kind', '=', kind))),
      {
        page,
        pageSize,
        sort,
        anyOf:
          q === ''
            ? []
            : [
                ...(await waysTo(tx, q, { numbers: ['boxChange.changeNo'] })),
                sql<boolean>`box_change.id in (select p.change_id from box_change_pack p join lot on lot.enterprise_id = p.enterprise_id and lot.id = p.lot_id
                  where ${begins('lot.lotNo', q)})`,
                ...(box === undefined
                  ? []
                  : [sql<boolean>`(box_change.box_range_id = ${box.rangeId}::uuid and box_change.box_index = ${box.index}::bigint)`]),
              ],
      },
    )
    return { rows: found.rows.map(shown), total: found.total }
  }

/** What a scanned code brings into a box, for the screen before anything is signed. The step asks again. */
export const scanForBox =
  ({ masterKey }: Installation): Handler<typeof boxApi.scan> =>
  async (tx, _actor, { code: text }) => {
    const found = known(await findCode(tx, masterKey, text), 'code')
    const packs = packsHere(found)
    if (packs.length === 0) throw refuse('code_not_in_stock', 'code', `${found.code} 不在库，不能装箱`)
    const lotIds = [...new Set(packs.map(({ lotId }) => lotId))]
    const lots = await tx.selectFrom('lot').select(['id', 'lotNo', 'batchNo']).where('id', 'in', lotIds).orderBy('lotNo').execute()
    const spec = await tx
      .selectFrom('packSpec')
      .select(['name', 'packUnit', 'packsPerBox'])
      .where('id', '=', found.packSpecId)
      .executeTakeFirstOrThrow()
    const bins = await binsOfLots(tx, lotIds)
    const isWhole = (placeId: string) => lotIds.every((id) => bins.some((bin) => bin.placeId === placeId && bin.lotId === id))
    const common = new Map(
      bins
        .filter(({ zone, placeId }) => (zone === 'pack_released' || zone === 'pack_quarantine') && isWhole(placeId))
        .map((bin) => [bin.placeId, bin]),
    )
    return {
      ...{ code: found.code, level: found.level, packSpecId: found.packSpecId },
      ...{ specName: spec.name, packUnit: spec.packUnit, packsPerBox: spec.packsPerBox },
      bins: [...common.values()].map(({ placeId: id, code, name }) => ({ id, code, name })),
      packs: lots.map(({ id, lotNo, batchNo }) => ({ lotNo, batchNo, packs: sizeOf(packs.filter((run) => run.lotId === id)) })),
    }
  }
