import { z } from 'zod'
import { elementAt } from '#contract/kernel/certain.ts'
import type { PublicTrace } from '#contract/tracing/public-trace.ts'
import type { TraceKind } from '#contract/tracing/trace-event.ts'

type PublicEvent = { kind: TraceKind; on: string; time: string; no: string; facts: Record<string, unknown> }

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
  /** It was rejected, and what is in hand was made of it by rework: its test says nothing of that. */
  isReworked: boolean
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
  growthYears: z.string().nullish(),
  primaryProcessing: z.array(z.string()).nullish(),
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

/** Where the herb came from, as its supplier declared it at receipt: to the county. */
export function originsOf(lots: readonly PublicLot[]): PublicTrace['origins'] {
  return lots
    .filter((lot) => isBought(lot) && lot.role === 'main')
    .map((lot) => {
      const unknown = { species: '', part: lot.part ?? '', sourceType: '', place: [], harvestFrom: '', harvestTo: '', growthYears: '' }
      const named = { material: lot.name, latin: lot.latin ?? '', primaryProcessing: '' }
      const received = receivedFacts.safeParse(toldAtReceipt(lot))
      if (!received.success) return { ...named, ...unknown }
      const { province, city, county, growthYears, primaryProcessing, ...told } = received.data
      return {
        ...named,
        ...told,
        place: levelsOf({ province, city, county }),
        growthYears: growthYears ?? '',
        primaryProcessing: primaryProcessing?.join('、') ?? '',
      }
    })
}

/** Province, city and county; a city that is its own province stands once. */
const levelsOf = ({ province, city, county }: { province: string; city: string; county: string }) =>
  [province, city === province ? '' : city, county].filter((level) => level !== '')

/** 甘肃省 › 定西市 › 岷县, or nothing. */
export function placeOf(lot: PublicLot): string {
  const received = receivedFacts.safeParse(toldAtReceipt(lot))
  return received.success ? levelsOf(received.data).join(' › ') : ''
}

/** What was added on the way, each name once. */
export const auxiliariesOf = (lots: readonly PublicLot[]): string[] => [
  ...new Set(lots.filter((lot) => lot.role === 'auxiliary' || lot.kind === 'auxiliary').map((lot) => lot.name)),
]

/** The number of a lot's last report. */
export function reportNoOf(lot: PublicLot): string | null {
  const report = reportFacts.safeParse(eventsOf(lot, 'reported').at(-1)?.facts)
  return report.success ? report.data.reportNo : null
}

/** The shipments that something of a lot left with, without those of which a correction took all of it back. */
function deliveriesOf(lot: PublicLot): PublicEvent[] {
  const withdrawn = eventsOf(lot, 'corrected').flatMap(({ facts }) => facts['withdrawn'] ?? [])
  return [...Map.groupBy(eventsOf(lot, 'shipped'), ({ no }) => no)].flatMap(([shipmentNo, told]) =>
    told.slice(withdrawn.filter((no) => no === shipmentNo).length).slice(0, 1),
  )
}

/** The regions the packs went to, in the order of their first shipment: no customer, no quantity. */
export function destinationsOf(lots: readonly PublicLot[]): PublicTrace['destinations'] {
  const shipped = lots
    .flatMap(deliveriesOf)
    .map(({ facts, on }) => ({
      on,
      place: levelsOf({ province: text(facts['province']), city: text(facts['city']), county: '' }).join(' › '),
    }))
    .toSorted((one, other) => one.on.localeCompare(other.on))
  return [...Map.groupBy(shipped, ({ place }) => place)].map(([place, days]) => ({
    place,
    from: elementAt(days, 0).on,
    to: elementAt(days, days.length - 1).on,
  }))
}

/** The last report of the herb and of the pieces made of it, not of those that were worked again; the items as the signed report has them. */
export function reportsOf(lots: readonly PublicLot[]): PublicTrace['reports'] {
  return lots
    .filter((lot) => lot.role === 'main' && !lot.isReworked)
    .flatMap((lot): PublicTrace['reports'] => {
      const report = reportFacts.safeParse(eventsOf(lot, 'reported').at(-1)?.facts)
      if (!report.success) return []
      const { reportNo, conforms, verdict, standard, reportedOn, items } = report.data
      return [
        {
          subject: isBought(lot) ? '药材' : '饮片',
          material: lot.name,
          batchNo: lot.batchNo,
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

type PublicStep = { what: string; detail: (facts: Record<string, unknown>, lot: PublicLot) => string }
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The events that the public page shows, and in what words. People, masses and places stay in the house. */
const publicSteps: Partial<Record<TraceKind, PublicStep>> = {
  received: { what: '药材到货验收', detail: (_, lot) => lot.name },
  sampled: { what: '取样', detail: (_, lot) => (isBought(lot) ? '药材' : '饮片') },
  reported: { what: '检验报告', detail: (facts, lot) => `${isBought(lot) ? '药材' : '饮片'}：${text(facts['verdict'])}` },
  released: { what: '放行', detail: (_, lot) => (isBought(lot) ? '药材由质量保证人员放行' : '成品由质量受权人放行') },
  step_done: { what: '', detail: (facts) => [text(facts['name']), text(facts['option'])].filter((part) => part !== '').join(' · ') },
  produced: { what: '生产完成', detail: (facts) => `${text(facts['processingMethod'])}${facts['isRework'] === true ? '（返工）' : ''}` },
  packed: { what: '包装、赋码', detail: (facts) => (facts['isRepack'] === true ? '打开原包装，内容物换新包装' : '') },
}

/** The way of the herb to the pack, in the order in which it happened; with the time of day for the page of a batch. */
export function stepsOf(lots: readonly PublicLot[], withTime: boolean): PublicTrace['steps'] {
  return lots
    .filter((lot) => lot.role === 'main')
    .flatMap((lot) =>
      lot.events.flatMap(({ kind, on, time, facts }) => {
        const step = publicSteps[kind]
        // Packs are sampled when some came back, or to be kept: that is no part of the way of the one in hand.
        if (step === undefined || (lot.kind === 'pack' && (kind === 'sampled' || kind === 'reported'))) return []
        return [
          {
            at: `${on} ${time}`,
            what: step.what,
            detail: step.detail(facts, lot),
            on,
            time: withTime ? time : null,
            isProcess: kind === 'step_done',
          },
        ]
      }),
    )
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map(({ at: _, ...step }) => step)
}
