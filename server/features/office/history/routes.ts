import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { historyApi, historyTables, type HistoryEntry, type HistoryTable } from '#contract/office/history.ts'
import type { DictionaryType } from '#contract/office/dictionary-items.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { serve, type Handler, type Route, type Tx } from '#kernel/serve.ts'
import { onePlan } from '#server/db/connection.ts'
import { together } from '#tools/together.ts'

// Columns that only the machinery needs; a history leaves them out.
const silent = new Set([
  ...['enterprise_id', 'id', 'row_version', 'created_at', 'initials', 'public_token'],
  ...['password_hash', 'confirm_hash', 'request_key'],
])

/** Who writes without an account: an applicant who is not in yet, and the platform in an enterprise it founds. */
const withoutAccount: Record<string, string> = { public: '未登录者', platform: '平台运营' }

type Entry = Pick<HistoryEntry, 'at' | 'request' | 'reason'> & {
  actor: string
  op: HistoryEntry['operation']
  name: string | null
  after: string | null
}

/**
 * The entries of a row with its image after each, in today's names. Of evidence the audit has the digest alone: what such a row says now is
 * what it has always said.
 */
const entriesOf = (table: HistoryTable, id: string) => sql<Entry>`${sql.raw(onePlan)}
  select entry.at, entry.actor, entry.request, entry.reason, entry.op, account.name,
    (case when entry.image ? 'sha256' then (select to_jsonb(t) from ${sql.table(table)} t where t.id = ${id}) else entry.image end)::text as after
  from (select audit_entry.*, audit_image_of(version, op, present_image(${table}, change)::text) over (order by id)::jsonb as image
    from audit_entry where table_name = any(table_names(${table})) and (row_digest is null and row_id = ${id}::uuid or row_digest is null and row_key = ${id}
      or row_digest is not null and row_id = ${id}::uuid) order by id limit 500) entry
  left join account on account.id::text = entry.actor order by entry.id`

/** What of a record is signed apart from it: who looks at its history looks for those signatures too. */
const signedParts: Partial<Record<HistoryTable, (id: string) => RawBuilder<unknown>>> = {
  inspection: (id) => sql`
    union all select 'sampling', s.id from sampling s where s.inspection_id = ${id}::uuid
    union all select 'test_record', r.id from test_record r where r.inspection_id = ${id}::uuid
    union all select 'report', r.id from report r where r.inspection_id = ${id}::uuid`,
}

const signaturesOn = (table: HistoryTable, id: string) => sql<
  z.output<typeof historyApi.read.output>['signatures'][number]
>`${sql.raw(onePlan)}
  select signer_name, meaning, comment, signed_at, signature_holds(signature) as holds, signature_superseded(signature) as superseded_by
  from (select ${table}::text as name, ${id}::uuid as id ${signedParts[table]?.(id) ?? sql``}) signed
    join signature on signature.record_id = signed.id and signature.record_table = any(table_names(signed.name))
  order by signature.id`

