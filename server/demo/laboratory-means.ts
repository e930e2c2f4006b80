import { Decimal } from 'decimal.js'
import { elementAt, present } from '#contract/kernel/certain.ts'
import type { TestedItem } from '#contract/laboratory/inspection.ts'
import { instrumentApi } from '#contract/laboratory/instrument.ts'
import { meansApi, type MeansInput } from '#contract/laboratory/means.ts'
import { outsideLaboratoryApi } from '#contract/laboratory/outside-laboratory.ts'
import { reagentApi } from '#contract/laboratory/reagent.ts'
import { attachmentApi } from '#contract/office/attachment.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { signed, type Person } from './person.ts'

/** What a laboratory is given: instruments that were calibrated, bottles with their labels, a laboratory that it commissions. */

type Instrument = { number: string; name?: string; model?: string; calibratedOn?: string; nextDue?: string }

/** Has the head of the laboratory register an instrument and its first calibration. */
export async function calibratedInstrument(
  keeper: Person,
  today: string,
  { number, name = '电热鼓风干燥箱', model = '', ...days }: Instrument,
) {
  const { id } = await keeper.ask(instrumentApi.create, { number, name, model, place: '理化室', intervalMonths: 12 })
  const calibratedOn = days.calibratedOn ?? addDays(today, -30)
  await keeper.ask(instrumentApi.calibrate, {
    id,
    calibratedOn,
    result: 'pass',
    certificateNo: `JL${calibratedOn.replaceAll('-', '')}-${number}`,
    calibratedBy: '甘肃省计量研究院（演示）',
    nextDue: days.nextDue ?? addDays(calibratedOn, 365),
    signature: signed(),
  })
  return id
}

type Bottle = {
  number: string
  name?: string
  kind?: 'reagent' | 'standard_solution' | 'reference_substance'
  purity?: string
  amount?: string
  unit?: string
}

const usualUnit = 'mL'

/** Has the head of the laboratory register a bottle that is good for a year, and for `daysAfterOpening` once it is open. */
export async function bottle(
  keeper: Person,
  today: string,
  {
    number,
    name = '甲醇',
    kind = 'reagent',
    purity = '',
    amount = '500',
    unit = usualUnit,
    ...days
  }: Bottle & { receivedOn?: string; useBy?: string; daysAfterOpening?: number },
) {
  const { id } = await keeper.ask(reagentApi.create, {
    number,
    name,
    kind,
    lotNo: `P${number}`,
    maker: '国药集团化学试剂（演示）',
    purity,
    receivedOn: days.receivedOn ?? addDays(today, -20),
    useBy: days.useBy ?? addDays(today, 365),
    daysAfterOpening: days.daysAfterOpening ?? null,
    unit,
    amount,
  })
  return id
}

/** Has the head of the laboratory register an outside laboratory that is accredited for this. */
export async function accreditedLaboratory(
  keeper: Person,
  today: string,
  { name = '甘肃省药品检验研究院（演示）', scope = ['黄曲霉毒素B1'] } = {},
) {
  const { id } = await keeper.ask(outsideLaboratoryApi.create, {
    name,
    accreditationNo: 'CNAS L0000（演示）',
    scope: [...scope],
    validFrom: addDays(today, -400),
    validUntil: addDays(today, 600),
    contact: '业务科',
  })
  return id
}

const instruments = [
  { number: 'YQ-001', name: '分析天平', model: 'AUW120D' },
  { number: 'YQ-002', name: '电热鼓风干燥箱', model: 'DHG-9070A' },
  { number: 'YQ-003', name: '箱式电阻炉', model: 'SX2-4-10' },
  { number: 'YQ-004', name: '恒温水浴锅', model: 'HH-6' },
  { number: 'YQ-005', name: '高效液相色谱仪', model: 'LC-2030' },
  { number: 'YQ-006', name: '紫外可见分光光度计', model: 'UV-1800' },
  { number: 'YQ-007', name: '数字温湿度计', model: 'TH-10' },
  { number: 'YQ-008', name: '电热鼓风干燥箱（备用）', model: 'DHG-9030A' },
]

