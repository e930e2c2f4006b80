import type pg from 'pg'
import type { CodeState } from '#contract/packing/codes.ts'
import { readCode } from '#contract/packing/scanned-code.ts'
import type { CodeScheme } from '#contract/packing/trace-code.ts'
import { named, sendTogether, withClient } from '#server/db/connection.ts'
import { indexOf, openInternalCode } from '#tools/trace-code.ts'
import type { Scan } from './count-scans.ts'

/** A code as its digits say, before the database is asked whether it was issued. `enterpriseNo` names the enterprise where its id is not known yet. */
export type OpenedCode = {
  code: string
  scheme: CodeScheme
  series: string
  index: number
  enterpriseId: string | null
  enterpriseNo: number | null
}

/** What stands for a code beside others, for as long as a scan of it waits to be written down. */
export const keyOfCode = ({ scheme, series, enterpriseId, enterpriseNo, index }: OpenedCode) =>
  `${scheme} ${series} ${enterpriseId ?? enterpriseNo} ${index}`

/** Opens what was scanned; undefined for what no enterprise here can have issued. */
export async function openCode(pool: pg.Pool, masterKey: Uint8Array, typed: string): Promise<OpenedCode | undefined> {
  const read = readCode(typed)
  if (read === undefined) return undefined
  const { code, scheme } = read
  if (scheme === 'INTERNAL') {
    const opened = openInternalCode(masterKey, code)
    return opened && { code, scheme, series: '', index: opened.index, enterpriseId: null, enterpriseNo: opened.enterpriseNo }
  }
  // A serial alone does not say whose it is.
  const series = scheme === 'GS1' ? read.gtin : read.product
  if (series === null) return undefined
  const name = scheme === 'GS1' ? 'enterprise_of_gtin' : 'enterprise_of_identification'
  const { rows } = await pool.query<{ id: string | null }>({ name, text: `select ${name}($1) as id`, values: [series] })
  const enterpriseId = rows[0]?.id ?? null
  if (enterpriseId === null) return undefined
  const numbered =
    scheme === 'GS1' ? ({ scheme, enterpriseId, gtin: series } as const) : ({ scheme, enterpriseId, product: series } as const)
  const index = indexOf(masterKey, numbered, read)
  return index === undefined ? undefined : { code, scheme, series, index, enterpriseId, enterpriseNo: null }
}

/** What the database says of a scanned code at one moment. */
export type ScannedCode = {
  enterpriseId: string
  rangeId: string
  /** Of a box the state of packs in it; null for a box in use that is empty. `locked` hides what else it is: the authority locked it, or a pack in it. */
  state: CodeState | 'locked' | null
  lotId: string | null
  /** Scans but this visit, and the first of them. */
  others: number
  firstAt: string | null
  /** Of everything that the page of the lot is made of; null where there is none: on no pack, or in a box of several lots. */
  version: string | null
}

type ScannedRow = {
  enterprise_id: string
  range_id: string
  state: CodeState | 'locked' | null
  lot_id: string | null
  others: number
  first_at: string | null
  version: string | null
}

/** Asks for a code and the version of its page in one statement; undefined for one that was never issued. */
export async function readScanned(
  pool: pg.Pool,
  { scheme, series, index, enterpriseId, enterpriseNo }: OpenedCode,
  visit: Buffer,
  waiting: readonly Scan[],
): Promise<ScannedCode | undefined> {
  const [visits, times] = [waiting.map((scan) => scan.visit), waiting.map((scan) => scan.at)]
  const values = [enterpriseId, enterpriseNo, scheme, series, index, visit, visits, times]
  const asked = named('select * from scanned_code($1, $2, $3, $4, $5, $6, $7, $8)', values)
  // Asked by the pool the columns would be described again, a twentieth of the server's part of a look.
  const [answer] = await withClient(pool, (client) => sendTogether(client, [asked]))
  const row = answer?.rows[0] as ScannedRow | undefined
  return (
    row && {
      enterpriseId: row.enterprise_id,
      rangeId: row.range_id,
      state: row.state,
      lotId: row.lot_id,
      others: row.others,
      firstAt: row.first_at,
      version: row.version,
    }
  )
}
