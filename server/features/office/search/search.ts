import { sql } from 'kysely'
import { lookUpPages } from '#contract/packing/codes.ts'
import { digitalLink } from '#contract/packing/gs1.ts'
import { pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { readScanned } from '#contract/packing/scanned-code.ts'
import { hitsAtMost, type SearchHit, type searchApi } from '#contract/office/search.ts'
import type { ReadCode } from '#contract/packing/trace-code.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import type { Searchable } from '#kernel/searchable.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { bulkInspections, rawInspections, reports } from '#server/features/laboratory/inspection/searchable.ts'
import { stabilityPlans } from '#server/features/laboratory/stability/searchable.ts'
import { materials, products } from '#server/features/making/processing/searchable.ts'
import { batches, productions } from '#server/features/making/production/searchable.ts'
import { boxChanges } from '#server/features/packing/box/searchable.ts'
import { packagings } from '#server/features/packing/packaging/searchable.ts'
import { customers } from '#server/features/selling/customer/searchable.ts'
import { sales, shipments } from '#server/features/selling/sale/searchable.ts'
import { purchases } from '#server/features/supply/purchase/searchable.ts'
import { changes } from '#server/features/cases/change/searchable.ts'
import { ledgers } from '#server/features/warehouse/ledger/searchable.ts'
import { cares } from '#server/features/warehouse/care/searchable.ts'
import { counts } from '#server/features/warehouse/stocktake/searchable.ts'
import { disposals } from '#server/features/warehouse/disposal/searchable.ts'
import { discrepancies } from '#server/features/supply/discrepancy/searchable.ts'
import { supplierReturns } from '#server/features/warehouse/supplier-return/searchable.ts'
import { claims, returns } from '#server/features/selling/return/searchable.ts'
import { incidents } from '#server/features/cases/incident/searchable.ts'
import { recalls } from '#server/features/cases/recall/searchable.ts'
import { corrections } from '#server/features/cases/correction/searchable.ts'
import { qualityCases } from '#server/features/cases/impact/searchable.ts'
import { suppliers } from '#server/features/supply/supplier/searchable.ts'
import { bulkLots, packLots, rawLots } from '#server/features/warehouse/lot/searchable.ts'

const documents = [
  rawLots,
  bulkLots,
  packLots,
  purchases,
  rawInspections,
  bulkInspections,
  reports,
  stabilityPlans,
  productions,
  batches,
  packagings,
  boxChanges,
  sales,
  shipments,
  qualityCases,
  changes,
  recalls,
  disposals,
  supplierReturns,
  discrepancies,
  counts,
  cares,
  ledgers,
  returns,
  claims,
  incidents,
  corrections,
]
const goods = [materials, products]
const firms = [suppliers, customers]

type Found = { source: number; title: string; subject: string | null }

/** Asks the sources whose page this person may open, in one statement. An exact title comes first. */
async function find(tx: Tx, actor: Actor, sources: readonly Searchable[], q: string): Promise<SearchHit[]> {
  const open = sources.flatMap((source) => {
    const page = source.pages.find((code) => actor.rights.includes(code))
    return page === undefined ? [] : [{ source, page }]
  })
  if (open.length === 0) return []
  const parts = open.map(({ source }, index) => sql`(select ${sql.lit(index)} as source, found.* from (${source.select(q)}) found)`)
  const { rows } = await sql<Found>`select source, title, subject from (${sql.join(parts, sql` union all `)}) hits
    order by upper(title) = ${q.toUpperCase()} desc, source, title limit ${sql.lit(hitsAtMost)}`.execute(tx)
  return rows.map(({ source: index, title, subject }) => {
    const { source, page } = elementAt(open, index)
    return {
      title,
      note: [source.what, subject].filter(Boolean).join(' '),
      path: `${source.path ?? pageOfCode(page).path}?${new URLSearchParams({ ...source.at, q: title })}`,
    }
  })
}

/** A trace code, typed or scanned in any form, leads to the page of lots and to the story of the code. */
function codeHits(actor: Actor, read: ReadCode): SearchHit[] {
  // The GTIN goes along where it is known: beside another GTIN the serial belongs to no pack.
  const code = read.scheme === 'GS1' && read.gtin !== null ? digitalLink('', { gtin: read.gtin, lot: null, serial: read.code }) : read.code
  const to = (page: PageCode, note: string, query: Record<string, string>): SearchHit[] =>
    actor.rights.includes(page) ? [{ title: read.code, note, path: `${pageOfCode(page).path}?${new URLSearchParams(query)}` }] : []
  const lookedUpOn = (['21', ...lookUpPages] as const).find((page) => actor.rights.includes(page))
  return [...to('22', '追溯码 查履历', { q: code }), ...(lookedUpOn ? to(lookedUpOn, '追溯码 查状态', { code }) : [])]
}

/** Finds documents, goods and firms by number, name, pinyin initials or trace code, among the pages this person may open. */
export const search: Handler<typeof searchApi.search> = async (tx, actor, { q }) => {
  const scanned = readScanned(q)
  const read = scanned.is === 'trace_code' ? scanned.read : undefined
  const codes = read === undefined ? [] : codeHits(actor, read)
  const isAlone = read?.scheme === 'GS1' && read.gtin === null
  // Twenty letters and digits can be part of a name as well as a serial. No number and no name is longer than 50 characters.
  if ((codes.length > 0 && !isAlone) || q.length > 50) return { documents: codes, goods: [], firms: [] }
  const number = scanned.is === 'text' ? scanned.text : q
  return {
    documents: [...codes, ...(await find(tx, actor, documents, number))].slice(0, hitsAtMost),
    goods: await find(tx, actor, goods, q),
    firms: await find(tx, actor, firms, q),
  }
}