const bottles = [
  { number: 'SJ-001', name: '甲醇', purity: '色谱纯', amount: '4000' },
  { number: 'SJ-002', name: '乙醇', purity: '分析纯', amount: '5000' },
  { number: 'SJ-003', name: '甲醇', purity: '色谱纯', amount: '4000', daysAfterOpening: 180 },
  { number: 'SJ-004', name: '盐酸', purity: '分析纯' },
  { number: 'SJ-005', name: '石油醚', purity: '分析纯', useBy: 392 },
  { number: 'BY-001', name: '氢氧化钠滴定液', kind: 'standard_solution', purity: '0.1021 mol/L', useBy: 367 },
  { number: 'DZ-001', name: '阿魏酸', kind: 'reference_substance', purity: '99.4%', amount: '100', unit: 'mg' },
  { number: 'DZ-002', name: '黄芪甲苷', kind: 'reference_substance', purity: '97.2%', amount: '50', unit: 'mg' },
  { number: 'DZ-003', name: '甜菜碱', kind: 'reference_substance', purity: '99.8%', amount: '100', unit: 'mg' },
  { number: 'DZ-004', name: '羟基红花黄色素A', kind: 'reference_substance', purity: '93.1%', amount: '20', unit: 'mg' },
] as const

/** The laboratory of the demo factory before its first test, and on this day. */
export async function furnishLaboratory(keeper: Person, today: string): Promise<void> {
  for (const one of instruments) await calibratedInstrument(keeper, today, one)
  for (const { useBy, ...one } of bottles.map((each) => ({ useBy: 800, ...each })))
    await bottle(keeper, today, { ...one, useBy: addDays(today, useBy) })
  await accreditedLaboratory(keeper, today, { scope: ['黄曲霉毒素B1', '黄曲霉毒素总量(B1+B2+G1+G2)', '2351'] })
  await accreditedLaboratory(keeper, today, {
    name: '西北农产品检测中心（演示）',
    scope: ['农药残留量', '2341', '重金属及有害元素', '2321'],
  })
}

/** 年度校准: every instrument in service, before the year is over; the thermometer for two months only. */
export async function calibratedAgain(keeper: Person, today: string): Promise<void> {
  const { rows } = await keeper.ask(instrumentApi.list, { state: 'in_use', pageSize: 200 })
  for (const { id, number } of rows)
    await keeper.ask(instrumentApi.calibrate, {
      id,
      calibratedOn: today,
      result: 'pass',
      certificateNo: `JL${today.replaceAll('-', '')}-${number}`,
      calibratedBy: '甘肃省计量研究院（演示）',
      nextDue: addDays(today, number === 'YQ-007' ? 60 : 365),
      signature: signed(),
    })
}

/** An oven that does not keep its temperature leaves service. */
export async function spareOvenStopped(keeper: Person): Promise<void> {
  const { rows } = await keeper.ask(instrumentApi.list, { q: 'YQ-008' })
  const { id } = elementAt(rows, 0)
  await keeper.ask(instrumentApi.takeOut, { id, reason: '温控失灵，待维修', signature: signed() })
}

/** The furnace fails its calibration: its case lists what was burnt in it since the last good one. Mended, it is calibrated again. */
export async function furnaceFailed(keeper: Person, today: string): Promise<string> {
  const { rows } = await keeper.ask(instrumentApi.list, { q: 'YQ-003' })
  const { id, number } = elementAt(rows, 0)
  const certificate = { certificateNo: `JL${today.replaceAll('-', '')}-${number}`, calibratedBy: '甘肃省计量研究院（演示）' }
  const failed = { result: 'fail' as const, nextDue: null, remark: '550 ℃ 点示值误差 +14 ℃，超出 ±10 ℃' }
  const { caseNo } = await keeper.ask(instrumentApi.calibrate, { id, calibratedOn: today, ...certificate, ...failed, signature: signed() })
  const mended = { result: 'pass' as const, nextDue: addDays(today, 365), remark: '更换热电偶后复校' }
  await keeper.ask(instrumentApi.calibrate, {
    ...{ id, calibratedOn: today, ...certificate, ...mended, signature: signed() },
    certificateNo: `${certificate.certificateNo}-2`,
  })
  return present(caseNo)
}

