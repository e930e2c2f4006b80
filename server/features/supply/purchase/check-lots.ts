import { Decimal } from 'decimal.js'
import { countyCodeOf } from '#contract/supply/counties.ts'
import {
  differsFromNote,
  isExceptional,
  isNetExact,
  isNetOfGross,
  mostReceivable,
  type PurchaseCategory,
} from '#contract/supply/purchase.ts'
import { Refusal, type FieldError, type RefusalCode } from '#contract/kernel/refusals.ts'
import { isCounted, isWholeIn, type MaterialUnit } from '#contract/warehouse/unit.ts'
import type { OrderLine } from './queries.ts'
import { soundPart, type LineAtDoor } from './split-line.ts'

/** What was ordered for each lot at the door; a line of another order is not found. */
export function matchLines<Row extends { purchaseLineId: string }>(
  rows: readonly Row[],
  lines: readonly OrderLine[],
  path: string,
): { delivered: Row; line: OrderLine }[] {
  return rows.map((delivered, index) => {
    const line = lines.find((line) => line.id === delivered.purchaseLineId)
    if (line === undefined) throw new Refusal('not_found', [{ path: `${path}.${index}.purchaseLineId`, message: '采购单中没有这一行' }])
    return { delivered, line }
  })
}

/**
 * Checks every line at the door as the receipt record asks (domain §2.1): provenance of crude drugs, weights, dates, what must be
 * explained. Fumigated goods do not come in, no lot is written twice, and no line is delivered far beyond its order.
 */
export function checkLots(category: PurchaseCategory, arrivedOn: string, lots: readonly LineAtDoor[]): void {
  refuse(
    'sulfur_fumigated',
    lots.map((lot) => (lot.delivered.provenance?.sulfur === 'yes' ? [['provenance.sulfur', '硫熏的药材请列入拒收']] : [])),
  )
  refuse(
    'invalid_input',
    lots.map((lot) => [
      ...(category === 'crude_drug' ? wrongInCrudeDrug(lot, arrivedOn) : wrongInOther(lot, arrivedOn)),
      ...wrongInWeights(lot),
      ...wrongInAbnormal(lot),
    ]),
  )
  refuse(
    'pieces_whole',
    lots.map(({ delivered, line }) =>
      [delivered, ...delivered.abnormal].every((part) => areCounted(part, line.unit)) && isWholeIn(delivered.noteQuantity, line.unit)
        ? []
        : [['net', `按${line.unit}计：数量须为整数，没有皮重`]],
    ),
  )
  refuse(
    'net_unexplained',
    lots.map(({ delivered }) =>
      delivered.netReason === '' && ![delivered, ...delivered.abnormal].every(isNetExact)
        ? [['netReason', '净重与毛重减皮重不等，请写明原因']]
        : [],
    ),
  )
  refuse(
    'county_unknown',
    lots.map(({ delivered: { provenance } }) =>
      provenance === null || countyCodeOf(provenance.origin) !== undefined ? [] : [['provenance.origin', '请从名录中选择县（区）']],
    ),
  )
  if (lots.reduce((count, { delivered }) => count + 1 + delivered.abnormal.length, 0) > mostLots)
    throw new Refusal('invalid_input', [{ path: 'lots', message: `连同异常包装，一次最多验收${mostLots}批` }])

  const seen = lots.map(({ delivered: { purchaseLineId, grade, supplierLotNo, provenance } }) =>
    JSON.stringify([purchaseLineId, grade, supplierLotNo, provenance]),
  )
  refuse(
    'one_lot_twice',
    seen.map((key, index) => (seen.indexOf(key) < index ? [['supplierLotNo', `与第${seen.indexOf(key) + 1}行相同`]] : [])),
  )
  refuse(
    'over_delivery',
    lots.map(({ line }, index) => {
      const delivered = lots
        .filter((other) => other.line.id === line.id)
        .reduce((sum, other) => sum.plus(other.delivered.net), new Decimal(line.received))
      const isFirst = lots.findIndex((other) => other.line.id === line.id) === index
      return isFirst && delivered.greaterThan(mostReceivable(line.quantity))
        ? [['net', `共到${delivered.toFixed()} ${line.unit}，订购${new Decimal(line.quantity).toFixed()} ${line.unit}`]]
        : []
    }),
  )
}

/** Pieces are counted: what is written as gross is their count, and there is no tare. */
const areCounted = ({ gross, tare, net }: { gross: string; tare: string; net: string }, unit: MaterialUnit) =>
  !isCounted(unit) || (isWholeIn(net, unit) && new Decimal(gross).equals(net) && new Decimal(tare).isZero())

