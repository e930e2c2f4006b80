import { Refusal } from '#contract/kernel/refusals.ts'
import { dateTime, kgUnit } from '#contract/kernel/shown-value.ts'
import type { ReleaseFile } from '#contract/release/raw-release.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Block } from '#tools/paper.ts'
import { releaseFileOf } from './queries.ts'

type Decision = { state: 'released' | 'rejected' | 'withdrawn'; quantity: string; retestOn: string | null }

/** 物料放行单, or 不合格品处理单 of a lot that was refused: the report, the checklist as it was answered, the decision. Before it: `wrong_state`. */
export const rawReleasePaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await releaseFileOf(tx, id)
    const { release } = file
    if (release.decisionId === null || release.releaseNo === null) throw new Refusal('wrong_state')
    const decision = await decisionOf(tx, release.decisionId)
    const isRefused = decision.state === 'rejected'
    return {
      ...(isRefused && { title: '不合格品处理单' }),
      documentNo: release.releaseNo,
      marks: [
        ...(decision.state === 'withdrawn' ? ['已撤回'] : []),
        ...(release.lotState === 'rejected' && !isRefused ? ['批次已判不合格'] : []),
      ],
      page: '/yuanliao-fangxing',
      q: release.lotNo,
      blocks: [
        { is: 'facts', rows: factsOf(file, decision) },
        ...checklistBlocks(file.answers),
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'release_decision', ids: [release.decisionId] }])),
      ],
    }
  },
}

const decisionOf = (tx: Tx, id: string): Promise<Decision> =>
  tx.selectFrom('releaseDecision').select(['state', 'quantity', 'retestOn']).where('id', '=', id).executeTakeFirstOrThrow()

function factsOf({ release }: ReleaseFile, { state, quantity, retestOn }: Decision): (readonly [label: string, value: string])[] {
  const isRefused = state === 'rejected'
  return [
    ['品名', release.lotName],
    ['进厂批号', release.lotNo],
    ['供货单位', release.supplierName],
    ['到货日期', release.bornOn],
    ['检验报告', release.reportNo],
    ['检验结论', release.conforms ? '符合规定' : '不符合规定'],
    ['决定', isRefused ? '不合格，拒绝放行' : '放行'],
    [isRefused ? '数量' : '放行数量', kgUnit(quantity)],
    ...(retestOn === null ? [] : ([['复验期', retestOn]] as const)),
    ...(release.restriction ? ([['使用限制', release.restriction]] as const) : []),
    ...(release.basis ? ([['决定依据', release.basis]] as const) : []),
    ['决定人 / 时间', `${release.decidedByName ?? ''}　${release.decidedAt === null ? '' : dateTime(release.decidedAt)}`],
    ...(release.withdrawalReason ? ([['撤回原因', release.withdrawalReason]] as const) : []),
  ]
}

function checklistBlocks(answers: ReleaseFile['answers']): Block[] {
  if (answers.length === 0) return []
  return [
    { is: 'heading', text: '放行审核' },
    {
      is: 'table',
      columns: [
        { title: '审核项', share: 46 },
        { title: '结果', share: 40 },
        { title: '核对', share: 14, align: 'center' },
      ],
      rows: answers.map(({ item, answer, computed }) => [item, answer, computed ? '系统' : '人员']),
    },
  ]
}
