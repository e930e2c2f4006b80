import type { z } from 'zod'
import { countyCodeOf } from '#contract/supply/counties.ts'
import type { PurchaseCategory } from '#contract/supply/purchase.ts'
import type { purchaseLineInput } from '#contract/supply/purchase-api.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

type Lines = readonly z.output<typeof purchaseLineInput>[]

/**
 * Writes the lines of an order: every material belongs to the order's category (I9) and is active, its standard is in force on
 * the day of purchase (I10), and crude drugs have an agreed origin, a county of the list.
 */
export async function writeLines(
  tx: Tx,
  actor: Actor,
  order: { id: string; category: PurchaseCategory; purchasedOn: string },
  lines: Lines,
): Promise<void> {
  await checkMaterials(tx, order.category, lines)
  await checkStandards(tx, order.purchasedOn, lines)
  await tx
    .insertInto('purchaseLine')
    .values(
      lines.map(({ agreedOrigin, ...line }, index) => ({
        enterpriseId: actor.enterpriseId,
        orderId: order.id,
        lineNo: index + 1,
        ...line,
        agreedProvince: agreedOrigin?.province ?? '',
        agreedCity: agreedOrigin?.city ?? '',
        agreedCounty: agreedOrigin?.county ?? '',
      })),
    )
    .execute()
}

async function checkMaterials(tx: Tx, category: PurchaseCategory, lines: Lines): Promise<void> {
  const materials = await tx
    .selectFrom('material')
    .select('id')
    .where(
      'id',
      'in',
      lines.map((line) => line.materialId),
    )
    .where('category', '=', category)
    .where('isActive', '=', true)
    .execute()
  const orderable = new Set(materials.map((material) => material.id))
  refuseLines('material_not_orderable', lines, (line) => (orderable.has(line.materialId) ? undefined : ['materialId', '请另选物料']))
  const needsOrigin = category === 'crude_drug'
  refuseLines('invalid_input', lines, (line) =>
    (line.agreedOrigin !== null) === needsOrigin ? undefined : ['agreedOrigin', needsOrigin ? '请填写约定产地' : '只有药材填写约定产地'],
  )
  refuseLines('county_unknown', lines, ({ agreedOrigin }) =>
    agreedOrigin === null || countyCodeOf(agreedOrigin) !== undefined ? undefined : ['agreedOrigin', '请从名录中选择县（区）'],
  )
}

async function checkStandards(tx: Tx, day: string, lines: Lines): Promise<void> {
  const effective = await tx
    .selectFrom('standardVersion')
    .innerJoin('standard', (join) =>
      join.onRef('standard.enterpriseId', '=', 'standardVersion.enterpriseId').onRef('standard.id', '=', 'standardVersion.standardId'),
    )
    .select(['standardVersion.id', 'standard.materialId'])
    .where(
      'standardVersion.id',
      'in',
      lines.map((line) => line.standardVersionId),
    )
    .where('standardVersion.state', '=', 'approved')
    .where('standardVersion.effectiveFrom', '<=', day)
    .where((eb) => eb.or([eb('standardVersion.effectiveTo', 'is', null), eb('standardVersion.effectiveTo', '>', day)]))
    .execute()
  const materialOf = new Map(effective.map((version) => [version.id, version.materialId]))
  refuseLines('standard_not_effective', lines, (line) =>
    materialOf.get(line.standardVersionId) === line.materialId ? undefined : ['standardVersionId', '请选择采购当日有效的标准'],
  )
}

/** Refuses with every line that has something wrong, by its field. */
function refuseLines(
  code: 'material_not_orderable' | 'standard_not_effective' | 'invalid_input' | 'county_unknown',
  lines: Lines,
  wrong: (line: Lines[number]) => readonly [field: string, message: string] | undefined,
) {
  const errors = lines.flatMap((line, index): FieldError[] => {
    const [field, message] = wrong(line) ?? []
    return field === undefined || message === undefined ? [] : [{ path: `lines.${index}.${field}`, message }]
  })
  if (errors.length > 0) throw new Refusal(code, errors)
}
