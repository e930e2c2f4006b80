import { present } from '#contract/kernel/certain.ts'
import { authorityLockApi, type AuthorityLockRow } from '#contract/cases/authority-lock.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/** What the authority orders today: of a product by its name, else of the whole enterprise. */
export async function usualLock(as: As, product?: string) {
  const qa = await as('qa')
  const found = product === undefined ? [] : await qa.ask(authorityLockApi.products, { q: product })
  return {
    ...(product === undefined ? { level: 'enterprise' as const } : { level: 'product' as const, productId: present(found[0]).id }),
    authority: '定西市市场监督管理局（演示）',
    authorityNo: '定市监锁〔2026〕3号',
    orderedOn: dayInShanghai(qa.time.now()),
    reason: '抽检待复核，暂停销售使用',
    signature: signed(),
    approver: secondPerson('zhiliang'),
  }
}

/** A lock by two, as the register shows it. */
export async function placedLock(as: As, product?: string): Promise<AuthorityLockRow> {
  const qa = await as('qa')
  const { id } = await qa.ask(authorityLockApi.place, await usualLock(as, product))
  const { rows } = await qa.ask(authorityLockApi.list, {})
  return present(rows.find((row) => row.id === id))
}

/** Lifted by two, on the document that lifts it. */
export async function liftedLock(as: As, { id, rowVersion }: AuthorityLockRow): Promise<void> {
  const qa = await as('qa')
  await qa.ask(authorityLockApi.lift, {
    ...{ id, rowVersion, liftNo: '定市监解〔2026〕5号', liftOrderedOn: dayInShanghai(qa.time.now()), conclusion: '复核符合规定' },
    ...{ signature: signed(), approver: secondPerson('zhiliang') },
  })
}
