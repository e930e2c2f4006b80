import { reportSheet } from '#contract/laboratory/report.ts'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import { dateTime } from '#contract/kernel/shown-value.ts'
import {
  planLooks,
  pointLooks,
  stabilityConditions,
  type PlanFile,
  type PlannedLot,
  type PointRow,
} from '#contract/laboratory/stability.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Block } from '#tools/paper.ts'
import { planFileOf } from './queries.ts'

/** 稳定性考察记录: the plan, the lots that follow it, each time point with what was found, and who signed. */
export const stabilityPaper: PaperSource = {
  async read(tx, _actor, id) {
    const file = await planFileOf(tx, id)
    const { plan, lots } = file
    const points = lots.flatMap((lot) => lot.points.map((point) => ({ lot, point })))
    const reports = await reportsOf(
      tx,
      points.flatMap(({ point }) => (point.inspectionId === null ? [] : [point.inspectionId])),
    )
    return {
      documentNo: `${plan.planNo}-${plan.version}`,
      marks: plan.state === 'approved' ? [] : [planLooks[plan.state].label],
      page: '/system-jilu',
      q: plan.planNo,
      blocks: [
        planFacts(file),
        ...lots.flatMap((lot) => lotBlocks(lot)),
        { is: 'heading', text: '检验结果' },
        resultTable(points, reports),
        ...signatureBlocks(
          await signaturesOf(tx, [
            { table: 'stability_plan', ids: file.versions.map((version) => version.id), of: plan.planNo },
            { table: 'stability_lot', ids: lots.map((lot) => lot.id), of: '批次移出' },
            { table: 'stability_point', ids: points.map(({ point }) => point.id), of: '未考察登记' },
            { table: 'report', ids: [...reports.values()].map((report) => report.id), of: '检验报告书' },
          ]),
        ),
      ],
    }
  },
}

const planFacts = ({ plan, ...file }: PlanFile): Block => ({
  is: 'facts',
  rows: [
    ['产品', plan.productName],
    ['版次', `第${plan.version}版`],
    ['状态', planLooks[plan.state].label],
    ['贮藏条件', stabilityConditions[plan.storageCondition]],
    ['时间点（月）', plan.months.join('、')],
    ['每次取用', `${plan.packsPerPoint} 袋`],
    ['允许前后', `${plan.windowDays} 天`],
    ['考察项目', plan.items.join('、')],
    ['编制人 / 时间', `${plan.writtenBy.name}　${dateTime(plan.writtenAt)}`],
    ['批准人 / 时间', plan.approvedAt === null ? '未批准' : `${plan.approvedByName}　${dateTime(plan.approvedAt)}`],
    ...(plan.remark === '' ? [] : ([['备注', plan.remark]] as const)),
    ...(file.endedAt === null
      ? []
      : ([[plan.state === 'ended' ? '终止' : '作废', `${file.endedByName}　${dateTime(file.endedAt)}　${file.endReason}`]] as const)),
  ],
})

const lotBlocks = (lot: PlannedLot): Block[] => [
  { is: 'heading', text: `批号 ${lot.lotNo}　生产日期 ${lot.bornOn}${lot.takenOffAt === null ? '' : `　已移出：${lot.takeOffReason}`}` },
  {
    is: 'table',
    columns: [
      { title: '时间点', share: 12 },
      { title: '考察日', share: 16 },
      { title: '允许日期', share: 28 },
      { title: '状态', share: 14 },
      { title: '请验单', share: 30 },
    ],
    rows: lot.points.map((point) => [
      `${point.month}个月`,
      point.testOn,
      `${point.opensOn} 至 ${point.closesOn}`,
      pointLooks[point.state].label,
      point.state === 'missed' ? `${point.missedByName}：${point.missReason}` : (point.requestNo ?? '—'),
    ]),
  },
]

type Report = { id: string; reportNo: string; items: ReturnType<typeof reportSheet.parse>['items'] }

/** The report in force of each request. */
async function reportsOf(tx: Tx, inspectionIds: readonly string[]): Promise<Map<string, Report>> {
  if (inspectionIds.length === 0) return new Map()
  const found = await tx
    .selectFrom('report')
    .select(['id', 'reportNo', 'inspectionId', 'sheet'])
    .where('inspectionId', 'in', inspectionIds)
    .where('state', '=', 'approved')
    .execute()
  return new Map(found.map(({ inspectionId, sheet, ...report }) => [inspectionId, { ...report, items: reportSheet.parse(sheet).items }]))
}

/** What was found, item by item in the order of the months. */
function resultTable(points: readonly { lot: PlannedLot; point: PointRow }[], reports: ReadonlyMap<string, Report>): Block {
  const lines = points.flatMap(({ lot, point }) => {
    const report = point.inspectionId === null ? undefined : reports.get(point.inspectionId)
    return (report?.items ?? []).map((item) => ({ lot, month: point.month, reportNo: report?.reportNo ?? '', item }))
  })
  const names = [...new Set(lines.map(({ item }) => item.name))]
  return {
    is: 'table',
    columns: [
      { title: '项目', share: 18 },
      { title: '标准规定', share: 22 },
      { title: '批号', share: 16 },
      { title: '时间点', share: 10 },
      { title: '结果', share: 14 },
      { title: '结论', share: 10 },
      { title: '报告编号', share: 18 },
    ],
    rows:
      lines.length === 0
        ? [['—', '—', '—', '—', '还没有报告', '—', '—']]
        : names.flatMap((name) =>
            lines
              .filter(({ item }) => item.name === name)
              .toSorted((a, b) => a.month - b.month)
              .map(({ lot, month, reportNo, item }) => [
                item.name,
                item.specText,
                lot.lotNo,
                `${month}个月`,
                item.result,
                verdictLooks[item.verdict].label,
                reportNo,
              ]),
          ),
  }
}
