import { present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dateTime, day } from '#contract/kernel/shown-value.ts'
import { sampleStates } from '#contract/laboratory/sample-state.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import { sampleFileOf } from './queries.ts'

/** 成品留样单: how many packs of which lot are kept, with the label that is cut out and put on them. */
export const packRetentionPaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await sampleFileOf(tx, id)
    const { sample } = file
    const { packs, packUnit } = sample
    if (packs === null || packUnit === null) throw new Refusal('wrong_state')
    const drawn = await tx
      .selectFrom('sample')
      .innerJoin('packRetention', (join) =>
        join.onRef('packRetention.enterpriseId', '=', 'sample.enterpriseId').onRef('packRetention.id', '=', 'sample.packRetentionId'),
      )
      .leftJoin('account as witness', (join) =>
        join.onRef('witness.enterpriseId', '=', 'packRetention.enterpriseId').onRef('witness.id', '=', 'packRetention.witnessedBy'),
      )
      .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'sample.enterpriseId').onRef('lot.id', '=', 'sample.lotId'))
      .select(['packRetention.id', 'packRetention.remark', 'witness.name as witnessName', 'lot.batchNo', 'lot.expiresOn'])
      .where('sample.id', '=', id)
      .executeTakeFirstOrThrow()
    const expiresOn = present(drawn.expiresOn)
    const amount = `${packs} ${packUnit}，共 ${exact(sample.quantity).toFixed()} g`
    return {
      documentNo: sample.samplingNo,
      marks: ['lost', 'returned', 'disposed'].includes(sample.state) ? [sampleStates[sample.state].label] : [],
      page: '/system-jilu',
      q: sample.sampleNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['品名', sample.lotName],
            ['生产批号', drawn.batchNo],
            ['成品批', sample.lotNo],
            ['保质期至', expiresOn],
            ['样品编号', sample.sampleNo],
            ['留样量', amount],
            ['留样人 / 时间', `${file.sampledByName}　${dateTime(sample.sampledAt)}`],
            ['第二人', drawn.witnessName ?? '—'],
            ['接收人 / 时间', file.receivedAt === null ? '未接收' : `${file.receivedByName}　${dateTime(file.receivedAt)}`],
            ['存放位置', sample.shelf ?? '—'],
            ['留样至', sample.retainUntil ?? '接收后确定'],
            ['备注', drawn.remark === '' ? '—' : drawn.remark],
          ],
        },
        {
          is: 'cards',
          cards: [
            {
              title: '留样',
              name: sample.lotName,
              facts: [
                ['样品编号', sample.sampleNo],
                ['批号', sample.lotNo],
                ['数量', amount],
                ['保质期至', expiresOn],
                ['留样日期', day(sample.sampledAt)],
                ['留样人', file.sampledByName],
              ],
              code: sample.sampleNo,
              foot: '留样，不得销售',
            },
          ],
        },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'pack_retention', ids: [drawn.id] }])),
      ],
    }
  },
}
