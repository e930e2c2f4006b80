import { Button } from 'antd'
import { Link } from 'react-router'
import { inspectionState, inspectionStates } from '#contract/laboratory/inspection.ts'
import { requestKinds } from '#contract/laboratory/request.ts'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { recordApi, type RecordRow } from '#contract/laboratory/record.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { namedVerdicts, StandardVerdicts } from './StandardVerdicts.tsx'
import { choiceFilters, useChoices, ViewSwitch } from './views.tsx'

const time = (value: string | null) => value && dateTime(value)

const columns: readonly Column<RecordRow>[] = [
  { title: '请验单号', key: 'requestNo', sort: 'requestNo', render: (row) => <Opener id={row.id}>{row.requestNo}</Opener> },
  { title: '品名', key: 'lotName' },
  { title: '批号', key: 'lotNo', render: (row) => <Link to={`/suyuan-lvli?q=${row.lotNo}`}>{row.lotNo}</Link> },
  { title: '请验类别', key: 'requestKind', hidden: true, render: (row) => requestKinds[row.requestKind] },
  { title: '供货单位', key: 'supplier', width: 9 },
  { title: '产地', key: 'origin', width: 7 },
  { title: '各标准结论', key: 'standards', hidden: true, render: (row) => namedVerdicts(row.standards) },
  { title: '请验时间', key: 'requestedAt', sort: 'requestedAt', render: (row) => dateTime(row.requestedAt) },
  { title: '请验人', key: 'requestedByName', hidden: true },
  { title: '取样时间', key: 'sampledAt', hidden: true, render: (row) => time(row.sampledAt) },
  { title: '检验人', key: 'analysts', render: (row) => row.analysts.join('、') },
  { title: '提交时间', key: 'submittedAt', hidden: true, render: (row) => time(row.submittedAt) },
  { title: '复核人', key: 'reviewerName', hidden: true },
  { title: '复核时间', key: 'reviewedAt', hidden: true, render: (row) => time(row.reviewedAt) },
  { title: '状态', key: 'state', render: (row) => <StateTag of={inspectionStates} state={row.state} /> },
  { title: '结论', key: 'verdict', render: (row) => (row.verdict !== null || row.oosCases > 0 ? <Conclusion row={row} /> : null) },
  {
    title: '报告编号',
    key: 'reportNo',
    render: (row) => row.reportId && row.reportNo && <ReportOpener id={row.reportId}>{row.reportNo}</ReportOpener>,
  },
  { title: '批准时间', key: 'approvedAt', hidden: true, render: (row) => time(row.approvedAt) },
  { title: '批次状态', key: 'lotState', hidden: true, render: (row) => <StateTag of={lotStates[row.lotKind]} state={row.lotState} /> },
]

/** The verdict, and what was looked into; while that goes on there is no verdict. */
const Conclusion = ({ row }: { row: RecordRow }) => (
  <span className="tags">
    {row.verdict && <StateTag of={verdictLooks} state={row.verdict} />}
    {row.oosCases > 0 && (
      <span className={row.oosOpen > 0 ? 'tag tag-bad' : 'tag tag-neutral'}>{row.oosOpen > 0 ? 'OOS调查中' : 'OOS已结'}</span>
    )}
    {row.verdict && <StandardVerdicts of={row.standards} />}
  </span>
)

/** Opens the file; the address keeps which one is open. */
export function Opener({ id, children }: { id: string; children: string }) {
  const { setQuery } = useTab()
  return (
    <Button type="link" className="text-action" onClick={() => setQuery({ record: id })}>
      {children}
    </Button>
  )
}

function ReportOpener({ id, children }: { id: string; children: string }) {
  const { setQuery } = useTab()
  return (
    <Button type="link" className="text-action" onClick={() => setQuery({ report: id })}>
      {children}
    </Button>
  )
}

/** 台账: every inspection of bought lots and made batches, in every state. */
export function RegisterList() {
  const filters = choiceFilters(useChoices().data)
  return (
    <ListPage
      title="质检记录"
      primary={
        <Link className="beside-steps" to="/zhiliang-shijian">
          质量事件
        </Link>
      }
      header={<ViewSwitch view="register" />}
      endpoint={recordApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索批号、品名、请验单号、报告编号或拼音首字母"
      filters={[
        filters.side,
        filters.goods,
        filters.supplier,
        filters.province,
        filters.analyst,
        {
          key: 'state',
          label: '状态',
          options: inspectionState.options.map((state) => ({ value: state, label: inspectionStates[state].label })),
        },
        { key: 'oos', label: 'OOS', options: [{ value: 'open', label: '尚未结论' }] },
        {
          key: 'verdict',
          label: '结论',
          options: [
            { value: 'PASS', label: '符合规定' },
            { value: 'FAIL', label: '不符合规定' },
            { value: 'any_fail', label: '任一标准不符合' },
            { value: 'none', label: '尚未提交' },
          ],
        },
        { key: 'from', label: '请验日期起', day: true },
        { key: 'to', label: '止', day: true },
      ]}
      empty="还没有检验；在“原料请验”或“成品请验”提交后，记录会出现在这里"
    />
  )
}
