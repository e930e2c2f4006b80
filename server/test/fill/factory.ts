import pg from 'pg'
import { present } from '#contract/kernel/certain.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import type { Person } from '#server/demo/person.ts'
import { codesOf, deliveredSale } from '#server/demo/sale.ts'
import { copyEpisode, recorded, type Episode } from './copies.ts'
import { badDay, underWay, wholeLife } from './episodes.ts'
import { countNumbers, fillLives, type Shape, type Template } from './lives.ts'
import { withoutGuards } from './silence.ts'

type As = (userName: string) => Promise<Person>
type Episodes = { whole: Episode; bad: Episode; waiting: Episode }

/** What a filled factory has that is asked for by name. */
export type Filled = {
  template: Template
  /** A life of the herb that one lot in hundreds is of: what suits the others need not suit it. */
  rare: Template
  /** A lot with one line of descent, one with 25 lots and 100 lines below it, one with 1,201 and 5,000. */
  raws: string[]
  pack: Awaited<ReturnType<typeof releasedPack>>
  packs: string[]
  codes: string[]
  shipmentNo: string
  episodes: Episodes
}

type Copies = { count: number; aDay: number; daysAgo: number }
/** How much is filled in, on days that do not meet. Lives have the bare ledgers alone, so that there can be many; episodes have all papers. */
type Plan = { lives: Lives[]; whole: Copies; bad: Copies; waiting: Copies; scans: number }
type Lives = { of: 'template' | 'rare'; shapes: Shape[]; daysAgo: number }

/** What nearly all lots of the filled factories are of, and what few are. */
export const herbs = { usual: '当归', rare: '黄芪' }

const ordinary = (raws: number): Shape => ({ raws, batches: 1, packs: 1, lines: 1, isUsedUp: false })
const usedUp = (raws: number): Shape => ({ ...ordinary(raws), isUsedUp: true })
const small: Plan = {
  lives: [
    {
      of: 'template',
      shapes: [
        ordinary(50),
        { ...ordinary(1), batches: 4, packs: 5, lines: 5 },
        { ...ordinary(1), batches: 200, packs: 5, lines: 5 },
        usedUp(50),
      ],
      daysAgo: 1100,
    },
    { of: 'rare', shapes: [ordinary(5)], daysAgo: 1020 },
  ],
  whole: { count: 10, aDay: 40, daysAgo: 500 },
  bad: { count: 2, aDay: 40, daysAgo: 490 },
  waiting: { count: 2, aDay: 8, daysAgo: 480 },
  scans: 3000,
}
/** On top of the small one: 260,000 stock moves and 105,000 lots together. */
const large: Plan = {
  lives: [
    { of: 'template', shapes: [ordinary(16_000)], daysAgo: 1000 },
    { of: 'template', shapes: [usedUp(16_000)], daysAgo: 790 },
    { of: 'rare', shapes: [ordinary(20)], daysAgo: 1010 },
  ],
  whole: { count: 2000, aDay: 40, daysAgo: 580 },
  bad: { count: 100, aDay: 40, daysAgo: 520 },
  waiting: { count: 3, aDay: 8, daysAgo: 510 },
  scans: 60_000,
}

/** Walks one life of each kind through the steps, over HTTP, and fills in the small factory. `address` is the superuser's. */
export async function fillSmall(address: string, as: As): Promise<Filled> {
  const client = await connected(address)
  try {
    const pack = await releasedPack(as, { product: herbs.usual, spec: '1 kg', packs: 200 })
    const codes = await codesOf(as, pack.lotNo, 5)
    const sale = await deliveredSale(as, { pack, packs: 10 })
    const template = await templateOf(client, sale)
    const rare = await templateOf(
      client,
      await deliveredSale(as, { pack: await releasedPack(as, { product: herbs.rare, buy: { material: herbs.rare }, packs: 60 }) }),
    )
    const episodes: Episodes = {
      whole: await recorded(client, () => wholeLife(as)),
      bad: await recorded(client, () => badDay(as)),
      waiting: await recorded(client, () => underWay(as)),
    }
    const firsts = await fillIn(address, { template, rare, episodes }, small)
    return { template, rare, ...firsts, pack, codes, shipmentNo: sale.shipmentNo, episodes }
  } finally {
    await client.end()
  }
}

/** Fills up a small factory to the large one. */
export async function fillLarge(address: string, filled: Filled): Promise<void> {
  await fillIn(address, filled, large)
}

/** The lots of which a sale came. */
async function templateOf(client: pg.Client, { shipmentId, pack }: Awaited<ReturnType<typeof deliveredSale>>): Promise<Template> {
  const { rows } = await client.query<{ rawId: string; bulkId: string }>(
    `select raw.from_lot_id as "rawId", bulk.from_lot_id as "bulkId" from lot_edge bulk join lot_edge raw on raw.to_lot_id = bulk.from_lot_id where bulk.to_lot_id = $1`,
    [pack.lotId],
  )
  return { ...present(rows[0]), packId: pack.lotId, shipmentId }
}

/** Over several connections, so that more than one core fills. */
async function fillIn(address: string, filled: Pick<Filled, 'template' | 'rare' | 'episodes'>, plan: Plan) {
  const { whole, bad, waiting } = filled.episodes
  const client = await connected(address)
  try {
    const [firsts] = await withoutGuards(client, () =>
      Promise.all([
        ...plan.lives.map(({ of, shapes, daysAgo }) => apart(address, (own) => fillLives(own, filled[of], shapes, daysAgo))),
        apart(address, async (own) => {
          await copyEpisode(own, whole, plan.whole)
          await copyEpisode(own, bad, plan.bad)
          await copyEpisode(own, waiting, plan.waiting)
          return { raws: [], packs: [] }
        }),
      ]),
    )
    await countNumbers(client, whole.enterprise)
    await client.query(scans, [plan.scans])
    await client.query('vacuum analyze')
    return present(firsts)
  } finally {
    await client.end()
  }
}

/** Strangers look at the first code of each range, at each as often as at any other. */
const scans = `select count_scans(array_agg(enterprise_id), array_agg(id), array_agg(first_index), array_agg(visit), array_agg(scanned_at)) from (
  select r.enterprise_id, r.id, r.first_index, sha256(convert_to(concat(r.id, ' ', look), 'UTF8')) as visit, now() - make_interval(mins => row_number() over (order by look, r.id)::integer) as scanned_at
  from code_range r cross join generate_series(1, 1000) look where r.level = 1 order by look, r.id limit $1) looks`

async function connected(address: string) {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return client
}

async function apart<Result>(address: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connected(address)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
