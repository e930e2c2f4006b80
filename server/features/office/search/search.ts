import { sql, type RawBuilder } from 'kysely'
import { digitalLink } from '#contract/packing/gs1.ts'
import { pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { readScanned } from '#contract/packing/scanned-code.ts'
import { hitsAtMost, type SearchHit, type searchApi } from '#contract/office/search.ts'
import type { ReadCode } from '#contract/packing/trace-code.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'

/** Where things of one kind are found, and on which of these pages they open: the first that the person may open. */
type Source = {
  what: string
  pages: readonly PageCode[]
  /** What the page is opened with beside the search. */
  query?: Record<string, string>
  /** `number` (or name) and `subject` of at most so many that match. */
  select: (q: string) => RawBuilder<unknown>
}

/** Numbers beginning so. Written as a range, which the unique key of the number answers; the database sorts by code point. */
const begins = (column: string, q: string) => {
  const number = q.toUpperCase()
  return sql`${sql.ref(column)} >= ${number} and ${sql.ref(column)} < ${`${number}\u{10FFFF}`}`
}

const numbered = (what: string, pages: readonly PageCode[], table: string, column: string, subject: string, only = 'true'): Source => ({
  what,
  pages,
  select: (q) => sql`select t.${sql.raw(column)} as title, ${sql.raw(subject)} as subject from ${sql.raw(table)} t
    where ${begins(`t.${column}`, q)} and ${sql.raw(only)} order by t.${sql.raw(column)} limit ${sql.lit(hitsAtMost)}`,
})

const documents: readonly Source[] = [
  numbered('原料批', ['14', '22'], 'lot', 'lot_no', 't.name', `t.kind in ('raw', 'auxiliary')`),
  numbered('成品批', ['22'], 'lot', 'lot_no', 't.name', `t.kind = 'bulk'`),
  numbered('包装后的成品批', ['19', '22'], 'lot', 'lot_no', 't.name', `t.kind = 'pack'`),
  numbered(
    '采购单',
    ['11'],
    'purchase_order',
    'order_no',
    `(select s.name from supplier s where s.enterprise_id = t.enterprise_id and s.id = t.supplier_id)`,
  ),
  numbered('原料请验单', ['12'], 'inspection', 'request_no', lotOf('t.lot_id'), `t.side = 'raw'`),
  numbered('成品请验单', ['16'], 'inspection', 'request_no', lotOf('t.lot_id'), `t.side = 'bulk'`),
  numbered('检验报告', ['37'], 'report', 'report_no', lotOf('t.lot_id')),
  numbered('批生产指令', ['15'], 'production_order', 'order_no', `concat_ws(' ', t.product_name, t.batch_no)`),
  numbered('生产批号', ['15'], 'production_order', 'batch_no', `concat_ws(' ', t.product_name, t.order_no)`),
  numbered('包装指令', ['18'], 'packaging_order', 'order_no', lotOf('t.bulk_lot_id')),
  numbered(
    '销售单',
    ['110'],
    'sales_order',
    'order_no',
    `(select c.name from customer c where c.enterprise_id = t.enterprise_id and c.id = t.customer_id)`,
  ),
  numbered('发运单', ['110'], 'shipment', 'shipment_no', 't.customer_name'),
]

function lotOf(column: string) {
  return `(select concat(l.name, ' ', l.lot_no) from lot l where l.enterprise_id = t.enterprise_id and l.id = ${column})`
}

/** Master data: part of the name, the start of the pinyin initials or of the code. A few hundred rows each, some thousand customers. */
const named = (what: string, pages: readonly PageCode[], table: string, query?: Record<string, string>): Source => ({
  what,
  pages,
  ...(query && { query }),
  select: (q) => sql`select t.name as title, t.code as subject from ${sql.raw(table)} t
    where strpos(t.name, ${q}) > 0 or t.initials ^@ ${q.toLowerCase()} or t.code ^@ ${q.toUpperCase()}
    order by t.name = ${q} desc, t.code = ${q.toUpperCase()} desc, t.initials = ${q.toLowerCase()} desc, length(t.name), t.code limit ${sql.lit(hitsAtMost)}`,
})

const goods: readonly Source[] = [named('药材与辅料', ['14', '35'], 'material'), named('产品', ['19', '15', '35'], 'product')]
const firms: readonly Source[] = [named('供应商', ['33'], 'supplier'), named('客户', ['34'], 'customer')]

type Found = { source: number; title: string; subject: string | null }

/** What the sources this person may open know, in one statement; what is called exactly so comes first. */
async function find(tx: Tx, actor: Actor, sources: readonly Source[], q: string): Promise<SearchHit[]> {
  const open = sources.flatMap((source) => {
    const page = source.pages.find((code) => actor.rights.includes(code))
    return page === undefined ? [] : [{ source, page }]
  })
  if (open.length === 0) return []
  const parts = open.map(({ source }, index) => sql`(select ${sql.lit(index)} as source, found.* from (${source.select(q)}) found)`)
  const { rows } = await sql<Found>`select source, title, subject from (${sql.join(parts, sql` union all `)}) hits
    order by upper(title) = ${q.toUpperCase()} desc, source, title limit ${sql.lit(hitsAtMost)}`.execute(tx)
  return rows.map(({ source: index, title, subject }) => {
    const { source, page } = open[index]!
    return {
      title,
      note: [source.what, subject].filter(Boolean).join(' '),
      path: `${pageOfCode(page).path}?${new URLSearchParams({ ...source.query, q: title })}`,
    }
  })
}

/** A trace code, in whatever form it was typed or scanned, is looked up where codes and where lots have their story. */
function codeHits(actor: Actor, read: ReadCode): SearchHit[] {
  // The GTIN goes along where it is known: beside another one the serial is nobody's.
  const code = read.scheme === 'GS1' && read.gtin !== null ? digitalLink('', { gtin: read.gtin, lot: null, serial: read.code }) : read.code
  const to = (page: PageCode, note: string, query: Record<string, string>): SearchHit[] =>
    actor.rights.includes(page) ? [{ title: read.code, note, path: `${pageOfCode(page).path}?${new URLSearchParams(query)}` }] : []
  return [...to('22', '追溯码 查履历', { q: code }), ...to('21', '追溯码 查状态', { code })]
}

/** Anything a person has in hand or in mind, of what they may open. */
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
