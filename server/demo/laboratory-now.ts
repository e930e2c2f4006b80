import { elementAt } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { addMonths, addDays, dayInShanghai, daysBetween } from '#contract/warehouse/shelf-life.ts'
import { binIn } from './bin-in.ts'
import { receivedSamples, recorded, reported, sampled, sampledReturn } from './inspection.ts'
import { foundNoError, retestApproved } from './investigation.ts'
import { keptPacks, packCodes, packedLot, releaseOf } from './packaging.ts'
import { receivedReturn } from './return.ts'
import { deliveredSale } from './sale.ts'
import { sampledBesideAnOdd } from './samples.ts'
import { approvedPlanOf, putOn, sampledPoint, testedPoint } from './stability.ts'
import { arrived, bought, made, type Telling } from './ways.ts'

/** What the laboratory of the demo factory is in the middle of: a value in each phase of its investigation, a lot looked into. */
export function underWayInLaboratory(telling: Telling): void {
  suspected(telling, { material: '白术', quantity: '110', daysAgo: 6 }, 'open')
  suspected(telling, { material: '黄芩', quantity: '130', daysAgo: 9 }, 'checked')
  suspected(telling, { material: '甘草', quantity: '140', daysAgo: 12 }, 'retesting')
  const { agenda, as } = telling
  const lot = bought(telling, 55, { material: '党参', quantity: '100' })
  agenda.on(2, 15, async () => {
    const asked = { lotId: lot().lotId, department: '质量部', remark: '同产地另一批有轻微串味，复查性状与浸出物' }
    const { id } = await (await as('qa')).ask(rawInspectionApi.investigate, asked)
    await (await as('zhuguan')).ask(rawInspectionApi.accept, { id })
    await sampledBesideAnOdd(as, id)
    await receivedSamples(as, id, 'raw')
  })
}

type Suspect = { material: string; quantity: string; daysAgo: number }

/** A raw lot of which one value fails, and how far that is looked into. */
function suspected(telling: Telling, { daysAgo, ...delivery }: Suspect, until: 'open' | 'checked' | 'retesting'): void {
  const { agenda, as } = telling
  const lot = arrived(telling, daysAgo, delivery)
  const inspection = agenda.on(daysAgo - 1, 11, () => sampled(as, lot().lotId, 'raw'))
  const found = agenda.on(daysAgo - 3, 14, () => recorded(as, inspection().inspectionId, 'raw', 'fail'))
  const caseId = () => elementAt(found().oosCases, 0).id
  if (until === 'checked') agenda.on(daysAgo - 4, 10, () => foundNoError(as, caseId()))
  if (until === 'retesting') agenda.on(daysAgo - 4, 10, () => retestApproved(as, caseId()))
}

/** Packs that a customer sent back are tested before quality assurance decides about them. */
export function returnTested({ agenda, as }: Telling, sale: () => Awaited<ReturnType<typeof deliveredSale>>): void {
  const back = agenda.on(5, 10, () => receivedReturn(as, { sale: sale(), packs: 12 }))
  agenda.on(4, 10, async () => {
    const { sale: sold, codes, packs } = back()
    const { lotId, spec } = sold.pack
    const opened = codes.slice(0, 5)
    await sampledReturn(
      as,
      { lotId, placeId: await binIn(await as('cangku'), 'returned', { code: 'C' }), packageCount: packs },
      { codes: opened, grams: exact(spec.netQuantity).times(1000).times(opened.length).toFixed() },
    )
  })
}

/** Two batches of 黄芪 on one plan: the older has been looked at since nine months, the third month of the younger is due. */
export function stabilitySeries(telling: Telling): void {
  const { agenda, as } = telling
  const today = dayInShanghai(new Date())
  const older = keptBatch(telling, { daysAgo: 348, packs: 8, serial: 2 })
  // What is not kept of it is sold at once.
  agenda.on(342, 9, () => deliveredSale(as, { pack: older.packed(), customer: '广东', packs: 32 }))
  const plan = agenda.on(342, 14, () => approvedPlanOf(as, '黄芪', [0, 3, 6, 9, 12, 24]))
  agenda.on(342, 15, () => putOn(as, plan().plan.id, older.packed().lotId))
  for (const [place, month] of ([0, 3, 6, 9] as const).entries()) {
    const daysAgo = month === 0 ? 341 : daysBetween(addMonths(addDays(today, -348), month), today)
    agenda.on(daysAgo, 9, () =>
      testedPoint(
        as,
        { lotId: older.packed().lotId, month },
        { codes: older.kept().slice(place, place + 1), grams: older.grams() },
        'pass',
        [-0.8, -0.3, 0.1, 0.6][place],
      ),
    )
  }
  const younger = keptBatch(telling, { daysAgo: 97, packs: 7, serial: 5 })
  agenda.on(91, 11, () => putOn(as, plan().plan.id, younger.packed().lotId))
  const begun = agenda.on(90, 9, () =>
    sampledPoint(as, { lotId: younger.packed().lotId, month: 0 }, { codes: younger.kept().slice(0, 1), grams: younger.grams() }),
  )
  agenda.on(87, 15, () => reported(as, begun(), 'bulk'))
}

/** A batch of 黄芪 that was packed and released, and of which so many packs are kept. */
function keptBatch(telling: Telling, { daysAgo, packs, serial }: { daysAgo: number; packs: number; serial: number }) {
  const { agenda, as } = telling
  const lot = bought(telling, daysAgo + 10, { material: '黄芪', quantity: '60' })
  const { batch } = made(telling, daysAgo, { product: '黄芪', lot, quantity: '40', serial, line: '切制2线' })
  const packed = agenda.on(daysAgo - 4, 13, () => packedLot(as, { batch: batch(), packs: 40, spec: '500 g' }))
  const kept = agenda.on(daysAgo - 5, 9, async () => {
    const codes = await packCodes(as, packed().lotNo, packs)
    await keptPacks(as, { lotId: packed().lotId, codes })
    return codes
  })
  agenda.on(daysAgo - 5, 14, () => releaseOf(as, packed()))
  return { packed, kept, grams: () => exact(packed().spec.netQuantity).times(1000).toFixed() }
}
