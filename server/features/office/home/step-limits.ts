import { Refusal } from '#contract/kernel/refusals.ts'
import { stages, type StepLimit, type workApi } from '#contract/office/work.ts'
import { giveReason } from '#kernel/give-reason.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { postsWhere, stageOf } from './posts.ts'

/** Every state in which something waits, with the enterprise's limit for it. */
async function limitsOf(tx: Tx): Promise<StepLimit[]> {
  const set = await tx.selectFrom('stepLimit').select(['id', 'life', 'state', 'hours']).execute()
  const found = new Map<string, StepLimit>()
  for (const { code, life, state, steps } of postsWhere(() => true)) {
    const key = `${code} ${state}`
    const labels = steps.map((step) => step.label)
    const earlier = found.get(key)
    if (earlier !== undefined) {
      earlier.steps = [...new Set([...earlier.steps, ...labels])]
      continue
    }
    const own = set.find((one) => one.life === code && one.state === state)
    found.set(key, {
      key,
      life: code,
      state,
      stage: stages[stageOf(code)].title,
      document: life.document,
      stateLabel: life.looks[state]?.label ?? state,
      steps: [...new Set(labels)],
      hours: own?.hours ?? null,
      limitId: own?.id ?? null,
    })
  }
  return [...found.values()]
}

export const listLimits: Handler<typeof workApi.limits> = (tx) => limitsOf(tx)

/** Sets how long a document may wait in a state; what waits there now is measured by it at once. */
export const setLimit: Handler<typeof workApi.setLimit> = async (tx, actor, { life, state, hours, seen, reason }) => {
  const found = (await limitsOf(tx)).find((one) => one.life === life && one.state === state)
  if (found === undefined) throw new Refusal('not_found')
  await giveReason(tx, reason)
  // Two who set the same limit for the first time meet here; the second then reads what the first wrote.
  await tx
    .insertInto('stepLimit')
    .values({ enterpriseId: actor.enterpriseId, life, state, hours: null })
    .onConflict((there) => there.columns(['enterpriseId', 'life', 'state']).doNothing())
    .execute()
  const now = await tx
    .selectFrom('stepLimit')
    .select(['id', 'hours'])
    .where('life', '=', life)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (now.hours !== seen) throw new Refusal('stale')
  await tx.updateTable('stepLimit').set({ hours }).where('id', '=', now.id).execute()
  return limitsOf(tx)
}
