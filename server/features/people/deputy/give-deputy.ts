import type { z } from 'zod'
import { Refusal } from '#contract/kernel/refusals.ts'
import { longestDeputy, type deputyApi, type DeputyRow } from '#contract/people/deputy.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { deputable, deputyOf } from './queries.ts'

type Given = z.output<typeof deputyApi.give.input>

/** 提出代理: duties of a person go to a colleague for some days, once another person has confirmed it. */
async function propose(tx: Tx, actor: Actor, given: Given): Promise<DeputyRow> {
  if (given.deputyId === given.principalId) throw new Refusal('same_person', [{ path: 'deputyId', message: '不能由本人代理本人' }])
  await needPerson(tx, given.principalId, 'principalId')
  await needPerson(tx, given.deputyId, 'deputyId')
  const today = dayInShanghai(tx.now())
  if (given.validFrom < today) throw new Refusal('invalid_input', [{ path: 'validFrom', message: '不能早于今天' }])
  const latest = addDays(given.validFrom, longestDeputy)
  if (given.validFrom > addDays(today, 366)) throw new Refusal('invalid_input', [{ path: 'validFrom', message: '请选一年之内的日期' }])
  if (given.validUntil < given.validFrom || given.validUntil > latest)
    throw new Refusal('invalid_input', [{ path: 'validUntil', message: `请选 ${given.validFrom} 至 ${latest} 的日期` }])
  const held = await deputable(tx, given.principalId)
  if (given.duties.some((duty) => !held.includes(duty)))
    throw new Refusal('duty_not_held', [{ path: 'duties', message: '对方现在没有这项职责' }])
  const { id } = await tx
    .insertInto('deputy')
    .values({ enterpriseId: actor.enterpriseId, ...given, state: 'proposed', givenBy: actor.id, givenAt: tx.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await deputyOf(tx, id)
  await notify(tx, actor, {
    duty: '31:authorise',
    title: `${row.deputy.name} 代理 ${row.principal.name} 待确认`,
    body: `${row.validFrom} 至 ${row.validUntil}，${row.duties.length} 项职责；${row.reason}`,
    page: '/system-user',
    at: { by: 'deputy' },
    q: row.principal.name,
    about: { table: 'deputy', id, asks: 'proposed' },
  })
  return row
}

/** The account of a person that is in use; a program stands in for nobody. */
async function needPerson(tx: Tx, id: string, path: string): Promise<void> {
  const person = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('apiToken').select('apiToken.id').whereRef('apiToken.id', '=', 'account.id'))),
    )
    .executeTakeFirst()
  if (person === undefined) throw new Refusal('invalid_input', [{ path, message: '请选择在用的账号' }])
}

/** Quality assurance names who stands in for a colleague, never itself. */
export const giveDeputy: Handler<typeof deputyApi.give> = async (tx, actor, given) => {
  if (given.deputyId === actor.id) throw new Refusal('deputy_by_deputy', [{ path: 'deputyId', message: '不能由自己代理' }])
  return propose(tx, actor, given)
}

/** A person names who stands in for them. */
export const giveOwnDeputy: Handler<typeof deputyApi.giveOwn> = (tx, actor, given) =>
  propose(tx, actor, { ...given, principalId: actor.id })
