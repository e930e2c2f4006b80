import { z } from 'zod'

/** 计量单位 of a material and of its lots: goods are weighed; packaging materials may be counted in whole pieces (decision 0096). */
export const materialUnit = z.enum(['kg', '个', '张', '只', '条', '卷', '套'], '没有这个单位')
export type MaterialUnit = z.infer<typeof materialUnit>

/** Whether something of this unit is counted and not weighed. */
export const isCounted = (unit: MaterialUnit): boolean => unit !== 'kg'

/** Whether a quantity is one that its unit can have: pieces are whole. */
export const isWholeIn = (quantity: string, unit: MaterialUnit): boolean => !isCounted(unit) || /^\d+(\.0*)?$/.test(quantity)
