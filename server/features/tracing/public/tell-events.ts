import { z } from 'zod'
import type { PublicTrace } from '#contract/tracing/public-trace.ts'
import type { TraceKind } from '#contract/tracing/trace-event.ts'

type PublicEvent = { kind: TraceKind; on: string; no: string; facts: Record<string, unknown> }

/** A lot on the way to the pack, with its public facts; `role` is its part in what was made of it. */
export type PublicLot = {
  id: string
  kind: 'raw' | 'auxiliary' | 'bulk' | 'pack'
  role: 'main' | 'auxiliary'
  name: string
  batchNo: string
  bornOn: string
  latin: string | null
  part: string | null
  events: PublicEvent[]
}

/** Public facts as the steps wrote them. What does not fit is left out of the page rather than shown half. */
const receivedFacts = z.object({
  species: z.string(),
  part: z.string(),
  sourceType: z.string(),
  province: z.string(),
  city: z.string(),
  county: z.string(),
  harvestFrom: z.string(),
  harvestTo: z.string(),
})
const reportFacts = z.object({
  reportNo: z.string(),
  conforms: z.boolean(),
  verdict: z.string(),
  standard: z.string(),
  reportedOn: z.string(),
  items: z.array(z.object({ item: z.string(), spec: z.string(), result: z.string(), verdict: z.string() })),
})

const eventsOf = (lot: PublicLot, kind: TraceKind) => lot.events.filter((event) => event.kind === kind)
/** What the receipt says of a lot, with what was corrected since. */
const toldAtReceipt = (lot: PublicLot) =>
  eventsOf(lot, 'corrected').reduce((facts, correction) => ({ ...facts, ...correction.facts }), eventsOf(lot, 'received')[0]?.facts)
const isBought = (lot: PublicLot) => lot.kind === 'raw' || lot.kind === 'auxiliary'

/** Where the herb came from, as its supplier declared it at receipt: to the county. Auxiliaries are named only. */
export function originsOf(lots: readonly PublicLot[]): PublicTrace['origins'] {
  return lots.filter(isBought).flatMap((lot) => {
    const isMain = lot.role === 'main'
    const received = receivedFacts.safeParse(toldAtReceipt(lot))
    const unknown = {
      material: lot.name,
      latin: lot.latin ?? '',
      species: '',
      part: lot.part ?? '',
      sourceType: '',
      place: '',
      harvest: '',
      isMain,
    }
    if (!received.success) return isMain ? [unknown] : [{ ...unknown, place: '见供应商记录' }]
    const { species, part, sourceType, province, city, county, harvestFrom, harvestTo } = received.data
    return [
      {
        ...unknown,
        species,
        part,
        sourceType,
        place: `${province}${city === province ? '' : city}${county}`,
        harvest: harvestFrom === harvestTo ? harvestFrom : `${harvestFrom} 至 ${harvestTo}`,
      },
    ]
  })
}

/** The last report of the herb and of the pieces made of it; the items as the signed report has them. */
export function reportsOf(lots: readonly PublicLot[]): PublicTrace['reports'] {
  return lots
    .filter((lot) => lot.role === 'main')
    .flatMap((lot) => {
      const report = reportFacts.safeParse(eventsOf(lot, 'reported').at(-1)?.facts)
      if (!report.success) return []
      const { reportNo, conforms, verdict, standard, reportedOn, items } = report.data
      return [
        {
          subject: isBought(lot) ? '药材' : '饮片',
          reportNo,
          standard,
          conclusion: verdict,
          conforming: conforms,
          on: reportedOn,
          items: items.map(({ item, ...rest }) => ({ name: item, ...rest })),
        },
      ]
    })
    .sort((a, b) => (a.subject === b.subject ? a.on.localeCompare(b.on) : a.subject === '饮片' ? -1 : 1))
}

type PublicStep = { what: string; detail: (facts: Record<string, unknown>, lot: PublicLot) => string; basis: 'verified' | 'declared' }
const nothing = () => ''
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The events that the public page shows, and in what words. People, masses and places stay in the house. */
const publicSteps: Partial<Record<TraceKind, PublicStep>> = {
  received: { what: '药材到货验收', detail: (_, lot) => lot.name, basis: 'verified' },
  sampled: { what: '取样', detail: (_, lot) => (isBought(lot) ? '药材' : '饮片'), basis: 'verified' },
  reported: {
    what: '检验报告',
    detail: (facts, lot) => `${isBought(lot) ? '药材' : '饮片'}：${text(facts['verdict'])}`,
    basis: 'verified',
  },
  released: { what: '放行', detail: (_, lot) => (isBought(lot) ? '药材由质量保证人员放行' : '成品由质量受权人放行'), basis: 'verified' },
  step_done: {
    what: '炮制工序',
    detail: (facts) => [text(facts['name']), text(facts['option'])].filter((part) => part !== '').join(' · '),
    basis: 'verified',
  },
  produced: { what: '生产完成', detail: (facts) => text(facts['processingMethod']), basis: 'verified' },
  packed: { what: '包装、赋码', detail: nothing, basis: 'verified' },
}

/** The way of the herb to the pack, in the order in which it happened. */
export function stepsOf(lots: readonly PublicLot[]): PublicTrace['steps'] {
  return lots
    .filter((lot) => lot.role === 'main')
    .flatMap((lot) =>
      lot.events.flatMap(({ kind, on, facts }) => {
        const step = publicSteps[kind]
        return step === undefined ? [] : [{ what: step.what, detail: step.detail(facts, lot), on, basis: step.basis }]
      }),
    )
    .sort((a, b) => a.on.localeCompare(b.on))
}
