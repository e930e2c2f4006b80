import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dateTime, day, decimal, kgUnit } from '#contract/kernel/shown-value.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { abnormalWords } from '#contract/laboratory/sampling.ts'
import { sampleKinds } from '#contract/laboratory/sample-state.ts'
import { correctedWords, signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Tx } from '#kernel/serve.ts'
import { standingOf } from './paper-request.ts'
import { inspectionFileOf } from './queries.ts'

/** Grams to the tenth that is weighed, without a nought behind the point. */
const grams = (text: string) => `${exact(text).toFixed()} g`

/** The file of an inspection whose lot was sampled; before that there is nothing to print (`wrong_state`). */
export async function sampledFile(
  tx: Tx,
  id: string,
): Promise<{ file: InspectionFile; sampling: NonNullable<InspectionFile['sampling']> }> {
  const file = await inspectionFileOf(tx, undefined, id)
  if (file.sampling === null) throw new Refusal('wrong_state')
  return { file, sampling: file.sampling }
}

/** 取样单: how many packages, which, where and how, and into what the sample was divided. */
export const samplingPaper: PaperSource = {
  async read(tx, _actor, id) {
    const { file, sampling } = await sampledFile(tx, id)
    const { inspection } = file
    return {
      documentNo: sampling.samplingNo,
      ...standingOf(file),
      blocks: [
        {
          is: 'facts',
          rows: [
            ['请验单号', inspection.requestNo],
            ['品名', inspection.lotName],
            [inspection.side === 'raw' ? '进厂批号' : '生产批号', inspection.lotNo],
            ['批量', `${kgUnit(inspection.lotQuantity)}，${inspection.packageCount} 件`],
            ['应取件数', `${file.requiredPackages} 件`],
            ['取样件号', sampling.packageNumbers.join('、')],
            ['取样部位', sampling.samplingPoint],
            ['方法 / 工具', sampling.method],
            ['取样地点', sampling.place],
            ['温度 / 湿度', `${decimal(sampling.temperature, 1)} ℃ / ${decimal(sampling.humidity, 1)} %RH`],
            ['一次全检量', grams(sampling.testNeed)],
            ['总取样量', correctedWords(sampling.corrections, 'total', grams(sampling.total), grams)],
            ['四分法缩分', sampling.quartered ? '是' : '否'],
            ['包件异常', abnormalWords(sampling.abnormalUnits)],
            ['现场观察', sampling.fieldNote],
            ['封口', '取样后已封口，已贴取样证'],
            ['取样人 / 时间', `${sampling.sampledByName}　${dateTime(sampling.sampledAt)}`],
            ['见证人', sampling.witnessedByName ?? '—'],
          ],
        },
        { is: 'heading', text: '分样' },
        {
          is: 'table',
          columns: [
            { title: '样品编号', share: 40 },
            { title: '样品类型', share: 30 },
            { title: '数量', share: 30, align: 'right' },
          ],
          rows: sampling.samples.map((sample) => [
            sample.sampleNo,
            sampleKinds[sample.kind],
            correctedWords(sample.corrections, 'quantity', grams(sample.quantity), grams),
          ]),
        },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'sampling', ids: [sampling.id] }])),
      ],
    }
  },
}

/** 取样证: one for each package that was opened, to be put on it. */
export const samplingSealPaper: PaperSource = {
  async read(tx, _actor, id) {
    const { file, sampling } = await sampledFile(tx, id)
    const { inspection } = file
    return {
      documentNo: sampling.samplingNo,
      ...standingOf(file),
      blocks: [
        {
          is: 'cards',
          cards: sampling.packageNumbers.map((number) => ({
            title: '已取样',
            name: inspection.lotName,
            facts: [
              ['批号', inspection.lotNo],
              ['件号', `${number} / ${inspection.packageCount}`],
              ['取样单', sampling.samplingNo],
              ['取样日期', day(sampling.sampledAt)],
              ['取样人', sampling.sampledByName],
            ],
            code: inspection.lotNo,
            foot: '此件已开封取样并重新封口',
          })),
        },
      ],
    }
  },
}

/** 样品标签: one for each part of the sample. */
export const sampleLabelPaper: PaperSource = {
  async read(tx, _actor, id) {
    const { file, sampling } = await sampledFile(tx, id)
    const { inspection } = file
    return {
      documentNo: sampling.samplingNo,
      ...standingOf(file),
      blocks: [
        {
          is: 'cards',
          cards: sampling.samples.map((sample) => ({
            title: sampleKinds[sample.kind],
            name: inspection.lotName,
            facts: [
              ['样品编号', sample.sampleNo],
              ['批号', inspection.lotNo],
              ['数量', grams(sample.quantity)],
              ['取样地点', sampling.place],
              ['取样日期', day(sampling.sampledAt)],
              ['取样人', sampling.sampledByName],
            ],
            code: sample.sampleNo,
            foot: `请验单 ${inspection.requestNo}`,
          })),
        },
      ],
    }
  },
}
