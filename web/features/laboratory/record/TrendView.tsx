import { Skeleton } from 'antd'
import { elementAt } from '#contract/kernel/certain.ts'
import { leftOutReasons, mostPoints, recordApi, type Trend } from '#contract/laboratory/record.ts'
import { fewestPoints, nelsonRules, reliablePoints, signalSentence } from '#contract/laboratory/trend.ts'
import { useRead } from '#web/lib/call.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { FilterField } from '#web/parts/FilterBar.tsx'
import { TrendChart } from './TrendChart.tsx'
import { choiceFilters, RequiredField, useChoices, ViewSwitch } from './views.tsx'

/** 趋势: one item over the lots of one herb or product, with limits, mean, control limits and the signals they give. */
export function TrendView() {
  const { query } = useTab()
  const choices = useChoices()
  const filters = choiceFilters(choices.data)
  const given = (key: string) => query.get(key) ?? undefined
  const [goodsId, item] = [given('goodsId'), given('item')]
  const asked =
    goodsId === undefined || item === undefined
      ? null
      : { goodsId, item, supplierId: given('supplierId'), from: given('from'), to: given('to') }
  const trend = useRead(recordApi.trend, asked, { keepPrevious: true })
  return (
    <section className="page" aria-label="质检趋势">
      <header className="page-head">
        <h1>质检记录</h1>
      </header>
      <ViewSwitch view="trend" />
      <search className="filters">
        <RequiredField filter={filters.goods} />
        <RequiredField filter={filters.numericItems} />
        <FilterField filter={filters.supplier} />
        <FilterField filter={{ key: 'from', label: '检验日期起', day: true }} />
        <FilterField filter={{ key: 'to', label: '止', day: true }} />
      </search>
      {choices.error && <CallFailure error={choices.error} onRetry={() => void choices.refetch()} />}
      {asked === null && choices.data && !choices.isPlaceholderData && (
        <div className="nothing">
          <p>
            {goodsId === undefined
              ? '请选择品种，再选择有数值结果的项目'
              : filters.numericItems.options.length === 0
                ? '这个品种还没有数值结果，不能作趋势图；检验人录入后，项目会出现在这里'
                : '请选择项目；只有数值结果的项目可以作趋势图'}
          </p>
        </div>
      )}
      {trend.error && <CallFailure error={trend.error} onRetry={() => void trend.refetch()} />}
      {((choices.isFetching && !choices.data) || (trend.isFetching && !trend.data)) && <Skeleton active paragraph={{ rows: 8 }} />}
      {asked !== null && trend.data && (
        <div className={trend.isPlaceholderData ? 'stale' : undefined} aria-busy={trend.isPlaceholderData}>
          <TrendBody trend={trend.data} />
        </div>
      )}
    </section>
  )
}

function TrendBody({ trend }: { trend: Trend }) {
  const { points, series, unit } = trend
  const leftOut = trend.leftOut.map(({ reason, count }) => `${leftOutReasons[reason]} ${count} 个`).join('；')
  const withUnit = (value: string | null) => (value === null ? '—' : `${value} ${unit}`)
  return (
    <>
      <h2 className="drawer-heading">
        {trend.goodsName}　{trend.item}
        {unit && `（${unit}）`}
      </h2>
      {points.length === 0 ? (
        <div className="nothing">
          <p>没有可以作图的数值结果。提交检验结果后，每一批会成为图上的一点。</p>
        </div>
      ) : (
        <>
          <dl className="trend-facts">
            {(
              [
                ['点数', String(series.count)],
                ['均值', withUnit(series.mean)],
                ['最小～最大', `${series.lowest}～${withUnit(series.highest)}`],
                ['标准差 s', withUnit(series.deviation)],
                ['控制限（均值±3σ）', series.lower === null ? '—' : `${series.lower}～${withUnit(series.upper)}`],
              ] as const
            ).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <TrendChart trend={trend} />
          <Signals trend={trend} />
        </>
      )}
      {leftOut && <p className="quiet">另有结果没有作图：{leftOut}。</p>}
      {trend.isCut && <p className="quiet">只显示最近 {mostPoints} 个结果；更早的请按检验日期查询。</p>}
      <p className="quiet">
        各点为报告值（修约后的平均值），按取样时间排列，含不符合规定的结果；限度为各批检验时的标准。σ 由相邻点的移动极差估计（R̄/1.128，GB/T
        17989.2 单值控制图）。
      </p>
    </>
  )
}

/** More sentences than this are too many to read; the table has them all. */
const mostSentences = 20

/** What the rules found, as sentences; with too few points, why they were not applied. */
function Signals({ trend: { points, series } }: { trend: Trend }) {
  if (series.count < fewestPoints)
    return (
      <p className="trend-verdict">
        少于 {fewestPoints} 点（现有 {series.count} 点），不计算控制限，不作判异。
      </p>
    )
  const name = (index: number) => elementAt(points, index).lotNo
  return (
    <div className="trend-verdict">
      {series.signals.length === 0 ? (
        <p>判异：未见异常（Nelson 规则 1～4：{Object.values(nelsonRules).join('；')}）。</p>
      ) : (
        <>
          <p>判异：有 {series.signals.length} 处异常，请查明原因。</p>
          <ul>
            {series.signals.slice(0, mostSentences).map((signal) => (
              <li key={`${signal.rule} ${signal.from}`}>
                <span className="tag tag-warning">规则 {signal.rule}</span> {signalSentence(signal, name)}（{nelsonRules[signal.rule]}）
              </li>
            ))}
          </ul>
          {series.signals.length > mostSentences && (
            <p className="quiet">其余 {series.signals.length - mostSentences} 处见表格的“判异”一列。</p>
          )}
        </>
      )}
      {series.count < reliablePoints && <p className="quiet">点数少于 {reliablePoints}，控制限仅供参考。</p>}
    </div>
  )
}
