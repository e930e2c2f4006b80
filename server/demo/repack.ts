import type { z } from 'zod'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { repackApi } from '#contract/packing/repack-api.ts'
import { packingStations } from './asset.ts'
import { binIn } from './bin-in.ts'
import { boxesOf } from './box.ts'
import { releaseOf } from './packaging.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

export type RepackOptions = {
  /** A released pack lot. */
  lot: { lotId: string; lotNo: string }
  /** The packs to be opened, or their boxes; by default two packs that lie loose, else the first two of the first box. */
  codes?: readonly string[]
  /** Part of the name of the specification that they become; that of the lot by default. */
  spec?: string
  /** How many new packs are planned; by default as many as the content fills. */
  packs?: number
  ground?: z.input<typeof repackApi.create.input>['ground']
}

/** An order to pack some packs of a released lot anew, written by the packing team, not yet approved. */
export async function plannedRepack(as: As, { lot, codes, spec, packs, ground = 'damaged' }: RepackOptions) {
  const author = await as('baozhuang')
  const source = only(await author.ask(repackApi.lots, { id: lot.lotId }))
  const chosen = present(source.specs.find(({ name }) => (spec === undefined ? name === source.specName : name.includes(spec))))
  const named = codes ?? (await somePacks(as, lot.lotNo))
  const scanned = await Promise.all(named.map((code) => author.ask(repackApi.scan, { lotId: lot.lotId, code })))
  const opened = scanned.reduce((sum, goods) => sum + goods.packs, 0)
  const content = exact(source.netQuantity).times(opened)
  const plannedPacks = packs ?? content.div(chosen.netQuantity).floor().toNumber()
  const { id, orderNo } = await author.ask(repackApi.create, {
    ...{ lotId: lot.lotId, codes: [...named], ground, reason: '搬运中外袋破损，内袋完好，内容物性状正常' },
    ...{ packSpecId: chosen.id, plannedPacks, labelVersion: 'BQ-01', packagingMaterial: chosen.materials.length > 0 ? '' : 'BC26030101' },
  })
  return { orderId: id, orderNo, lot, codes: named, opened, content: content.toFixed(), spec: chosen, packs: plannedPacks }
}

async function somePacks(as: As, lotNo: string): Promise<string[]> {
  const { boxes, loose } = await boxesOf(as, lotNo)
  return (loose.length >= 2 ? loose : elementAt(boxes, 0).packs).slice(0, 2)
}

/** Approved by the production manager and QA. */
export async function approvedRepack(as: As, options: RepackOptions) {
  const planned = await plannedRepack(as, options)
  await (await as('shengchan2')).ask(packagingApi.approve, { id: planned.orderId, signature: signed(), quality: secondPerson('qa') })
  return planned
}

/** With a label for each new pack and box on the line. */
export async function labelledRepack(as: As, options: RepackOptions) {
  const approved = await approvedRepack(as, options)
  const run = await (
    await as('baozhuang')
  ).ask(packagingApi.issueLabels, {
    ...{ id: approved.orderId, packLabels: approved.packs, boxLabels: Math.ceil(approved.packs / approved.spec.packsPerBox) },
    stations: await packingStations(as, approved.orderId),
  })
  return { ...approved, runNo: run.runNo, packRangeId: run.packRangeId }
}

type Labelled = Awaited<ReturnType<typeof labelledRepack>>

/** What 包装员 writes down when every pack was found and opened. */
export async function usualOpening(as: As, { orderId, packs, content, spec }: Labelled) {
  const loss = exact(content).minus(exact(spec.netQuantity).times(packs))
  const grams = exact(spec.netQuantity).times(1000)
  const packer = await as('baozhuang')
  const { repack } = await packer.ask(packagingApi.read, { id: orderId })
  const startedAt = packer.time.now().toISOString()
  packer.time.spend(1)
  return {
    ...{
      id: orderId,
      startedAt,
      finishedAt: packer.time.now().toISOString(),
      packs,
      charged: content,
      remainder: '0',
      loss: loss.toFixed(),
    },
    ...{
      lossReason: loss.isZero() ? '' : '装不满一袋的尾数',
      deviation: '',
      labels: { used: packs, spoiled: 0, destroyed: 0, sampled: 0 },
    },
    weightChecks: [grams.plus('0.3').toFixed()],
    ...{ firstPiece: '首件标签、装量、封口经两人确认，合格', clearance: '已清场，原包装与原标签已销毁，无遗留物' },
    fromPlaceId: elementAt(present(repack).bins, 0).id,
    placeId: await binIn(packer, 'pack_quarantine'),
    ...{ signature: signed(), checker: secondPerson('qa2') },
  }
}

/** 换包装: packs of a released lot opened and packed anew; the new lot waits for its release. */
export async function repackedLot(as: As, options: RepackOptions) {
  const labelled = await labelledRepack(as, options)
  const done = await (await as('baozhuang')).ask(packagingApi.complete, await usualOpening(as, labelled))
  return { ...labelled, lotId: done.lotId, lotNo: done.lotNo, boxes: done.boxes }
}

/** The same, released by the 质量受权人. */
export async function releasedRepack(as: As, options: RepackOptions) {
  const repacked = await repackedLot(as, options)
  return { ...repacked, ...(await releaseOf(as, repacked)) }
}
