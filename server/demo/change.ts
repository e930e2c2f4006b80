import { changeApi } from '#contract/cases/change-api.ts'
import type { VersionRecord } from '#contract/cases/change.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>
const proposals = { process: changeApi.process, standard: changeApi.standard, pack_spec: changeApi.packSpec }

type Asked = { record: VersionRecord; id: string; plan?: string; effectiveOn?: string; traineeIds?: string[] }

/** A change that opens the way for the next version of a process or pack specification (by its product) or of a standard, asked for by quality assurance. */
export async function proposedVersionChange(as: As, { record, id, plan = '按验证结果修订', effectiveOn, traineeIds = [] }: Asked) {
  const qa = await as('qa')
  return qa.ask(proposals[record], {
    id,
    plan,
    reason: record === 'pack_spec' ? '客户需要新的包装规格' : '工艺验证与年度回顾的结论',
    impact: record === 'pack_spec' ? '标签上只有规格与装量不同' : '只影响以后的批次；在产的按开始时的版本完成',
    traineeIds,
    effectiveOn: effectiveOn ?? dayInShanghai(qa.time.now()),
    signature: signed(),
  })
}

/** The same, approved by the 质量负责人. */
export async function approvedVersionChange(as: As, asked: Asked) {
  const { id } = await proposedVersionChange(as, asked)
  return (await as('zhiliang')).ask(changeApi.approve, { id, signature: signed() })
}
