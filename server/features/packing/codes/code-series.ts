import type { CodeScheme } from '#contract/packing/trace-code.ts'
import { only } from '#contract/kernel/certain.ts'
import type { Tx } from '#kernel/serve.ts'
import { issueCodes, type CodeSeries } from '#tools/trace-code.ts'

/** The enterprise of this transaction, as codes name it. */
export type Issuer = { id: string; number: number }

export const readIssuer = (tx: Tx): Promise<Issuer> => tx.selectFrom('enterprise').select(['id', 'number']).executeTakeFirstOrThrow()

/** The series a range is numbered in; `series` is the text that code_range holds. */
export function seriesOf(issuer: Issuer, { scheme, series }: { scheme: CodeScheme; series: string }): CodeSeries {
  if (scheme === 'NMPA20') return { scheme, enterpriseId: issuer.id, product: series }
  if (scheme === 'GS1') return { scheme, enterpriseId: issuer.id, gtin: series }
  return { scheme, enterpriseNo: issuer.number }
}

/** The code at one index. */
export const codeAt = (masterKey: Uint8Array, series: CodeSeries, index: number): string =>
  only([...issueCodes(masterKey, series, index, 1)].flat())
