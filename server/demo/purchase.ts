import { Decimal } from 'decimal.js'
import type { z } from 'zod'
import { elementAt } from '#contract/kernel/certain.ts'
import type { receiptLineInput } from '#contract/supply/receipt.ts'
import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { lateRecordingDays, type PurchaseCategory } from '#contract/supply/purchase.ts'
import { addDays, addMonths, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Clock } from '#tools/clock.ts'
import { binIn } from './bin-in.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>
type Origin = NonNullable<z.output<typeof receiptLineInput>['provenance']>['origin']

/** Where the demo factory's herbs come from; others come from where 当归 does. */
const angelicaOrigin: Origin = { province: '甘肃省', city: '定西市', county: '岷县', town: '秦许乡', village: '百花村' }
const origins: Record<string, Origin> = {
  当归: angelicaOrigin,
  黄芪: { province: '甘肃省', city: '定西市', county: '陇西县', town: '首阳镇', village: '首阳村' },
  党参: { province: '甘肃省', city: '定西市', county: '渭源县', town: '会川镇', village: '沈家滩村' },
  甘草: { province: '甘肃省', city: '酒泉市', county: '瓜州县', town: '腰站子乡', village: '扎花营村' },
  大黄: { province: '甘肃省', city: '陇南市', county: '礼县', town: '铨水镇', village: '铨水村' },
  白术: { province: '安徽省', city: '亳州市', county: '谯城区', town: '十九里镇', village: '薛菜园村' },
  白芍: { province: '安徽省', city: '亳州市', county: '谯城区', town: '华佗镇', village: '华佗村' },
  丹参: { province: '山东省', city: '临沂市', county: '平邑县', town: '流峪镇', village: '流峪村' },
  黄芩: { province: '山西省', city: '运城市', county: '绛县', town: '横水镇', village: '新庄村' },
  川芎: { province: '四川省', city: '成都市', county: '彭州市', town: '敖平镇', village: '凤泉村' },
  红花: { province: '新疆维吾尔自治区', city: '昌吉回族自治州', county: '吉木萨尔县', town: '二工镇', village: '头工村' },
  枸杞子: { province: '宁夏回族自治区', city: '中卫市', county: '中宁县', town: '舟塔乡', village: '舟塔村' },
  延胡索: { province: '陕西省', city: '汉中市', county: '城固县', town: '董家营镇', village: '董家营村' },
  半夏: { province: '甘肃省', city: '陇南市', county: '西和县', town: '何坝镇', village: '何坝村' },
}
/** 基原 of the demo's herbs that have more than one is the first of the material's list; years of growth where they are asked for. */
const growthYears: Record<string, string> = { 黄芪: '3', 黄连: '5' }

/** The supplier of each herb, by a part of its name; 当归 and what is not named here come from the first who may deliver. */
const usualSupplier: Record<string, string> = {
  黄芪: '陇西',
  党参: '陇西',
  甘草: '陇西',
  大黄: '陇西',
  半夏: '陇西',
  白术: '亳州',
  白芍: '亳州',
  丹参: '亳州',
  黄芩: '亳州',
  川芎: '亳州',
  红花: '亳州',
  枸杞子: '亳州',
  延胡索: '亳州',
}

const auxiliaries = ['黄酒', '米醋', '麦麸', '炼蜜', '食盐', '生姜', '白矾']
const packaging = ['药用复合膜卷材', '瓦楞纸箱', '药用复合膜袋', '五层纸箱']
const categoryOf = (material: string): PurchaseCategory =>
  auxiliaries.includes(material) ? 'auxiliary' : packaging.includes(material) ? 'packaging' : 'crude_drug'

// A supplier gives no note and no lot the number of another, also where several processes buy for the same factory.
let notes = 0
const nextNote = () => `${process.pid}${String(++notes).padStart(2, '0')}`

/** How an ordinary delivery is varied: which material, how much (kg), from whom, when it came, and anything of the receipt line. */
export type Delivery = {
  material?: string
  quantity?: string
  /** Part of the supplier's name; by default the usual one. */
  supplier?: string
  /** ISO instant; by default a moment ago. */
  arrivedAt?: string
  grade?: string
  origin?: Origin
  /** The days of its harvest; by default the two weeks before the last two months. */
  harvest?: { from: string; to: string }
  packages?: number
  /** Fields of the receipt line that differ from an ordinary one. */
  line?: Partial<z.output<typeof receiptLineInput>>
}

const arrivalOf = ({ arrivedAt }: Delivery, clock: Clock) => {
  const at = arrivedAt ?? new Date(clock.now().getTime() - 60_000).toISOString()
  return { arrivedAt: at, arrivedOn: dayInShanghai(new Date(at)) }
}

/** The first of these suppliers that is approved for the material. */
async function orderable(
  buyer: Person,
  asked: z.input<typeof purchaseApi.materials.input>,
  suppliers: z.output<typeof purchaseApi.suppliers.output>,
) {
  for (const from of suppliers) {
    const materials = await buyer.ask(purchaseApi.materials, { ...asked, supplierId: from.id })
    const chosen = materials.find((one) => one.name === asked.q && one.approved.length > 0)
    if (chosen !== undefined) return { chosen, from }
  }
  throw new Error(`nothing to order: ${asked.q} from any of ${suppliers.length} suppliers`)
}

