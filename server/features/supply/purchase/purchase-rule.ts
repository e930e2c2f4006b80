import { usualPurchaseRule, type PurchaseRule, type purchaseRuleApi } from '#contract/supply/purchase-rule.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

/** The rule of the enterprise; what it has not set is the program's own. */
export async function purchaseRuleOf(tx: Tx): Promise<PurchaseRule> {
  const own = await tx
    .selectFrom('purchaseRule')
    .select(['secondApprovalAbove', 'orderBackDays', 'receiptBackDays', 'id as ruleId', 'rowVersion'])
    .executeTakeFirst()
  return own ?? usualPurchaseRule
}

export const readPurchaseRule: Handler<typeof purchaseRuleApi.read> = (tx) => purchaseRuleOf(tx)

/** Changes the rule from the next step on. Orders that were approved stay approved. */
export const savePurchaseRule: Handler<typeof purchaseRuleApi.save> = async (tx, actor, { rowVersion, reason, ...rule }) => {
  await giveReason(tx, reason)
  const before = await tx.selectFrom('purchaseRule').select(['id', 'rowVersion']).forUpdate().executeTakeFirst()
  if ((before?.rowVersion ?? 0) !== rowVersion) throw new Refusal('stale')
  if (before === undefined)
    await tx
      .insertInto('purchaseRule')
      .values({ enterpriseId: actor.enterpriseId, ...rule })
      .execute()
  else await tx.updateTable('purchaseRule').set(rule).where('id', '=', before.id).execute()
  return purchaseRuleOf(tx)
}
