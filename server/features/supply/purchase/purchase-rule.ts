import {
  ruleApprovalMeaning,
  ruleChangeMeaning,
  usualPurchaseRule,
  type PurchaseRule,
  type PurchaseRuleChange,
  type purchaseRuleApi,
} from '#contract/supply/purchase-rule.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign, signAsSecond } from '#kernel/sign.ts'

/** The rule of the enterprise; what it has not set is the program's own. */
export async function purchaseRuleOf(tx: Tx): Promise<PurchaseRule> {
  const own = await tx
    .selectFrom('purchaseRule')
    .select(['approvalsAbove', 'orderBackDays', 'receiptBackDays', 'id as ruleId', 'rowVersion'])
    .executeTakeFirst()
  return own ?? usualPurchaseRule
}

export const readPurchaseRule: Handler<typeof purchaseRuleApi.read> = async (tx) => ({
  ...(await purchaseRuleOf(tx)),
  changes: await latestChanges(tx),
})

/** The latest twenty. */
async function latestChanges(tx: Tx): Promise<PurchaseRuleChange[]> {
  const changes = await tx
    .selectFrom('purchaseRuleChange as change')
    .innerJoin('account as author', (join) =>
      join.onRef('author.enterpriseId', '=', 'change.enterpriseId').onRef('author.id', '=', 'change.changedBy'),
    )
    .leftJoin('account as second', (join) =>
      join.onRef('second.enterpriseId', '=', 'change.enterpriseId').onRef('second.id', '=', 'change.approvedBy'),
    )
    .select(['change.id', 'change.approvalsAbove', 'change.orderBackDays', 'change.receiptBackDays', 'change.reason', 'change.changedAt'])
    .select(['author.id as authorId', 'author.name as authorName', 'second.name as approvedBy'])
    .orderBy('change.id', 'desc')
    .limit(20)
    .execute()
  return changes.map(({ authorId, authorName, ...change }) => ({ ...change, changedBy: { id: authorId, name: authorName } }))
}

/** Changes the rule from the next step on, signed by two. Orders that were approved stay approved. */
export const savePurchaseRule: Handler<typeof purchaseRuleApi.save> = async (
  tx,
  actor,
  { rowVersion, reason, signature, approver, ...rule },
) => {
  await giveReason(tx, reason)
  const before = await tx.selectFrom('purchaseRule').select(['id', 'rowVersion']).forUpdate().executeTakeFirst()
  if ((before?.rowVersion ?? 0) !== rowVersion) throw new Refusal('stale')
  const { enterpriseId } = actor
  const { id } = await tx
    .insertInto('purchaseRuleChange')
    .values({ enterpriseId, ...rule, reason, changedBy: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = { table: 'purchase_rule_change', id }
  await sign(tx, actor, signature, { meaning: ruleChangeMeaning, ...record })
  const second = await signAsSecond(tx, actor, approver, '37:approve', { meaning: ruleApprovalMeaning, ...record })
  await tx.updateTable('purchaseRuleChange').set({ approvedBy: second.id }).where('id', '=', id).execute()
  if (before === undefined)
    await tx
      .insertInto('purchaseRule')
      .values({ enterpriseId, ...rule })
      .execute()
  else await tx.updateTable('purchaseRule').set(rule).where('id', '=', before.id).execute()
  return purchaseRuleOf(tx)
}
