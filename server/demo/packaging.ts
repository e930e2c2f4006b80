import { elementAt, present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { packRetentionApi } from '#contract/laboratory/pack-retention.ts'
import { sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { packLotApi } from '#contract/release/pack-lot.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { packingStations } from './asset.ts'
import { binIn } from './bin-in.ts'
import { concludedCase, conformingBatch, type BatchOptions } from './production.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/** A bulk batch that may be packed. */
export type Packable = { lotId: string; batchNo: string }

export type PackOptions = BatchOptions & {
  /** Whether the whole batch is used up; by default as much as the packs need. */
  isWhole?: boolean
  /** A conforming batch to pack; else one is made, as the other options say. */
  batch?: Packable
  /** How many packs; by default what some 50 kg give. */
  packs?: number
  /** Part of the specification's name; the first by default. */
  spec?: string
  /** The packing room, registered if nobody did; by default one of the factory's. */
  room?: string
}

/** A packaging order written by the packing team, not yet approved. */
export async function plannedPackaging(as: As, { batch, packs, spec = '', isWhole = false, ...options }: PackOptions = {}) {
  const bulk = batch ?? (await conformingBatch(as, options))
  const author = await as('baozhuang')
  const packable = (await author.ask(packagingApi.choices, { id: bulk.lotId })).find((one) => one.id === bulk.lotId)
  const chosen = packable?.specs.find((one) => one.name.includes(spec))
  if (packable === undefined || chosen === undefined) throw new Error(`batch ${bulk.batchNo} cannot be packed`)
  const plannedPacks =
    packs ?? Math.min(Math.floor(50 / Number(chosen.netQuantity)), Math.floor(Number(packable.available) / Number(chosen.netQuantity)))
  const order = await author.ask(packagingApi.create, {
    bulkLotId: bulk.lotId,
    packSpecId: chosen.id,
    plannedPacks,
    packagingMaterial: chosen.materials.length > 0 ? '' : 'BC26030101',
    labelVersion: 'BQ-01',
  })
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    batch: { lotId: bulk.lotId, batchNo: bulk.batchNo },
    spec: chosen,
    packs: plannedPacks,
    ...(isWhole && { charge: packable.available }),
  }
}

/** Approved by the production manager. */
export async function approvedPackaging(as: As, options?: PackOptions) {
  const planned = await plannedPackaging(as, options)
  await (await as('shengchan2')).ask(packagingApi.approve, { id: planned.orderId, signature: signed() })
  return planned
}

/** With labels on the line: a few more than packs, and one for each box. */
export async function labelledPackaging(
  as: As,
  { spare = 0, boxLabels, ...options }: PackOptions & { spare?: number; boxLabels?: number } = {},
) {
  const approved = await approvedPackaging(as, options)
  const run = await (
    await as('baozhuang')
  ).ask(packagingApi.issueLabels, {
    id: approved.orderId,
    packLabels: approved.packs + spare,
    boxLabels: boxLabels ?? Math.ceil(approved.packs / approved.spec.packsPerBox),
    stations: await packingStations(as, approved.orderId, options.room),
  })
  return { ...approved, spare, runNo: run.runNo, packRangeId: run.packRangeId, boxRangeId: present(run.boxRangeId) }
}

type Labelled = Awaited<ReturnType<typeof labelledPackaging>> & { charge?: string }

/** How long a lot is packed, where time is told. */
const packingHours = 3

/** What 包装员 writes down when all went well: every pack made, spare labels destroyed, a kilogram in five hundred lost. */
export async function usualCompletion(as: As, { orderId, packs, spare, spec, charge }: Labelled) {
  const packed = exact(spec.netQuantity).times(packs)
  const loss = charge === undefined ? packed.div(500).toDecimalPlaces(4) : exact(charge).minus(packed)
  const grams = exact(spec.netQuantity).times(1000)
  const packer = await as('baozhuang')
  const startedAt = packer.time.now().toISOString()
  packer.time.spend(packingHours)
  return {
    id: orderId,
    startedAt,
    finishedAt: packer.time.now().toISOString(),
    packs,
    charged: packed.plus(loss).toFixed(),
    remainder: '0',
    loss: loss.toFixed(),
    labels: { used: packs, spoiled: 0, destroyed: spare, sampled: 0 },
    weightChecks: [grams.plus('0.4').toFixed(), grams.plus('1.1').toFixed(), grams.plus('0.2').toFixed()],
    firstPiece: '首件标签、装量、封口经两人确认，合格',
    clearance: '已清场，无遗留物',
    placeId: await binIn(packer, 'pack_quarantine'),
    signature: signed(),
    checker: secondPerson('qa2'),
  }
}

/** A pack lot in the 待放行 zone. */
export async function packedLot(as: As, options?: Parameters<typeof labelledPackaging>[1]) {
  const labelled = await labelledPackaging(as, options)
  const completion = await usualCompletion(as, labelled)
  const { lotId, lotNo, boxes } = await (await as('baozhuang')).ask(packagingApi.complete, completion)
  return { ...labelled, lotId, lotNo, boxes, quantity: exact(labelled.spec.netQuantity).times(labelled.packs).toFixed() }
}

/** A label was nowhere when the packs were counted: its case is ended, and the lot is released. */
export async function packedWithoutLabel(as: As) {
  const labelled = await labelledPackaging(as, { quantity: '60', packs: 40, spare: 4 })
  const usual = await usualCompletion(as, labelled)
  const done = await (
    await as('baozhuang')
  ).ask(packagingApi.complete, {
    ...usual,
    labels: { ...usual.labels, destroyed: 3, lost: 1 },
    lostLabels: [{ runNo: labelled.runNo, first: 17, last: 17 }],
    remark: '第17号标签清场时未找到',
  })
  await concludedCase(as, present(done.caseNo))
  return { ...done, ...(await releaseOf(as, done)) }
}

/** A pack lot that 质量受权人 released: it may be sold. */
export async function releasedPack(as: As, options?: Parameters<typeof packedLot>[1]) {
  const packed = await packedLot(as, options)
  return { ...packed, ...(await releaseOf(as, packed)) }
}

/** Has the 质量受权人 release a pack lot. */
export async function releaseOf(as: As, { lotId }: { lotId: string }): Promise<{ releaseNo: string | null }> {
  const releaser = await as('shouquan')
  const { releaseNo } = await releaser.ask(packLotApi.release, {
    id: lotId,
    environmentOk: true,
    placeId: await binIn(releaser, 'pack_released'),
    signature: signed('同意放行'),
  })
  return { releaseNo }
}

/** The codes of the last packs of a packed lot, one by one. */
export async function packCodes(as: As, lotNo: string, packs: number): Promise<string[]> {
  const packer = await as('baozhuang')
  const { rows } = await packer.ask(qrApi.list, { level: 'pack', q: lotNo, pageSize: 200 })
  const range = present(rows.find((row) => row.lotNo === lotNo))
  const [, ...lines] = (await packer.ask(qrApi.download, { id: range.id })).trim().split('\r\n')
  return lines.slice(-packs).map((line) => elementAt(line.split(','), 2))
}

/** Has the sampler keep packs of a packed lot. */
export const drawnPacks = async (as: As, { lotId, codes }: { lotId: string; codes: string[] }) =>
  (await as('quyang')).ask(packRetentionApi.draw, { lotId, codes, signature: signed() })

/** The same, received by the laboratory. */
export async function keptPacks(as: As, packs: { lotId: string; codes: string[] }) {
  const { sample } = await drawnPacks(as, packs)
  return (await as('jianyan')).ask(sampleLaboratoryApi.bulk.receive, {
    ...{ id: sample.id, container: '原包装', shelf: '留样柜 成品', retentionShelf: '留样柜 成品' },
  })
}
