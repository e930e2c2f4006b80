import { dateTime } from '#contract/kernel/shown-value.ts'
import { reviewDecisions, reviewLooks, type ReviewLine } from '#contract/people/rights-review.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import { reviewOf } from './queries.ts'

/** 权限复核记录: each account with its roles, and what was decided and done. */
const reviewPaper: PaperSource = {
  async read(tx, _actor, id) {
    const review = await reviewOf(tx, id)
    return {
      documentNo: review.reviewNo,
      marks: review.state === 'closed' ? [] : [reviewLooks[review.state].label],
      page: '/system-user',
      q: review.reviewNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['事由', review.occasion],
            ['开始', `${review.begunBy.name}　${dateTime(review.begunAt)}`],
            ['账号', `${review.accounts} 个，其中收回或停用 ${review.changed} 个`],
            [
              '提交',
              review.submittedBy === null || review.submittedAt === null
                ? '—'
                : `${review.submittedBy.name}　${dateTime(review.submittedAt)}`,
            ],
            [
              '批准',
              review.approvedBy === null || review.approvedAt === null ? '—' : `${review.approvedBy.name}　${dateTime(review.approvedAt)}`,
            ],
          ],
        },
        {
          is: 'table',
          columns: [
            { title: '账号', share: 20 },
            { title: '岗位', share: 14 },
            { title: '角色', share: 22 },
            { title: '最近使用', share: 16 },
            { title: '决定', share: 16 },
            { title: '执行', share: 12 },
          ],
          rows: review.lines.map(cellsOf),
        },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'rights_review', ids: [id] }])),
      ],
    }
  },
}

const cellsOf = (line: ReviewLine): string[] => [
  `${line.name}（${line.userName}）`,
  line.post,
  line.roles.map(({ name }) => name).join('、'),
  line.lastSeenAt === null ? '从未' : dateTime(line.lastSeenAt),
  line.decision === null
    ? '未决定'
    : [
        reviewDecisions[line.decision],
        line.roles
          .filter((role) => line.takenRoleIds.includes(role.id))
          .map(({ name }) => name)
          .join('、'),
        line.reason,
        line.decidedByName,
      ]
        .filter(Boolean)
        .join('，'),
  line.carriedAt === null ? '' : `${line.carriedByName ?? ''} ${dateTime(line.carriedAt)}`,
]

/** What of the review of rights is printed. */
export const reviewPapers = { rights_review: reviewPaper } satisfies Record<string, PaperSource>
