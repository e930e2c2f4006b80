import { codeLockApi, type CodeLock } from '#contract/packing/code-lock.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/** A pack that the authority locked and, after its second test, lifted again. */
export async function unlockedPack(as: As, code: string): Promise<CodeLock> {
  const qa = await as('qa')
  const { id, rowVersion } = await qa.ask(codeLockApi.place, {
    ...{ code, authorityNo: '甘药监锁〔2026〕1号', reason: '市场抽检，等待复检结果', signature: signed() },
  })
  return qa.ask(codeLockApi.lift, {
    ...{ id, rowVersion, conclusion: '复检符合规定', evidence: '甘药监解〔2026〕1号', signature: signed() },
    approver: secondPerson('zhiliang'),
  })
}
