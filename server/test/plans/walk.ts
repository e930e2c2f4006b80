import { present } from '#contract/kernel/certain.ts'
import { rightsReviewApi } from '#contract/people/rights-review.ts'
import { routesOf } from '#server/app.ts'
import { calendarWork } from '#server/calendar-work.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { furnishLaboratory } from '#server/demo/laboratory-means.ts'
import { releasedLot } from '#server/demo/inspection.ts'
import { acceptedPieces } from '#server/demo/pack-material.ts'
import { releasedPack } from '#server/demo/packaging.ts'
import { deliveredSale } from '#server/demo/sale.ts'
import { badDay } from '#server/test/fill/episodes.ts'
import type { Filled } from '#server/test/fill/factory.ts'
import { testInstallation, type World } from '#server/test/world.ts'
import { type Known, walkReads } from './walk-reads.ts'
import type { Statement, Watch } from './watch-statements.ts'

/** Reads that the filled factory has nothing for. */
export const withoutAnswer: Record<string, string> = {
  '/avatars/{id}/{digest}': 'nobody has a picture',
  '/platform-registrations/{id}/licence': 'nobody asks to join',
  '/attachment-files/{id}': 'no file is attached',
  '/paper-prints/{id}': 'nothing was printed',
  '/papers/{kind}/{id}/progress': 'no paper is being made',
  '/letterhead/logo': 'the factory shows no logo',
  '/corrections/{id}': 'nothing was corrected',
  '/changes/{id}': 'no change was asked for',
  // Another pack made for it would change what the reads of packing are measured by.
  '/box-goods': 'the pack that is asked about is sold',
  '/repack-goods': 'the pack that is asked about is sold',
  '/shipments/{id}/code': 'the code that is asked about is of another shipment',
  '/recalls/{id}': 'nothing was recalled',
  '/disposals/{id}': 'nothing was disposed of',
  '/supplier-returns/{id}': 'nothing went back to a supplier',
  '/receipt-discrepancies/{id}': 'every delivery came as its note says',
  '/stocktakes/{id}': 'nothing was counted',
  '/incidents/{id}': 'nothing went wrong',
  '/incidents/{id}/picture': 'nobody complained',
  '/recalls/{id}/customers/{customerId}/scan': 'nothing was recalled',
  '/carrier-claims/{id}': 'nothing was lost on its way',
  '/care-records/{id}': 'the filled factory looks at nothing',
  '/climate-points/{id}/days': 'the filled factory measures no climate',
  '/climate-points/{id}/readings': 'the filled factory measures no climate',
  '/asset-services/{id}/uses': 'no list tells the ids of calibrations',
  '/returns/{id}': 'nothing came back',
  '/returns/{id}/scan': 'nothing came back',
  '/stability-plans/{id}': 'nothing is looked at',
  '/stability-plans/{id}/results': 'nothing is looked at',
  '/stability-plans/{id}/lots': 'nothing is looked at',
  '/sales-orders/{id}/scan': 'the order that is asked about is picked already',
}

const steps = (filled: Filled): [string, (as: World['as']) => Promise<unknown>][] => [
  ['bought, rejected, made, taken back', badDay],
  ['packed and released', (as) => releasedPack(as)],
  ['a sale', (as) => deliveredSale(as, { pack: filled.pack, packs: 5 })],
]

/** What of a filled factory is asked for by name. */
export const knownIn = ({ raws, template, packs, codes, shipmentNo }: Filled): Omit<Known, 'countedLot'> => ({
  lots: [...raws, template.bulkId, present(packs[0])],
  code: present(codes[0]),
  shipmentNo,
})

/** Every statement of every read, of the calendar's work and of the steps of several lives; what the server could not do is in `broken`. The plans must be told already. */
export async function walkEverything(world: World, { during }: Watch, filled: Filled) {
  const statements: Statement[] = []
  await furnishLaboratory(await world.as('zhuguan'), dayInShanghai(new Date()))
  await releasedLot(world.as)
  const bags = await acceptedPieces(world.as)
  await (await world.as('admin')).ask(rightsReviewApi.begin, { occasion: '第三季度复核' })
  const { cookie } = await world.as('admin')
  const known = { ...knownIn(filled), countedLot: bags.lotId }
  const endpoints = routesOf(testInstallation).map(({ endpoint }) => endpoint)
  const { unanswered, broken } = await walkReads(endpoints, known, async (what, request) => {
    let answer = { status: 0, body: '' }
    const heard = await during(what, async () => {
      const { statusCode, body } = await world.app.inject({ ...request, headers: { cookie } })
      answer = { status: statusCode, body }
    })
    statements.push(...heard)
    return answer
  })
  for (const [what, doIt] of Object.entries(calendarWork(world.pool, testInstallation.files))) {
    const heard = await during(`(${what})`, () => doIt().catch((error: unknown) => broken.push(`${what}: ${String(error)}`)))
    statements.push(...heard)
  }
  for (const [what, walk] of steps(filled)) {
    const heard = await during(`(${what})`, () => walk(world.as).catch((error: unknown) => broken.push(`${what}: ${String(error)}`)))
    statements.push(...heard)
  }
  return { statements, unanswered, broken }
}
