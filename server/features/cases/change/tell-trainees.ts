import { untrained, type ChangeRow } from '#contract/cases/change.ts'
import { notify } from '#kernel/notify.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { tellPerson } from '#server/features/cases/incident/tell-person.ts'

/** Tells those who are to be trained for an approved change, and those who keep the records of training. */
export async function tellTrainees(tx: Tx, actor: Actor, change: ChangeRow): Promise<void> {
  const waiting = untrained(change)
  for (const { id } of waiting)
    await tellPerson(tx, actor, id, {
      title: `变更 ${change.caseNo} 执行前须先培训：${change.subject}`,
      body: change.reason,
      path: '/ucenter',
    })
  await notify(tx, actor, {
    duty: '31:qualify',
    title: `变更 ${change.caseNo} 待培训：${change.subject}`,
    body: waiting.map(({ name }) => name).join('、'),
    page: '/system-user',
    at: { view: 'training' },
  })
}