/** The lots of a receipt have two digits in their numbers. */
const mostLots = 99

type Wrong = readonly [field: string, message: string]

function wrongInCrudeDrug({ delivered, line }: LineAtDoor, arrivedOn: string): Wrong[] {
  const from = delivered.provenance
  if (from === null) return [['provenance', '药材须填写产地、采收等来源信息']]
  const wrong: Wrong[] = []
  const isKnown = from.species === '' ? line.species.length === 1 : line.species.includes(from.species)
  if (!isKnown) wrong.push(['provenance.species', `请选择${line.materialName}的基原`])
  if (from.harvestTo < from.harvestFrom) wrong.push(['provenance.harvestTo', '采收结束不能早于开始'])
  if (from.harvestTo > arrivedOn) wrong.push(['provenance.harvestTo', '采收时间不能晚于到货时间'])
  if (line.needsGrowthYears && from.growthYears === null) wrong.push(['provenance.growthYears', `${line.materialName}须填写生长年限`])
  if (from.isFreshCut && from.freshCutBasis === '') wrong.push(['provenance.freshCutBasis', '趁鲜切制须填写所依据的目录与协议'])
  if (from.sourceKind === 'imported' && from.importApprovalNo === '')
    wrong.push(['provenance.importApprovalNo', '进口药材须填写进口批件号'])
  if (from.sourceKind === 'imported' && from.customsNo === '') wrong.push(['provenance.customsNo', '进口药材须填写通关单号'])
  return wrong
}

function wrongInOther({ delivered }: LineAtDoor, arrivedOn: string): Wrong[] {
  const wrong: Wrong[] = []
  if (delivered.provenance !== null) wrong.push(['provenance', '只有药材填写来源信息'])
  if (delivered.madeOn !== null && delivered.madeOn > arrivedOn) wrong.push(['madeOn', '生产日期不能晚于到货时间'])
  if (delivered.expiresOn !== null && delivered.expiresOn < arrivedOn) wrong.push(['expiresOn', '到货时已过有效期，请拒收'])
  return wrong
}

function wrongInWeights({ delivered }: LineAtDoor): Wrong[] {
  const wrong: Wrong[] = []
  if (!isNetOfGross(delivered)) wrong.push(['net', '净重应等于毛重减皮重（允许相差0.1%）'])
  // The delivery note speaks of the whole line. What was set apart has its own words about how it looks.
  const sound = soundPart(delivered)
  if ((differsFromNote(delivered) || (sound.packageCount > 0 && isExceptional(sound))) && delivered.exceptionNote === '')
    wrong.push(['exceptionNote', '重量相差0.5%以上，或包装、标签、外观有异常，请说明'])
  return wrong
}

/** Packages set apart are weighed by themselves, and what they and the sound ones weigh is what the line weighs. */
function wrongInAbnormal({ delivered }: LineAtDoor): Wrong[] {
  const { abnormal } = delivered
  if (abnormal.length === 0) return []
  const wrong: Wrong[] = []
  for (const [index, part] of abnormal.entries()) {
    if (abnormal.findIndex((other) => other.kind === part.kind) < index) wrong.push([`abnormal.${index}.kind`, '同一类异常请合为一行'])
    if (!isNetOfGross(part)) wrong.push([`abnormal.${index}.net`, '净重应等于毛重减皮重（允许相差0.1%）'])
  }
  const left = soundPart(delivered)
  if (left.packageCount < 0) wrong.push(['abnormal.0.packageCount', `异常包装共超出本行${delivered.packageCount}件`])
  if (left.packageCount === 0 && [left.gross, left.tare, left.net].some((weight) => !new Decimal(weight).isZero()))
    wrong.push(['abnormal.0.net', '全部件数都列入异常包装时，各行重量之和应等于本行重量'])
  if (left.packageCount > 0 && (new Decimal(left.tare).isNegative() || new Decimal(left.net).lessThanOrEqualTo(0) || !isNetOfGross(left)))
    wrong.push(['abnormal.0.net', '扣除异常包装后，其余包装的毛重、皮重、净重不合理，请核对'])
  return wrong
}

function refuse(code: RefusalCode, wrongs: readonly (readonly Wrong[])[]) {
  const errors = wrongs.flatMap((wrong, index) =>
    wrong.map(([field, message]): FieldError => ({ path: `lots.${index}.${field}`, message })),
  )
  if (errors.length > 0) throw new Refusal(code, errors)
}