/** What an item is made with in the demo factory, by its name. */
const usualTools: [RegExp, readonly string[]][] = [
  [/水分/, ['YQ-002', 'YQ-001']],
  [/灰分/, ['YQ-003', 'YQ-001']],
  [/浸出物/, ['YQ-004', 'YQ-001', 'SJ-002']],
  [/苷|酸|碱|素|酯|酚|醌/, ['YQ-005', 'YQ-001', 'SJ-001']],
]

type Named = Pick<TestedItem, 'name' | 'method' | 'op'>

/** What the analyst makes each item with: as the register has it, nothing where there is none. */
export async function meansAtHand(analyst: Person, inspectionId: string): Promise<(item: Named) => { means?: MeansInput }> {
  const { hasInstruments, instruments: tools, reagents } = await analyst.ask(meansApi.choices, { id: inspectionId })
  return (item) => {
    if (!hasInstruments || item.op === 'qualitative' || item.op === 'absent') return {}
    const numbers = usualTools.find(([names]) => names.test(item.name))?.[1] ?? ['YQ-001']
    const fit = ({ number, name }: { number: string; name: string }) => numbers.includes(number) || item.name.startsWith(name)
    return { means: { instrumentIds: tools.filter(fit).map(({ id }) => id), reagentIds: reagents.filter(fit).map(({ id }) => id) } }
  }
}

type Commissioned = {
  itemId: string
  revision: number
  source: 'outsourced'
  individual: string[]
  referenceNo: string
  commission: { laboratoryId: string; reportedOn: string; certificateId: string }
}

/** What another laboratory tests for this one, by its report, which lies beside the inspection; nothing where no laboratory is accredited for it. */
export async function commissionedResults(analyst: Person, inspectionId: string, items: readonly TestedItem[]) {
  const { laboratories } = await analyst.ask(meansApi.choices, { id: inspectionId })
  const results: Commissioned[] = []
  for (const item of items.filter(({ outsourcedAllowed }) => outsourcedAllowed)) {
    const laboratory = laboratories.find(({ scope }) => scope.includes(item.name) || scope.includes(item.method))
    if (laboratory === undefined) continue
    const referenceNo = `W${dayInShanghai(analyst.time.now()).replaceAll('-', '')}-${String(results.length + 1).padStart(2, '0')}`
    const name = `委托检验报告 ${referenceNo}（演示）.txt`
    const value = new Decimal(item.limit).times('0.24').toFixed(1)
    const { digest } = await analyst.hand(
      attachmentApi.upload,
      { name },
      `${laboratory.name}\n${referenceNo}\n${item.name}：${value} ${item.unit}\n`,
    )
    const { id: certificateId } = await analyst.ask(attachmentApi.add, {
      of: 'inspection',
      id: inspectionId,
      name,
      kind: '药材检验报告',
      digest,
    })
    results.push({
      ...{ itemId: item.id, revision: 0, source: 'outsourced', individual: [value], referenceNo },
      commission: { laboratoryId: laboratory.id, reportedOn: dayInShanghai(analyst.time.now()), certificateId },
    })
  }
  return results
}

/** A little of each bottle that the results name, as far as it lasts. */
export async function drawnFor(analyst: Person, inspectionId: string, results: readonly { itemId: string; means?: MeansInput }[]) {
  const { reagents } = await analyst.ask(meansApi.choices, { id: inspectionId })
  const used = new Set(results.flatMap(({ means }) => means?.reagentIds ?? []))
  const draws = reagents.flatMap(({ id, unit, amountLeft }) => {
    const quantity = unit === 'mL' ? '20' : '1'
    return used.has(id) && new Decimal(amountLeft).greaterThan(quantity) ? [{ reagentId: id, quantity }] : []
  })
  return draws.length === 0 ? {} : { draws }
}