/** A purchase order as 采购员 writes it, still a draft. */
export async function draftOrder(as: As, options: Delivery = {}) {
  const { material = '当归', quantity = '500', grade = '统货' } = options
  const supplier = options.supplier ?? usualSupplier[material] ?? ''
  const category = categoryOf(material)
  const buyer = await as('caigou')
  const purchasedOn = addDays(arrivalOf(options, buyer.time).arrivedOn, -3)
  const suppliers = await buyer.ask(purchaseApi.suppliers, { category, on: purchasedOn, q: supplier })
  const { chosen, from } = await orderable(
    buyer,
    { category, on: purchasedOn, q: material },
    suppliers.filter((one) => one.trouble === null),
  )
  const { province, city, county } = options.origin ?? origins[material] ?? angelicaOrigin
  return buyer.ask(purchaseApi.create, {
    category,
    supplierId: from.id,
    contractNo: '',
    qualityAgreementNo: '',
    purchasedOn,
    expectedOn: addDays(purchasedOn, 5),
    remark: '',
    lines: [
      {
        materialId: chosen.id,
        grade,
        agreedOrigin: category === 'crude_drug' ? { province, city, county } : null,
        quantity,
        unitPrice: category === 'crude_drug' ? '63.00' : '8.00',
      },
    ],
  })
}

/** An approved purchase order, ready for the goods to come. */
export async function approvedOrder(as: As, options: Delivery = {}) {
  const order = await draftOrder(as, options)
  await (await as('caigou')).ask(purchaseApi.submit, { id: order.id })
  let approved = await (await as('shengchan2')).ask(purchaseApi.approve, { id: order.id })
  // Above the factory's limits further persons approve.
  for (const next of ['shouquan', 'user'])
    if (approved.state === 'half_approved') approved = await (await as(next)).ask(purchaseApi.approve, { id: order.id })
  return approved
}

/** The invoice has come: the buyer closes the order. */
export async function closedOrder(as: As, id: string) {
  return (await as('caigou')).ask(purchaseApi.close, { id, invoiceNo: `FP${id.slice(-8).toUpperCase()}` })
}

/** What 仓库管理员 writes down about an ordinary delivery against the first line of an order. */
export async function deliveryNote(as: As, orderId: string, options: Delivery = {}): Promise<z.output<typeof purchaseApi.receive.input>> {
  const keeper = await as('cangku')
  const { arrivedAt, arrivedOn } = arrivalOf(options, keeper.time)
  const receiving = await keeper.ask(purchaseApi.receiving, { id: orderId })
  const line = elementAt(receiving.lines, 0)
  const isCrude = receiving.category === 'crude_drug'
  const net = options.quantity ?? line.quantity
  const packages = options.packages ?? 20
  // A woven bag weighs 0.2 kg; pieces are counted.
  const tare = line.unit === 'kg' ? new Decimal('0.2').times(packages).toFixed() : '0'
  const harvestTo = addMonths(arrivedOn, -2)
  const harvest = options.harvest ?? { from: addDays(harvestTo, -15), to: harvestTo }
  const serial = nextNote()
  const isLate = arrivedOn < addDays(dayInShanghai(keeper.time.now()), -lateRecordingDays)
  const placeId = await binIn(keeper, 'quarantine', { isToxic: line.isToxic, code: line.isToxic ? 'D' : isCrude ? 'A' : 'F' })
  return {
    id: orderId,
    arrivedAt,
    deliveryNoteNo: `${arrivedOn.replaceAll('-', '')}-${serial}`,
    transport: '厢式车，篷布遮盖',
    remark: '',
    doubtReason: isLate ? '系统上线前到货，据纸质验收记录补录' : '',
    lots: [
      {
        purchaseLineId: line.id,
        nameOnNote: line.materialName,
        supplierLotNo: `${arrivedOn.slice(2).replaceAll('-', '')}A${serial}`,
        upstreamTraceCode: '',
        grade: options.grade ?? line.grade,
        provenance: isCrude
          ? {
              species: elementAt(line.species, 0),
              sourceKind: 'cultivated',
              origin: options.origin ?? origins[line.materialName] ?? angelicaOrigin,
              harvestFrom: harvest.from,
              harvestTo: harvest.to,
              growthYears: growthYears[line.materialName] ?? null,
              primaryProcessing: ['washed', 'sun_dried'],
              isFreshCut: false,
              freshCutBasis: '',
              sulfur: 'no',
              importApprovalNo: '',
              customsNo: '',
            }
          : null,
        madeOn: isCrude ? null : addMonths(arrivedOn, -1),
        expiresOn: isCrude ? null : addMonths(arrivedOn, 24),
        packageKind: isCrude ? 'woven_bag' : 'drum',
        packageCount: packages,
        noteQuantity: net,
        gross: new Decimal(net).plus(tare).toFixed(),
        tare,
        net,
        netReason: '',
        packageIntact: true,
        labelComplete: true,
        defects: [],
        exceptionNote: '',
        doubtReason: '',
        placeId,
        abnormal: [],
        ...options.line,
      },
    ],
    refused: [],
    checker: secondPerson('cangku2'),
    ...(line.isToxic && { signature: signed() }),
  }
}

/** A lot that was ordered, approved, and received into quarantine. */
export async function receivedLot(as: As, options: Delivery = {}) {
  return receivedAgainst(as, await approvedOrder(as, options), options)
}

/** The lot of an approved order, received into quarantine. */
export async function receivedAgainst(as: As, order: { id: string; orderNo: string }, options: Delivery = {}) {
  const received = await (await as('cangku')).ask(purchaseApi.receive, await deliveryNote(as, order.id, options))
  const { lotId, lotNo, name, net } = elementAt(received.lots, 0)
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    receiptId: received.receiptId,
    receiptNo: received.receiptNo,
    lotId,
    lotNo,
    name,
    quantity: net,
  }
}
