import { Refusal } from '#contract/kernel/refusals.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { activities, authorisationActions, longestAuthorisation, type authorisationApi } from '#contract/people/authorisation.ts'
import { notify } from '#kernel/notify.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { authorisationOf } from './queries.ts'
import { needColleague } from './record-training.ts'

/** 提出授权: one person says what a colleague may do, on which training, until when. It holds when another person has approved it. */
export const giveAuthorisation: Handler<typeof authorisationApi.give> = async (tx, actor, { signature, ...given }) => {
  if (given.personId === actor.id) throw new Refusal('authorises_oneself', [{ path: 'personId', message: '不能给自己授权' }])
  await needColleague(tx, given.personId)
  const today = dayInShanghai(tx.now())
  await needTraining(tx, given, today)
  const latest = addDays(today, longestAuthorisation)
  if (given.validUntil <= today || given.validUntil > latest)
    throw new Refusal('invalid_input', [{ path: 'validUntil', message: `请选今天之后、${latest} 之前的日期` }])
  const { id } = await tx
    .insertInto('authorisation')
    .values({ enterpriseId: actor.enterpriseId, ...given, state: 'proposed', givenBy: actor.id, givenAt: tx.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sign(tx, actor, signature, { meaning: authorisationActions.renew.signs, table: 'authorisation', id })
  const row = await authorisationOf(tx, id)
  await notify(tx, actor, {
    duty: '31:authorise',
    title: `${row.person.name} 的${activities[row.activity].label}授权待批准`,
    body: `由 ${actor.name} 提出，有效期至 ${row.validUntil}`,
    page: '/system-user',
    at: { by: 'authorisation' },
    q: row.person.userName,
    about: { table: 'authorisation', id, asks: 'proposed' },
  })
  return row
}

/** The training is the person's own, was passed, stands and is not over. It is held, so that nobody voids it meanwhile. */
async function needTraining(tx: Tx, { personId, trainingId }: { personId: string; trainingId: string }, today: string) {
  const training = await tx
    .selectFrom('training')
    .select(['result', 'voidedAt', 'validUntil'])
    .where('id', '=', trainingId)
    .where('personId', '=', personId)
    .forShare()
    .executeTakeFirst()
  if (training === undefined) throw new Refusal('invalid_input', [{ path: 'trainingId', message: '请选择本人的培训记录' }])
  if (training.result !== 'passed' || training.voidedAt !== null)
    throw new Refusal('training_not_passed', [{ path: 'trainingId', message: '培训不合格或记录已作废' }])
  if (training.validUntil !== null && training.validUntil < today)
    throw new Refusal('training_over', [{ path: 'trainingId', message: `培训的有效期到 ${training.validUntil} 为止` }])
}
