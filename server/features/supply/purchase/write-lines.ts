import type { z } from 'zod'
import { countyCodeOf } from '#contract/supply/counties.ts'
import type { PurchaseCategory } from '#contract/supply/purchase.ts'
import type { purchaseLineInput } from '#contract/supply/purchase-line.ts'
import { isWholeIn } from '#contract/warehouse/unit.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { together } from '#tools/together.ts'
import { testable } from './queries.ts'

type Lines = readonly z.output<typeof purchaseLineInput>[]

/**
 * Refuses lines that an order may not have: every material belongs to the order's category (I9) and is active, it can be
 * tested by a standard in force on the day of purchase (I10), and crude drugs have an agreed origin, a county of the list.
 */
export const checkLines = (tx: Tx, order: { category: PurchaseCategory; purchasedOn: string }, lines: Lines) =>
  together([checkMaterials(tx, order.category, lines), checkStandards(tx, order.purchasedOn, lines)])

/** Writes the checked lines of an order. */
export const writeLines = (tx: Tx, actor: Actor, orderId: string, lines: Lines): Promise<void> =>
  tx.later(
    tx.insertInto('purchaseLine').values(
      lines.map(({ agreedOrigin, ...line }, index) => ({
        enterpriseId: actor.enterpriseId,
        orderId,
        lineNo: index + 1,
        ...line,
        agreedProvince: agreedOrigin?.province ?? '',
        agreedCity: agreedOrigin?.city ?? '',
        agreedCounty: agreedOrigin?.county ?? '',
      })),
    ),
  )

async function checkMaterials(tx: Tx, category: PurchaseCategory, lines: Lines): Promise<void> {
  const materials = await tx
    .selectFrom('material')
    .select(['id', 'unit'])
    .where(
      'id',
      'in',
      lines.map((line) => line.materialId),
    )
    .where('category', '=', category)
    .where('isActive', '=', true)
    .execute()
  const orderable = new Map(materials.map(({ id, unit }) => [id, unit]))
  refuseLines('material_not_orderable', lines, (line) => (orderable.has(line.materialId) ? undefined : ['materialId', '请另选物料']))
  refuseLines('pieces_whole', lines, ({ materialId, quantity }) =>
    isWholeIn(quantity, orderable.get(materialId) ?? 'kg') ? undefined : ['quantity', `按${orderable.get(materialId)}计，请填写整数`],
  )
  const needsOrigin = category === 'crude_drug'
  refuseLines('invalid_input', lines, (line) =>
    (line.agreedOrigin !== null) === needsOrigin ? undefined : ['agreedOrigin', needsOrigin ? '请填写约定产地' : '只有药材填写约定产地'],
  )
  refuseLines('county_unknown', lines, ({ agreedOrigin }) =>
    agreedOrigin === null || countyCodeOf(agreedOrigin) !== undefined ? undefined : ['agreedOrigin', '请从名录中选择县（区）'],
  )
}

async function checkStandards(tx: Tx, day: string, lines: Lines): Promise<void> {
  const asked = lines.map((line) => line.materialId)
  const [found, counted] = await together([
    testable(tx, day).where('standard.materialId', 'in', asked).execute(),
    // Counted packaging materials are looked at, not tested (decision 0096).
    tx.selectFrom('material').select('id').where('id', 'in', asked).where('unit', '<>', 'kg').execute(),
  ])
  const ready = new Set([...found.map(({ materialId }) => materialId), ...counted.map(({ id }) => id)])
  refuseLines('standard_not_effective', lines, (line) =>
    ready.has(line.materialId) ? undefined : ['materialId', '该物料在采购当日没有现行质量标准，请先建立并批准'],
  )
}

/** Refuses with every line that has something wrong, by its field. */
function refuseLines(
  code: 'material_not_orderable' | 'standard_not_effective' | 'invalid_input' | 'county_unknown' | 'pieces_whole',
  lines: Lines,
  wrong: (line: Lines[number]) => readonly [field: string, message: string] | undefined,
) {
  const errors = lines.flatMap((line, index): FieldError[] => {
    const [field, message] = wrong(line) ?? []
    return field === undefined || message === undefined ? [] : [{ path: `lines.${index}.${field}`, message }]
  })
  if (errors.length > 0) throw new Refusal(code, errors)
}
