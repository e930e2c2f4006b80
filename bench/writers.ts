import type pg from 'pg'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import type { Serving } from './serving.ts'

type Writers = { writers: number; perSecond: number; errors: number; lost: number; firstError?: string }

const milliseconds = 4000

/** How many moves a second one and eight people make, each of another lot of one herb, and whether any is refused or lost. */
export async function writersAtOnce(admin: pg.Client, serving: Serving): Promise<Writers[]> {
  const { rows: lots } = await admin.query<{ id: string; place: string }>(
    `select l.id, b.place_id as place from lot l join stock_balance b on b.enterprise_id = l.enterprise_id and b.lot_id = l.id and b.is_real and b.quantity >= 50
      join place p on p.enterprise_id = b.enterprise_id and p.id = b.place_id and p.kind = 'bin'
      where l.kind = 'raw' and l.state = 'released' and l.holds = 0 order by l.born_on desc, l.id limit 8`,
  )
  const moves = lots.map(({ id, place }) => mover(serving, id, place))
  const entries = async () =>
    only((await admin.query<{ count: number }>(`select count(*)::int as count from stock_entry where kind = 'transfer'`)).rows).count
  const measured: Writers[] = []
  for (const writers of [1, 8]) {
    const before = await entries()
    const end = performance.now() + milliseconds
    let [done, errors] = [0, 0]
    let firstError: string | undefined
    await Promise.all(
      moves.slice(0, writers).map(async (move) => {
        while (performance.now() < end) {
          const went = await move().then(
            () => true,
            (error: unknown) => {
              firstError ??= String(error)
              return false
            },
          )
          if (went) done += 1
          else errors += 1
        }
      }),
    )
    measured.push({
      writers,
      perSecond: done / (milliseconds / 1000),
      errors,
      lost: done - ((await entries()) - before),
      ...(firstError && { firstError }),
    })
  }
  return measured
}

/** Moves ten kilograms of a lot from where it lies to a bin that its state allows, then between two such bins. */
function mover({ as }: Serving, id: string, home: string) {
  let from = home
  let bins: string[] = []
  return async () => {
    const keeper = await as('cangku')
    if (bins.length === 0) bins = (await keeper.ask(stockApi.raw.targets, { id })).map((bin) => bin.id).slice(0, 2)
    const to = elementAt(
      bins.filter((bin) => bin !== from),
      0,
    )
    await keeper.ask(stockApi.raw.transfer, { id, fromPlaceId: from, toPlaceId: to, quantity: '10', reason: '调整货位' })
    from = to
  }
}
