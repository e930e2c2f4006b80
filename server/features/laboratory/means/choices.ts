import { sql } from 'kysely'
import { Refusal, refusals } from '#contract/kernel/refusals.ts'
import { unfitInstrument, unfitReagent, type meansApi, type MeansChoices } from '#contract/laboratory/means.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

/** A laboratory has some dozens of instruments and some hundreds of bottles; what is beyond is old. */
const atMost = 500

/** What an analyst may choose or scan today for an inspection, what of the rest is refused and why, and what was used last time. */
export const listChoices: Handler<typeof meansApi.choices> = async (tx, actor, { id }) => {
  const inspection = await tx.selectFrom('inspection').select(['side', 'standardVersionId']).where('id', '=', id).executeTakeFirst()
  // Each side has its page.
  if (inspection === undefined || !actor.rights.includes(inspection.side === 'raw' ? '12' : '17')) throw new Refusal('not_found')
  const today = dayInShanghai(tx.now())
  const instruments = await tx
    .selectFrom('instrument')
    .select(['id', 'number', 'name', 'model', 'state', 'calibrationResult', 'dueOn'])
    .orderBy('number')
    .limit(atMost)
    .execute()
  const bottles = await tx
    .selectFrom('reagentLot')
    .select(['id', 'number', 'kind', 'name', 'lotNo', 'purity', 'unit', 'amountLeft', 'state'])
    .select([
      sql<boolean>`opened_on is not null`.as('isOpen'),
      sql<string>`reagent_good_until(reagent_lot, ${today}::date)`.as('goodUntil'),
    ])
    .where('state', '=', 'in_use')
    .orderBy('useBy', 'desc')
    .limit(atMost)
    .execute()
  const laboratories = await tx
    .selectFrom('outsideLaboratory')
    .select(['id', 'name', 'accreditationNo', 'scope', 'validUntil'])
    .where('isActive', '=', true)
    .orderBy('name')
    .limit(atMost)
    .execute()
  const toolFaults = instruments.map((tool) => ({ ...tool, why: unfitInstrument(tool, today) }))
  const bottleFaults = bottles.map((bottle) => ({ ...bottle, why: unfitReagent(bottle, today) }))
  const fit = new Set([...toolFaults, ...bottleFaults].filter(({ why }) => why === undefined).map((one) => one.id))
  return {
    hasInstruments: instruments.length > 0,
    instruments: toolFaults.flatMap(({ id: toolId, number, name, model, dueOn, why }) =>
      why === undefined && dueOn !== null ? [{ id: toolId, number, name, model, dueOn }] : [],
    ),
    reagents: bottleFaults.flatMap(({ why, state: _, ...bottle }) => (why === undefined ? [bottle] : [])),
    laboratories,
    unfit: [...toolFaults, ...bottleFaults].flatMap(({ number, name, why }) =>
      why === undefined ? [] : [{ number, name, why: refusals[why] }],
    ),
    usual: (await usualMeans(tx, id, inspection.standardVersionId)).map(({ itemId, instrumentIds, reagentIds }) => ({
      itemId,
      instrumentIds: instrumentIds.filter((one) => fit.has(one)),
      reagentIds: reagentIds.filter((one) => fit.has(one)),
    })),
  }
}

/** What each item was made with in the latest inspection by the same standard whose record was submitted. */
async function usualMeans(tx: Tx, id: string, standardVersionId: string): Promise<MeansChoices['usual']> {
  const { rows } = await sql<MeansChoices['usual'][number]>`
    select r.standard_item_id as item_id, coalesce(array_agg(distinct m.instrument_id) filter (where m.instrument_id is not null), '{}') as instrument_ids,
      coalesce(array_agg(distinct m.reagent_lot_id) filter (where m.reagent_lot_id is not null), '{}') as reagent_ids
    from (select i.enterprise_id, i.id from inspection i where i.enterprise_id = current_enterprise() and i.standard_version_id = ${standardVersionId}::uuid
        and i.id <> ${id}::uuid and i.state in ('submitted', 'reviewed', 'approved') order by i.requested_at desc, i.id desc limit 1) last
      join test_result r on r.enterprise_id = last.enterprise_id and r.inspection_id = last.id
      join result_means m on m.enterprise_id = r.enterprise_id and m.test_result_id = r.id
    group by r.standard_item_id`.execute(tx)
  return rows
}