const readHistory: Handler<typeof historyApi.read> = async (tx, actor, { table, id }) => {
  if (!historyTables[table].some((code) => actor.rights.includes(code)))
    throw new Refusal('no_permission', [{ path: '', message: historyTables[table][0] }])
  const [{ rows }, signatures, wordOf] = await together([
    entriesOf(table, id).execute(tx),
    signaturesOn(table, id).execute(tx),
    dictionaryWords(tx),
  ])
  if (rows.length === 0) throw new Refusal('not_found')
  const nameOf = await namesIn(tx, rows)
  const shownAs = (field: string, value: string | null) => wordOf(field, nameOf(value))
  return {
    entries: rows.map((row, place) => ({
      at: row.at,
      by: row.name ?? withoutAccount[row.actor] ?? '系统',
      request: row.request,
      reason: row.reason,
      operation: row.op,
      changes: changes(rows[place - 1]?.after ?? null, row.after).map(({ field, before, after }) => ({
        field,
        before: shownAs(field, before),
        after: shownAs(field, after),
      })),
    })),
    signatures: signatures.rows,
  }
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** What an id of each table is called by whoever reads it: a name, a number, an address. */
const callings = {
  account: 'name',
  material: 'name',
  product: 'name',
  supplier: 'name',
  customer: 'name',
  customer_address: 'concat(province, nullif(city, province), address)',
  place: `concat_ws(' ', code, nullif(name, code))`,
  pack_spec: 'name',
  processing_method: 'name',
  standard: 'name',
  standard_version: `(select concat(s.name, ' ', t.edition) from standard s where s.enterprise_id = t.enterprise_id and s.id = t.standard_id)`,
  process_version: `concat(code, ' 第', version, '版')`,
  role: 'name',
  lot: 'lot_no',
  purchase_order: 'order_no',
  purchase_line: `(select concat(o.order_no, ' 第', t.line_no, '行') from purchase_order o where o.enterprise_id = t.enterprise_id and o.id = t.order_id)`,
  receipt: 'receipt_no',
  inspection: 'request_no',
  test_record: `(select i.request_no from inspection i where i.enterprise_id = t.enterprise_id and i.id = t.inspection_id)`,
  report: 'report_no',
  release_decision: 'release_no',
  pack_release: 'release_no',
  production_order: 'order_no',
  packaging_order: 'order_no',
  packaging_record: `(select o.order_no from packaging_order o where o.enterprise_id = t.enterprise_id and o.id = t.packaging_order_id)`,
  sales_order: 'order_no',
  picking: `(select o.order_no from sales_order o where o.enterprise_id = t.enterprise_id and o.id = t.order_id)`,
  shipment: 'shipment_no',
  quality_case: 'case_no',
  standard_item: 'name',
  test_result: `coalesce(mean::text, nullif(words, ''), array_to_string(individual, '，'))`,
  attachment: 'name',
  correction: 'correction_no',
  hold: 'reason',
  production_step: `concat('第', step_no, '步 ', name)`,
  production_part: 'part_no',
  sampling: 'sampling_no',
  sample: 'sample_no',
  stability_plan: 'plan_no',
  instrument: `concat(number, ' ', name)`,
  oos_case: 'case_no',
  asset: `concat(number, ' ', name)`,
  clearance: 'clearance_no',
  asset_use: `(select order_no from production_order o where o.enterprise_id = t.enterprise_id and o.id = t.production_order_id
    union all select order_no from packaging_order o where o.enterprise_id = t.enterprise_id and o.id = t.packaging_order_id limit 1)`,
  training: 'course',
  incident: 'case_no',
  recall_case: 'case_no',
  disposal_case: 'disposal_no',
  stocktake: 'count_no',
  pack_acceptance: 'acceptance_no',
  receipt_discrepancy: 'discrepancy_no',
  supplier_return: 'return_no',
  customer_return: 'return_no',
  carrier_claim: 'claim_no',
}

const namedIds = sql.join(
  Object.entries(callings).map(
    ([table, calling]) => sql`select t.id, (${sql.raw(calling)})::text as name from ${sql.raw(table)} t where t.id = any(asked.ids)`,
  ),
  sql` union all `,
)

/** Replaces the ids in a history by what people call them. What nobody here has a name for is an inner thing of the program. */
async function namesIn(tx: Tx, rows: readonly Entry[]) {
  const ids = [...new Set(rows.flatMap(({ after }) => after?.match(uuid) ?? []))]
  const { rows: named } = await sql<{ id: string; name: string }>`${sql.raw(onePlan)}
    select named.id, named.name from (select ${ids}::uuid[] as ids) asked cross join lateral (${namedIds}) named`.execute(tx)
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return (text: string | null) => text?.replaceAll(uuid, (id) => names.get(id) ?? '（内部编号）') ?? null
}

/** Columns that keep a word of the factory's own dictionary by its code. */
const fromDictionary = new Map<string, DictionaryType>([
  ['package_kind', 'package_type'],
  ['defects', 'defect_type'],
])

/** Writes the words of the dictionary for their codes. */
async function dictionaryWords(tx: Tx) {
  const items = await tx
    .selectFrom('dictionaryItem')
    .select(['type', 'code', 'label'])
    .where('type', 'in', [...fromDictionary.values()])
    .execute()
  return (field: string, text: string | null) => {
    const own = items.filter(({ type }) => type === fromDictionary.get(field))
    if (text === null || own.length === 0) return text
    return text.replaceAll(/[A-Za-z0-9_.-]+/g, (code) => own.find((item) => item.code === code)?.label ?? code)
  }
}

const shown = (value: unknown) => (value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value))

function changes(before: string | null, after: string | null) {
  const was: Record<string, unknown> = before === null ? {} : JSON.parse(before)
  const is: Record<string, unknown> = after === null ? {} : JSON.parse(after)
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((field) => !silent.has(field) && JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, before: shown(was[field]), after: shown(is[field]) }))
    .filter((change) => change.before !== change.after)
}

export const historyRoutes: Route[] = [serve(historyApi.read, readHistory)]
