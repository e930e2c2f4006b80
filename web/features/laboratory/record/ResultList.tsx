import { Link } from 'react-router'
import { resultSources, verdictLooks } from '#contract/laboratory/test-result.ts'
import { recordApi, type ResultRow } from '#contract/laboratory/record.ts'
import { dateTime } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { Verdict } from '#web/features/laboratory/inspection/ResultTable.tsx'
import { Opener } from './RegisterList.tsx'
import { namedVerdicts, StandardVerdicts } from './StandardVerdicts.tsx'
import { choiceFilters, useChoices, ViewSwitch } from './views.tsx'

const columns: readonly Column<ResultRow>[] = [
  { title: '检验项目', key: 'itemName', render: (row) => row.itemName },
  { title: '项目类别', key: 'itemGroup', hidden: true },
  { title: '品名', key: 'lotName' },
  { title: '批号', key: 'lotNo', render: (row) => <Link to={`/suyuan-lvli?q=${row.lotNo}`}>{row.lotNo}</Link> },
  { title: '标准规定', key: 'specText', width: 12 },
  { title: '单值', key: 'individual', align: 'right', hidden: true, render: (row) => row.individual.join('，') },
  { title: '结果', key: 'mean', align: 'right', render: resultOf },
  {
    title: '结论',
    key: 'verdict',
    render: (row) => (
      <span className="tags">
        <Verdict result={row} />
        <StandardVerdicts of={row.judgements} />
      </span>
    ),
  },
  { title: '各标准结论', key: 'judgements', hidden: true, render: (row) => namedVerdicts(row.judgements) },
  { title: '来源', key: 'source', hidden: true, render: (row) => resultSources[row.source] },
  { title: '供货单位', key: 'supplier', width: 10 },
  { title: '产地', key: 'origin', hidden: true },
  { title: '检验人', key: 'analystName' },
  { title: '检验时间', key: 'enteredAt', sort: 'enteredAt', render: (row) => dateTime(row.enteredAt) },
  { title: '请验单号', key: 'requestNo', render: (row) => <Opener id={row.inspectionId}>{row.requestNo}</Opener> },
]

/** The reported value with its unit, or the words. */
function resultOf({ mean, unit, words, individual }: ResultRow) {
  if (mean !== null) return `${mean} ${unit}`
  return words !== '' ? words : individual.join('，')
}

/** 检验结果: one line for each item of each inspection, as it counts now. The results before a correction are in the file. */
export function ResultList() {
  const filters = choiceFilters(useChoices().data)
  return (
    <ListPage
      title="检验结果"
      primary={null}
      header={<ViewSwitch view="results" />}
      endpoint={recordApi.results}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索批号、品名、请验单号、报告编号或拼音首字母"
      filters={[
        filters.goods,
        filters.items,
        filters.side,
        filters.supplier,
        filters.province,
        filters.analyst,
        {
          key: 'verdict',
          label: '单项结论',
          options: (['PASS', 'FAIL', 'INCONCLUSIVE'] as const).map((value) => ({ value, label: verdictLooks[value].label })),
        },
        {
          key: 'warning',
          label: '提示',
          options: [
            { value: 'trend', label: '超内控' },
            { value: 'near', label: '接近限度' },
          ],
        },
        { key: 'from', label: '检验日期起', day: true },
        { key: 'to', label: '止', day: true },
      ]}
      empty="还没有检验结果；检验人录入后，每个项目会在这里成为一行"
    />
  )
}
