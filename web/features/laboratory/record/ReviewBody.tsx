import { Link } from 'react-router'
import { exact, Exact, roundHalfEven } from '#contract/kernel/exact-decimal.ts'
import { oosKinds, oosLooks } from '#contract/cases/oos.ts'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import type { ProductReview } from '#contract/laboratory/record.ts'
import { fewestPoints } from '#contract/laboratory/trend.ts'
import { day, exactTime, kg, kgUnit, percent } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ReviewTable } from './ReviewTable.tsx'

type Batch = ProductReview['batches'][number]
type Item = ProductReview['items'][number]
type RawLot = ProductReview['rawLots'][number]

const toHundredths = (value: string | null) => (value === null ? '—' : percent(roundHalfEven(exact(value), 2)))
const history = (lotNo: string) => <Link to={`/suyuan-lvli?q=${lotNo}`}>{lotNo}</Link>
const outside = (value: string, isOut: boolean) => (isOut ? <span className="broken">{value} 超限</span> : value)

const batchColumns: readonly Column<Batch>[] = [
  { title: '批号', key: 'batchNo', render: (batch) => history(batch.batchNo) },
  { title: '生产日期', key: 'productionDate' },
  { title: '投料 (kg)', key: 'charged', align: 'right', render: (batch) => kg(batch.charged) },
  { title: '产出 (kg)', key: 'output', align: 'right', render: (batch) => kg(batch.output) },
  { title: '收率', key: 'yieldPercent', align: 'right', render: (batch) => outside(toHundredths(batch.yieldPercent), batch.isYieldOut) },
  {
    title: '物料平衡',
    key: 'balancePercent',
    align: 'right',
    render: (batch) => outside(toHundredths(batch.balancePercent), batch.isBalanceOut),
  },
  { title: '偏差', key: 'deviations', align: 'right' },
  {
    title: '检验结论',
    key: 'verdict',
    render: (batch) => (batch.verdict ? <StateTag of={verdictLooks} state={batch.verdict} /> : '未完成'),
  },
  { title: '报告编号', key: 'reportNo' },
  { title: '批次状态', key: 'lotState', render: (batch) => <StateTag of={lotStates.bulk} state={batch.lotState} /> },
]

const itemColumns: readonly Column<Item>[] = [
  { title: '检验项目', key: 'name' },
  { title: '标准规定', key: 'specText' },
  { title: '检验批次', key: 'tested', align: 'right' },
  { title: '不符合', key: 'failed', align: 'right', render: (item) => outside(String(item.failed), item.failed > 0) },
  { title: '超内控', key: 'outOfTrend', align: 'right' },
  { title: '最小', key: 'lowest', align: 'right', render: ({ series, unit }) => series.lowest && `${series.lowest} ${unit}` },
  { title: '平均', key: 'mean', align: 'right', render: ({ series, unit }) => series.mean && `${series.mean} ${unit}` },
  { title: '最大', key: 'highest', align: 'right', render: ({ series, unit }) => series.highest && `${series.highest} ${unit}` },
  { title: '标准差 s', key: 'deviation', align: 'right', render: ({ series }) => series.deviation },
  {
    title: '趋势判异',
    key: 'signals',
    render: ({ series }) =>
      series.count === 0
        ? ''
        : series.count < fewestPoints
          ? `少于${fewestPoints}点`
          : series.signals.length === 0
            ? '未见异常'
            : `${series.signals.length} 处`,
  },
]

const rawColumns: readonly Column<RawLot>[] = [
  { title: '原料批号', key: 'lotNo', render: (lot) => history(lot.lotNo) },
  { title: '物料', key: 'name' },
  { title: '供货单位', key: 'supplier' },
  { title: '产地', key: 'origin' },
  { title: '用量 (kg)', key: 'quantity', align: 'right', render: (lot) => kg(lot.quantity) },
  { title: '用于批数', key: 'batches', align: 'right' },
  { title: '检验结论', key: 'verdict', render: (lot) => (lot.verdict ? <StateTag of={verdictLooks} state={lot.verdict} /> : '未检验') },
]

const oosColumns: readonly Column<ProductReview['oosCases'][number]>[] = [
  { title: '批号', key: 'batchNo' },
  { title: '项目', key: 'item' },
  { title: '开立日期', key: 'openedAt', render: (oos) => day(oos.openedAt) },
  { title: '类别', key: 'kind', render: (oos) => oosKinds[oos.kind] },
  { title: '结果', key: 'state', render: (oos) => oosLooks[oos.state].label },
  { title: '结论', key: 'conclusion' },
]

