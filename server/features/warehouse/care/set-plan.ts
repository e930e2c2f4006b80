import { sql, type SqlBool } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { choicesAtMost } from '#contract/kernel/values.ts'
import { careMeanings, type careApi } from '#contract/warehouse/care.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { checkChoices } from '#server/features/office/dictionary/check-choices.ts'
import { planOf } from './queries.ts'

/** 养护计划 by two. It takes the place of the one before of its scope; the days of what lies in the bins follow at once. */
export const setPlan =
  (side: StockSide): Handler<(typeof careApi)['raw']['setPlan']> =>
  async (tx, actor, { serial, season, materialClass, materialId, signature, approver: given, ...plan }) => {
    if (materialId !== null) await needMaterial(tx, materialId)
    await checkChoices(
      tx,
      'care_finding',
      'code',
      plan.caseFindings.map((value) => ({ value, path: 'caseFindings' })),
    )
    const signer = await proveSigner(actor, signature)
    const approver = await proveSecond(actor, given, '13:approve')
    const { id } = await tx
      .insertInto('carePlan')
      .values({
        ...{ enterpriseId: actor.enterpriseId, side, ...plan, serial: serial + 1 },
        ...{ scopeKey: materialClass ?? materialId ?? '', materialId },
        ...{ seasonFrom: season?.from ?? null, seasonTo: season?.to ?? null, seasonDays: season?.days ?? null },
        ...{ setBy: actor.id, approvedBy: approver.id, setAt: tx.now().toISOString() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const record = { table: 'care_plan', id }
    await writeSignatures(tx, [
      { signer, meaning: careMeanings.plan, ...record },
      { signer: approver, meaning: careMeanings.planApproval, ...record },
    ])
    return planOf(tx, id)
  }

async function needMaterial(tx: Tx, materialId: string): Promise<void> {
  const material = await tx.selectFrom('material').select('id').where('id', '=', materialId).executeTakeFirst()
  if (material === undefined) throw new Refusal('not_found', [{ path: 'materialId', message: '没有这个品种' }])
}

/** Materials in use, for a plan of one herb. */
export const listHerbs: Handler<(typeof careApi)['raw']['herbs']> = (tx, _actor, { q, id }) =>
  tx
    .selectFrom('material')
    .select(['id', 'name'])
    .$call((query) =>
      id === undefined
        ? query
            .where('isActive', '=', true)
            .where('category', '<>', 'packaging')
            .$if(q !== '', (searched) => searched.where(sql<SqlBool>`(strpos(name, ${q}) > 0 or initials ^@ ${q.toLowerCase()})`))
        : query.where('id', '=', id),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(choicesAtMost)
    .execute()
