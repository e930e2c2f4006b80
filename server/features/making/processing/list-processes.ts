import { sql } from 'kysely'
import type { processApi, ProcessRow, ProcessState } from '#contract/making/process-version.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import { readProcessContent } from './process-content.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { standardsInForce } from './standards-in-force.ts'

/** The state of a version today. A version that another one replaced before its first day was never in effect. */
const stateToday = sql<ProcessState>`case when v.state <> 'approved' then v.state
  when v.effective_to is not null and (v.effective_to <= today() or v.effective_to <= v.effective_from) then 'superseded'
  when v.effective_from > today() then 'scheduled' else 'effective' end`

const person = (column: string) =>
  sql<{ id: string; name: string } | null>`(select jsonb_build_object('id', a.id, 'name', a.name) from account a
    where a.enterprise_id = v.enterprise_id and a.id = ${sql.ref(column)})`

const selectProcesses = (tx: Tx) =>
  tx
    .selectFrom('processVersion as v')
    .innerJoin('product as p', (join) => join.onRef('p.enterpriseId', '=', 'v.enterpriseId').onRef('p.id', '=', 'v.productId'))
    .select([
      'v.id',
      'v.productId',
      'p.code as productCode',
      'p.name as productName',
      'p.cutSpec',
      'v.code',
      'v.version',
      'v.effectiveFrom',
      'v.effectiveTo',
      'v.maxBatch',
      'v.allowsBlending',
      'v.isInitial',
      'v.createdAt',
      'v.rowVersion',
      stateToday.as('state'),
      sql<string>`trim_scale(v.yield_min)::text`.as('yieldMin'),
      sql<string>`trim_scale(v.yield_max)::text`.as('yieldMax'),
      sql<number>`(select count(*)::integer from process_step s where s.enterprise_id = v.enterprise_id and s.process_version_id = v.id)`.as(
        'steps',
      ),
      person('v.writtenBy').as('writtenBy'),
      person('v.reviewedBy').as('reviewedBy'),
      person('v.approvedBy').as('approvedBy'),
    ])

/** One version, as it is now. */
export async function processOf(tx: Tx, id: string): Promise<ProcessRow> {
  const version = await selectProcesses(tx).where('v.id', '=', id).executeTakeFirst()
  if (version === undefined) throw new Refusal('not_found')
  return version
}

/** What a step returns: the version and its new state. */
export async function changedProcess(tx: Tx, id: string) {
  const { code, version, state, rowVersion } = await processOf(tx, id)
  return { id, code, version, state, rowVersion }
}

export const listProcesses: Handler<typeof processApi.list> = (tx, _actor, { q, state, productId, ...paging }) =>
  pageOf(
    tx,
    selectProcesses(tx)
      .$call((query) => (state === undefined ? query : query.where(stateToday, '=', state)))
      .$call((query) => (productId === undefined ? query : query.where('v.productId', '=', productId)))
      .$if(q !== '', (query) => query.where(matches(q, { number: 'v.code', name: 'p.name', initials: 'p.initials' }))),
    paging,
  )

export const readProcess: Handler<typeof processApi.read> = async (tx, _actor, { id }) => {
  const row = await processOf(tx, id)
  const facts = await tx
    .selectFrom('processVersion as v')
    .innerJoin('product as p', (join) => join.onRef('p.enterpriseId', '=', 'v.enterpriseId').onRef('p.id', '=', 'v.productId'))
    .innerJoin('material as m', (join) => join.onRef('m.enterpriseId', '=', 'p.enterpriseId').onRef('m.id', '=', 'p.materialId'))
    .select(['v.basis', 'v.submittedAt', 'v.reviewedAt', 'v.approvedAt', 'v.returnReason', 'v.voidedAt', 'v.voidReason'])
    .select(['m.name as materialName', 'p.processingMethod', 'p.storage'])
    .select([
      sql<string>`trim_scale(v.balance_min)::text`.as('balanceMin'),
      sql<string>`trim_scale(v.balance_max)::text`.as('balanceMax'),
      person('v.voidedBy').as('voidedBy'),
      sql<number>`(select count(*)::integer from production_order o where o.enterprise_id = v.enterprise_id and o.process_version_id = v.id
        and o.state not in ('completed', 'reviewed', 'cancelled'))`.as('openOrders'),
    ])
    .where('v.id', '=', id)
    .executeTakeFirstOrThrow()
  const [standard] = await standardsInForce(tx, { productId: row.productId })
  return {
    ...row,
    ...facts,
    content: await readProcessContent(tx, id),
    standardName: standard === undefined ? null : `${standard.kind} ${standard.edition}`,
    versions: await tx
      .selectFrom('processVersion as v')
      .select(['v.id', 'v.version', stateToday.as('state')])
      .where('v.productId', '=', row.productId)
      .orderBy('v.version', 'desc')
      .limit(100)
      .execute(),
  }
}
