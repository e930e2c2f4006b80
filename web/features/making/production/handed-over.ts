import { sumOf } from '#contract/making/mass-balance.ts'
import type { ProductionPart, ProductionRecord } from '#contract/making/production-record.ts'

/** The parts that count: no other took their place. */
export const standingParts = ({ parts }: Pick<ProductionRecord, 'parts'>): ProductionPart[] =>
  parts.filter(({ quantity, replacedByNo }) => replacedByNo === null && !/^0(\.0+)?$/.test(quantity))

/** What of a batch was handed over in parts, kg. */
export const handedOverIn = (record: Pick<ProductionRecord, 'parts'>): string =>
  sumOf(standingParts(record).map(({ quantity }) => quantity))