const deviationColumns: readonly Column<ProductReview['deviations'][number]>[] = [
  { title: '批号', key: 'batchNo' },
  { title: '工序', key: 'stepNo', align: 'right' },
  { title: '日期', key: 'foundAt', render: (one) => day(one.foundAt) },
  { title: '情况', key: 'finding' },
  { title: '说明', key: 'note' },
]

const total = (values: readonly string[]) => values.reduce((sum, value) => sum.plus(exact(value)), new Exact(0)).toFixed()

/** The product, the year, and its batches in figures. */
function Overview({ review }: { review: ProductReview }) {
  const { product, batches, yields, packed } = review
  const having = (verdict: Batch['verdict']) => batches.filter((batch) => batch.verdict === verdict).length
  const yieldOut = batches.filter(({ isYieldOut }) => isYieldOut).length
  return (
    <Facts
      rows={[
        ['产品', `${product.name}　${product.cutSpec}（${product.code}）`],
        ['炮制方法', product.processingMethod],
        ['贮藏与保质期', `${product.storage || '—'}；${product.shelfLifeMonths} 个月`],
        ['统计范围', `${review.year}-01-01 至 ${review.year}-12-31 生产的批次（按生产日期）`],
        ['统计时间', `${exactTime(review.madeAt)}　${review.madeBy}`],
        [
          '生产批次',
          `${batches.length} 批；检验符合规定 ${having('PASS')} 批，不符合规定 ${having('FAIL')} 批，检验未完成 ${having(null)} 批`,
        ],
        [
          '投料与产出',
          `投料 ${kgUnit(total(batches.map(({ charged }) => charged)))}，产出 ${kgUnit(total(batches.map(({ output }) => output)))}`,
        ],
        [
          '收率',
          batches.length === 0
            ? ''
            : `平均 ${toHundredths(yields.mean)}，最低 ${toHundredths(yields.lowest)}，最高 ${toHundredths(yields.highest)}；超出工艺规程限度 ${yieldOut} 批`,
        ],
        [
          '包装与放行',
          `包装 ${packed.lots} 批，共 ${kgUnit(packed.quantity)}；可销售 ${packed.released} 批，不合格 ${packed.rejected} 批，未放行 ${packed.waiting} 批`,
        ],
      ]}
    />
  )
}

/** The review itself, on the screen or on paper: the same sentences and tables. */
export function ReviewBody({ review, paper }: { review: ProductReview; paper: boolean }) {
  const { batches, returns } = review
  return (
    <div className={paper ? 'review-sheet' : undefined}>
      {paper && (
        <>
          <p className="report-firm">{review.enterprise}</p>
          <h1>{review.year}年度产品质量回顾</h1>
        </>
      )}
      <Overview review={review} />
      <ReviewTable
        paper={paper}
        heading="批次"
        columns={batchColumns}
        rows={batches}
        rowKey={({ lotId }) => lotId}
        empty="这一年没有生产这个产品"
      />
      <ReviewTable
        paper={paper}
        heading="检验结果统计"
        columns={itemColumns}
        rows={review.items}
        rowKey={({ name, specText, unit }) => `${name} ${specText} ${unit}`}
        empty="没有已提交的检验结果"
      />
      <ReviewTable
        paper={paper}
        heading="检验结果超标（OOS）"
        columns={oosColumns}
        rows={review.oosCases}
        rowKey={({ id }) => id}
        empty="没有OOS记录"
      />
      <ReviewTable
        paper={paper}
        heading="生产偏差"
        columns={deviationColumns}
        rows={review.deviations}
        rowKey={({ id }) => id}
        empty="没有偏差记录"
      />
      <ReviewTable
        paper={paper}
        heading="所用原辅料与供应商"
        columns={rawColumns}
        rows={review.rawLots}
        rowKey={({ lotId }) => lotId}
        empty="没有投料记录"
      />
      <h2 className="drawer-heading">投诉、退货与召回</h2>
      <p>
        退货入库：{returns.entries === 0 ? '没有记录' : `${returns.entries} 次，共 ${kgUnit(returns.quantity)}`}。因召回冻结：
        {review.recalls === 0 ? '没有记录' : `${review.recalls} 次`}。因投诉冻结：
        {review.complaints === 0 ? '没有记录' : `${review.complaints} 次`}。
      </p>
      <p className="quiet">本平台不登记未引起冻结的投诉，也不登记稳定性考察与变更；回顾时请另附相应台账。</p>
      {paper && (
        <>
          <h2>回顾结论与改进措施</h2>
          <p className="review-room" />
          <div className="review-signs">
            <span>起草人：　　　　　日期：　　　　</span>
            <span>质量负责人：　　　　　日期：　　　　</span>
            <span>质量受权人：　　　　　日期：　　　　</span>
          </div>
        </>
      )}
    </div>
  )
}
