import { kg, dateTime, percent } from '#contract/kernel/shown-value.ts'
import type { ProductionRecord } from '#contract/making/production-record.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import type { Block } from '#tools/paper.ts'

/** 分次交料 as the batch record prints it: every part, those that others took the place of struck through. */
export function partBlocks({ parts }: ProductionRecord): Block[] {
  if (parts.length === 0) return []
  return [
    { is: 'heading', text: '分次交料' },
    {
      is: 'table',
      columns: [
        { title: '交料单', share: 20 },
        { title: '净重 (kg)', share: 13, align: 'right' },
        { title: '货位 / 秤', share: 17 },
        { title: '交料 / 收料', share: 18 },
        { title: '时间', share: 16 },
        { title: '更正', share: 16 },
      ],
      rows: parts.map((part) => [
        part.replacedByNo === null ? part.partNo : [{ text: part.partNo, struck: true }],
        part.replacedByNo === null ? kg(part.quantity) : [{ text: kg(part.quantity), struck: true }],
        part.placeCode === null ? '—' : `${part.placeCode}\n${part.scaleNo ?? ''}`,
        `${part.handedByName}\n${part.checkedByName}`,
        dateTime(part.handedAt),
        part.replacesNo === null ? '' : `${part.replacesNo}\n${part.reason}`,
      ]),
    },
  ]
}

/** 联产品 as the batch record prints them: lots of their own, or waste with its reason. */
export function coProductBlocks({ coProducts }: ProductionRecord): Block[] {
  if (coProducts.length === 0) return []
  return [
    { is: 'heading', text: '联产品' },
    {
      is: 'table',
      columns: [
        { title: '联产品', share: 22 },
        { title: '工序', share: 10 },
        { title: '数量 (kg)', share: 14, align: 'right' },
        { title: '占投入', share: 12, align: 'right' },
        { title: '批号 / 去向', share: 26 },
        { title: '记录', share: 16 },
      ],
      rows: coProducts.map((one) => [
        `${one.name} ${one.cutSpec}`.trim(),
        `第${one.stepNo}道`,
        kg(one.quantity),
        percent(one.share),
        one.lotNo === null
          ? one.wasteReason === ''
            ? '没有'
            : `弃去：${one.wasteReason}`
          : `${one.lotNo}${one.lotState === null ? '' : ` ${lotStates.bulk[one.lotState].label}`}`,
        `${one.recordedByName}\n${dateTime(one.recordedAt)}`,
      ]),
    },
  ]
}
