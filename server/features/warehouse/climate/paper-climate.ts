import { sql } from 'kysely'
import { dateTime, decimal } from '#contract/kernel/shown-value.ts'
import { climateText, pointLooks } from '#contract/warehouse/climate.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { PaperSource } from '#kernel/paper.ts'
import type { Tx } from '#kernel/serve.ts'
import { daysOf, pointOf } from './queries.ts'

/** A paper has a month and its last day. */
const daysBack = 31
const span = (low: string, high: string, places: number) =>
  low === high ? decimal(low, places) : `${decimal(low, places)}–${decimal(high, places)}`

/** 温湿度记录 of a point over the last 31 days: what was read on each, and the days on which nothing was. */
export const climatePaper: PaperSource = {
  async read(tx, _actor, id) {
    const point = await pointOf(tx, id)
    const until = dayInShanghai(tx.now())
    const from = addDays(until, 1 - daysBack)
    const days = await daysOf(tx, id, from, addDays(until, 1))
    const every = Array.from({ length: daysBack }, (_, index) => addDays(from, index))
    return {
      documentNo: point.number,
      marks: point.state === 'disabled' ? [pointLooks.disabled.label] : [],
      page: '/yuanliao-kucun',
      q: point.number,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['监测点', `${point.number} ${point.name}`],
            ['位置', point.place],
            ['限度（企业自定）', climateText(point.limits)],
            ['记录方式', point.everyHours === null ? '人工，每日上午、下午各一次' : `温湿度仪，间隔不超过 ${point.everyHours} 小时`],
            ['期间', `${from} 至 ${until}`],
          ],
        },
        {
          is: 'table',
          columns: [
            { title: '日期', share: 22 },
            { title: '温度 (℃)', share: 22 },
            { title: '相对湿度 (%RH)', share: 22 },
            { title: '上午 / 下午', share: 18 },
            { title: '超限', share: 16 },
          ],
          rows: every.map((date) => {
            const read = days.find(({ day }) => day === date)
            if (read === undefined) return [date, '无记录', '', '', '']
            return [
              date,
              span(read.temperatureLow, read.temperatureHigh, 1),
              span(read.humidityLow, read.humidityHigh, 0),
              `${read.mornings} / ${read.readings - read.mornings}`,
              read.out === 0 ? '—' : `${read.out} 次`,
            ]
          }),
        },
        ...(await excursionBlocks(tx, id, from)),
      ],
    }
  },
}

/** What was out of its limits, each with its case. */
async function excursionBlocks(tx: Tx, pointId: string, from: string) {
  const out = await tx
    .selectFrom('climateReading as r')
    .innerJoin('incident as i', (join) => join.onRef('i.enterpriseId', '=', 'r.enterpriseId').onRef('i.id', '=', 'r.incidentId'))
    .select(['i.caseNo', 'i.openedAt', 'i.measured', 'i.expected'])
    .distinct()
    .where('r.pointId', '=', pointId)
    .where('r.measuredAt', '>=', sql<string>`${from}::date::timestamp at time zone 'Asia/Shanghai'`)
    .where('r.isOut', '=', true)
    .orderBy('i.caseNo')
    .execute()
  if (out.length === 0) return []
  return [
    {
      is: 'table' as const,
      columns: [
        { title: '质量事件', share: 30 },
        { title: '立案', share: 26 },
        { title: '首次超限', share: 22 },
        { title: '限度', share: 22 },
      ],
      rows: out.map(({ caseNo, openedAt, measured, expected }) => [caseNo, dateTime(openedAt), measured, expected]),
    },
  ]
}
