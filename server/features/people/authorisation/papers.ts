import { dateTime, decimal } from '#contract/kernel/shown-value.ts'
import { activities, authorisationLooks } from '#contract/people/authorisation.ts'
import { trainingLooks, trainingResults } from '#contract/people/training.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import { authorisationOf, trainingOf } from './queries.ts'

/** 培训记录 of one person and one course. */
const trainingPaper: PaperSource = {
  async read(tx, _actor, id) {
    const training = await trainingOf(tx, id)
    return {
      documentNo: `${training.person.name}-${training.heldOn}`,
      marks: training.state === 'voided' ? [trainingLooks.voided.label] : [],
      page: '/system-user',
      q: training.person.name,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['受训人', training.person.name],
            ['培训类别', training.kindLabel || '—'],
            ['培训内容', training.course],
            ['培训日期', training.heldOn],
            ['有效期至', training.validUntil ?? '长期'],
            ['学时', decimal(training.classHours, 1)],
            ['培训人', training.trainer],
            ['考核结果', trainingResults[training.result]],
            ['备注', training.remark || '—'],
            ['登记', `${training.recordedBy.name}　${dateTime(training.recordedAt)}`],
            ...(training.voidReason === null ? [] : [['作废原因', training.voidReason] as const]),
          ],
        },
      ],
    }
  },
}

/** 上岗授权书 of one person for one kind of work. */
const authorisationPaper: PaperSource = {
  async read(tx, _actor, id) {
    const { person, activity, state, training, ...authorisation } = await authorisationOf(tx, id)
    return {
      documentNo: `${person.name}-${activities[activity].label}`,
      marks: state === 'valid' ? [] : [authorisationLooks[state].label],
      page: '/system-user',
      q: person.userName,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['被授权人', [person.name, person.post].filter(Boolean).join('，')],
            ['授权的工作', activities[activity].label],
            ['有效期至', authorisation.validUntil],
            ['培训与考核', `${training.course}，${training.heldOn}`],
            ['说明', authorisation.basis || '—'],
            ['提出', `${authorisation.givenBy.name}　${dateTime(authorisation.givenAt)}`],
            [
              '批准',
              authorisation.approvedBy === null || authorisation.approvedAt === null
                ? '—'
                : `${authorisation.approvedBy.name}　${dateTime(authorisation.approvedAt)}`,
            ],
            ...(authorisation.endReason === null ? [] : [['结束原因', authorisation.endReason] as const]),
          ],
        },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'authorisation', ids: [id] }])),
      ],
    }
  },
}

/** What of people is printed. */
export const peoplePapers = { training_record: trainingPaper, authorisation: authorisationPaper } satisfies Record<string, PaperSource>
