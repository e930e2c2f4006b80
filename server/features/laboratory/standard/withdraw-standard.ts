import type { z } from 'zod'
import { standardActions, type standardApi, type StandardRow } from '#contract/laboratory/standard.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures, type Signer } from '#kernel/sign.ts'
import { checkDay, endEarlier, endWriting } from './approve-standard.ts'
import { editionOf, itemsOfEdition } from './queries.ts'
import { takeEdition } from './take-edition.ts'
import { nextVersion } from './write-standard.ts'
import { writeItems } from './write-items.ts'

type Withdrawal = z.output<typeof standardApi.withdraw.input>
type Two = { actor: Signer; second: Signer }

/** 撤回: an edition whose day has not come is taken back by two; the edition before it goes on as if this one had not been approved. */
export const withdrawStandard: Handler<typeof standardApi.withdraw> = async (tx, actor, input) => {
  const row = await takeEdition(tx, actor, input.id, standardActions.withdraw, input.rowVersion)
  await takeBack(tx, row, await bothOf(tx, actor, input), { reason: input.reason, meaning: standardActions.withdraw.signs })
  return editionOf(tx, input.id)
}

/**
 * 更正生效日期: what was signed stays as it is, so the edition with the wrong day is withdrawn, and one that reads alike takes its place. The same two
 * sign both.
 */
export const redateStandard: Handler<typeof standardApi.redate> = async (tx, actor, { effectiveFrom, ...input }) => {
  const row = await takeEdition(tx, actor, input.id, standardActions.redate, input.rowVersion)
  checkDay(tx, { effectiveFrom })
  const two = await bothOf(tx, actor, input)
  await takeBack(tx, row, two, { reason: input.reason, meaning: standardActions.redate.signs })
  const { id } = await copyOf(tx, actor, row, effectiveFrom)
  await writeItems(tx, actor, id, await itemsOfEdition(tx, row.id))
  await endWriting(tx, actor, [id])
  await endEarlier(tx, await editionOf(tx, id))
  await tx
    .updateTable('standardVersion')
    .set({
      ...{ state: 'approved', approvedBy: two.second.id, approvedAt: tx.now().toISOString() },
      // The same two accept what was accepted of the edition that reads alike.
      ...(row.typedItems.length > 0 && { typedAccepted: true }),
    })
    .where('id', '=', id)
    .execute()
  await writeSignatures(tx, [
    { signer: two.actor, meaning: standardActions.submit.signs, table: 'standard_version', id },
    { signer: two.second, meaning: standardActions.approve.signs, table: 'standard_version', id },
  ])
  return editionOf(tx, id)
}

/** The actor and the second person, who approves standards, have both given their passwords. */
const bothOf = async (tx: Tx, actor: Actor, { signature, approver }: Pick<Withdrawal, 'signature' | 'approver'>): Promise<Two> => ({
  actor: await proveSigner(actor, signature),
  second: await proveSecond(actor, approver, standardActions.approve.duty),
})

/** A draft with the heading of an edition, which begins on another day. */
async function copyOf(tx: Tx, actor: Actor, { id, standardId, edition }: StandardRow, effectiveFrom: string): Promise<{ id: string }> {
  const { remark } = await tx.selectFrom('standardVersion').select('remark').where('id', '=', id).executeTakeFirstOrThrow()
  return tx
    .insertInto('standardVersion')
    .values((eb) => ({
      enterpriseId: actor.enterpriseId,
      standardId,
      version: nextVersion(eb, standardId),
      edition,
      effectiveFrom,
      remark,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Withdraws an edition, signed by both. The edition before it gets its time back. */
async function takeBack(
  tx: Tx,
  { id, standardId, effectiveFrom, effectiveTo }: StandardRow,
  two: Two,
  { reason, meaning }: { reason: string; meaning: string },
): Promise<void> {
  await tx
    .updateTable('standardVersion')
    .set({
      state: 'withdrawn',
      withdrawnBy: two.actor.id,
      withdrawalApprovedBy: two.second.id,
      withdrawnAt: tx.now().toISOString(),
      withdrawalReason: reason,
    })
    .where('id', '=', id)
    .execute()
  await writeSignatures(tx, [
    { signer: two.actor, meaning, table: 'standard_version', id },
    { signer: two.second, meaning: `批准${meaning}`, table: 'standard_version', id },
  ])
  await tx
    .updateTable('standardVersion')
    .set({ effectiveTo })
    .where('standardId', '=', standardId)
    .where('state', '=', 'approved')
    .where('effectiveTo', '=', effectiveFrom)
    .execute()
}
