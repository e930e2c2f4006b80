import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dateTime } from '#contract/kernel/shown-value.ts'
import { sampleStates } from '#contract/laboratory/sample-state.ts'
import { nextLook, sampleEvents, type SampleFile } from '#contract/laboratory/sample.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import { sampleFileOf } from './queries.ts'

const grams = (text: string) => `${exact(text).toFixed()} g`

/** 留样观察记录: what is kept of a lot, where and until when, every yearly look, and how it went in the end. */
export const retentionPaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await sampleFileOf(tx, id)
    const { sample, events } = file
    if (sample.kind !== 'retention') throw new Refusal('wrong_state')
    return {
      documentNo: sample.sampleNo,
      marks: ['lost', 'returned', 'scrapped', 'disposed'].includes(sample.state) ? [sampleStates[sample.state].label] : [],
      page: '/system-jilu',
      q: sample.sampleNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['品名', sample.lotName],
            [sample.side === 'raw' ? '进厂批号' : '生产批号', sample.lotNo],
            ...(sample.requestNo === null ? [] : ([['请验单号', sample.requestNo]] as const)),
            [sample.packs === null ? '取样单号' : '成品留样单号', sample.samplingNo],
            ['取样人 / 时间', `${file.sampledByName}　${dateTime(sample.sampledAt)}`],
            ['留样量', sample.packs === null ? grams(sample.quantity) : `${sample.packs} ${sample.packUnit}，${grams(sample.quantity)}`],
            ['容器', sample.container ?? '—'],
            ['存放位置', sample.shelf ?? '—'],
            ['接收人 / 时间', file.receivedAt === null ? '未接收' : `${file.receivedByName}　${dateTime(file.receivedAt)}`],
            ['留样至', sample.retainUntil ?? '放行或判定后满一年'],
            ['下次观察', nextLook(sample) ?? '—'],
          ],
        },
        { is: 'heading', text: '观察与处置' },
        {
          is: 'table',
          columns: [
            { title: '时间', share: 22 },
            { title: '事项', share: 14 },
            { title: '情况', share: 40 },
            { title: '记录人', share: 12 },
            { title: '见证人', share: 12 },
          ],
          rows: events.map((event) => [
            dateTime(event.happenedAt),
            sampleEvents[event.kind],
            wordsOf(event),
            event.byName,
            event.witnessName ?? '—',
          ]),
        },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'sample_event', ids: events.map((event) => event.id) }])),
      ],
    }
  },
}

const wordsOf = ({ isChanged, note, leftOver }: SampleFile['events'][number]) =>
  [isChanged === null ? '' : isChanged ? '有变化' : '无变化', note, leftOver === null ? '' : `余量 ${grams(leftOver)}`]
    .filter(Boolean)
    .join('；')
