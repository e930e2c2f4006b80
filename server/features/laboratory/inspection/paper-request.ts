import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { inspectionStates } from '#contract/laboratory/inspection.ts'
import { priorities, requestKinds } from '#contract/laboratory/request.ts'
import { dateTime, kgUnit } from '#contract/kernel/shown-value.ts'
import type { PaperContent, PaperSource } from '#kernel/paper.ts'
import { inspectionFileOf } from './queries.ts'

/** Where an inspection is on the screen, and what its papers are marked with when it came to nothing. */
export const standingOf = ({ inspection: { side, state, requestNo } }: InspectionFile): Pick<PaperContent, 'page' | 'q' | 'marks'> => ({
  page: side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-qingyan',
  q: requestNo,
  marks: state === 'returned' || state === 'cancelled' ? [inspectionStates[state].label] : [],
})

/** 请验单: what is asked of quality control, by which standard, by whom and when. */
export const requestPaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await inspectionFileOf(tx, undefined, id)
    const { inspection } = file
    return {
      documentNo: inspection.requestNo,
      ...standingOf(file),
      blocks: [
        {
          is: 'facts',
          rows: [
            ['请验类别', requestKinds[inspection.requestKind]],
            ['紧急程度', priorities[inspection.priority]],
            ['品名', inspection.lotName],
            [inspection.side === 'raw' ? '进厂批号' : '生产批号', inspection.lotNo],
            ['规格', file.spec || '—'],
            ['产地', file.origin || '—'],
            ...(inspection.side === 'raw' ? ([['供货单位', file.supplier]] as const) : []),
            ['请验数量', kgUnit(inspection.lotQuantity)],
            ['件数', `${inspection.packageCount} 件`],
            ['检验标准', inspection.standardName],
            ['请验部门', file.department],
            ['请验人 / 时间', `${inspection.requestedByName}　${dateTime(inspection.requestedAt)}`],
            ['受理人 / 时间', file.acceptedAt === null ? '未受理' : `${file.acceptedByName}　${dateTime(file.acceptedAt)}`],
            ...(file.closedAt === null
              ? []
              : ([
                  [
                    '结束',
                    `${inspectionStates[inspection.state].label}：${file.closeReason}（${file.closedByName}　${dateTime(file.closedAt)}）`,
                  ],
                ] as const)),
            ['备注', file.remark || '—'],
          ],
        },
        { is: 'heading', text: '检验项目' },
        {
          is: 'table',
          columns: [
            { title: '序号', share: 8, align: 'center' },
            { title: '检验项目', share: 24 },
            { title: '标准规定', share: 48 },
            { title: '方法', share: 20 },
          ],
          rows: file.items.map((item, at) => [
            String(at + 1),
            `${item.group === item.name ? '' : `【${item.group}】`}${item.name}`,
            item.specText,
            item.method || '—',
          ]),
        },
      ],
    }
  },
}
