import { Select, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import { stabilityApi, stabilityConditions, type PlanRow, type StabilityResult } from '#contract/laboratory/stability.ts'
import { useRead } from '#web/lib/call.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StabilityChart } from './StabilityChart.tsx'

const columns: readonly Column<StabilityResult>[] = [
  { title: '项目', key: 'item', sort: 'item', width: 10 },
  { title: '批号', key: 'lotNo', sort: 'lotNo' },
  { title: '时间点', key: 'month', sort: 'month', render: (row) => `${row.month}个月` },
  { title: '结果', key: 'value', align: 'right', render: (row) => (row.value === null ? row.words : `${row.value}${row.unit}`) },
  { title: '标准规定', key: 'specText', width: 14 },
  { title: '内控下限', key: 'internalLow', align: 'right', hidden: true },
  { title: '内控上限', key: 'internalHigh', align: 'right', hidden: true },
  { title: '单项结论', key: 'verdict', render: (row) => <StateTag of={verdictLooks} state={row.verdict} /> },
  { title: '提示', key: 'outOfTrend', render: (row) => (row.outOfTrend ? '超内控' : '') },
  { title: '请验单号', key: 'requestNo', render: (row) => <Link to={`/system-jilu?record=${row.inspectionId}`}>{row.requestNo}</Link> },
]

/** 结果与趋势: what was found of the lots of a plan, month by month; of one item as a chart. */
export function ResultsOfPlan({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const plans = useRead(stabilityApi.list, { pageSize: 200 })
  const offered = (plans.data?.rows ?? []).filter(({ state }) => state === 'approved' || state === 'ended')
  const asked = query.get('of')
  const plan = offered.find(({ id }) => id === asked) ?? offered[0]
  const switches = (
    <>
      {header}
      {plans.error && <CallFailure error={plans.error} onRetry={() => void plans.refetch()} />}
      {plans.isPending && <Skeleton active />}
    </>
  )
  if (plan === undefined)
    return (
      <section className="page" aria-label="稳定性考察结果">
        <header className="page-head">
          <h1>质检记录</h1>
        </header>
        {switches}
        {plans.data && (
          <div className="nothing">
            <p>还没有现行的考察方案；批准方案、列入批次并完成第一个时间点后，这里有结果与趋势。</p>
          </div>
        )}
      </section>
    )
  return (
    <ListPage
      key={plan.id}
      title="稳定性考察结果"
      primary={null}
      header={
        <>
          {switches}
          <search className="filters">
            <Select
              aria-label="考察方案"
              value={plan.id}
              popupMatchSelectWidth={false}
              options={offered.map((one) => ({ value: one.id, label: nameOf(one) }))}
              onChange={(of: string) => setQuery({ of, item: null, page: null })}
            />
          </search>
          <Trend plan={plan} />
        </>
      }
      endpoint={stabilityApi.results}
      only={{ id: plan.id }}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索批号或请验单号"
      filters={[{ key: 'item', label: '项目', options: plan.items.map((value) => ({ value, label: value })) }]}
      empty="还没有提交的结果；第一个时间点检验完成后出现"
    />
  )
}

const nameOf = (plan: PlanRow) => `${plan.planNo}　${plan.productName}　${stabilityConditions[plan.storageCondition]}`

/** The trend of the chosen item; without one there is only the table. */
function Trend({ plan }: { plan: PlanRow }) {
  const item = useTab().query.get('item')
  const results = useRead(stabilityApi.results, item === null ? null : { id: plan.id, item, pageSize: 200 }, { keepPrevious: true })
  if (item === null) return <p className="quiet">选择一个项目，看它随时间的趋势。</p>
  if (results.error) return <CallFailure error={results.error} onRetry={() => void results.refetch()} />
  if (results.data === undefined) return <Skeleton active />
  return <StabilityChart item={item} plan={plan} results={results.data.rows} />
}
