import type { Duty } from '#contract/kernel/duties.ts'
import { deputyApi } from '#contract/people/deputy.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { accountOf } from './authorisation.ts'
import { signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/** Somebody is to stand in for a colleague for two weeks, which begin in so many days. */
export async function proposedDeputy(as: As, principal: string, deputy: string, duties: Duty[], begins = 0) {
  const today = dayInShanghai(new Date())
  return (await as(principal)).ask(deputyApi.giveOwn, {
    deputyId: (await accountOf(as, deputy)).id,
    duties,
    validFrom: addDays(today, begins),
    validUntil: addDays(today, begins + 14),
    reason: '出差',
  })
}

/** Somebody stands in for a colleague. */
export async function confirmedDeputy(as: As, principal: string, deputy: string, duties: Duty[], begins = 0) {
  const { id } = await proposedDeputy(as, principal, deputy, duties, begins)
  return (await as(principal === 'zhiliang' || deputy === 'zhiliang' ? 'admin' : 'zhiliang')).ask(deputyApi.confirm, {
    id,
    signature: signed(),
  })
}
