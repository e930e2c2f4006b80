import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pointLooks, pointState, stabilityApi, stabilityConditions, type PointRow } from '#contract/laboratory/stability.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { PointSteps } from './PointSteps.tsx'

/** The state of a point, with what its day says. */
export const PointStanding = ({ point }: { point: PointRow }) => (
  <span className="tags">
    <StateTag of={pointLooks} state={point.state} />
    {point.state === 'open' && point.isLate && <span className="tag tag-bad">已超期</span>}
    {point.state === 'open' && !point.isLate && point.hasOpened && <span className="tag tag-warning">到期</span>}
  </span>
)

const columns: readonly Column<PointRow>[] = [
  { title: '批号', key: 'lotNo', sort: 'lotNo' },
  { title: '品名', key: 'lotName', width: 8 },
  { title: '时间点', key: 'month', render: (row) => `${row.month}个月` },
  { title: '考察日', key: 'testOn', sort: 'testOn' },
  { title: '最早', key: 'opensOn', hidden: true },
  { title: '最迟', key: 'closesOn' },
  { title: '贮藏条件', key: 'storageCondition', render: (row) => stabilityConditions[row.storageCondition] },
  { title: '取用（袋）', key: 'packs', align: 'right' },
  { title: '考察项目', key: 'items', hidden: true, width: 14, render: (row) => row.items.join('、') },
  {
    title: '方案编号',
    key: 'planNo',
    render: (row) => <Link to={`/system-jilu?view=stability&plan=${row.planId}`}>{row.planNo}</Link>,
  },
  {
    title: '请验单号',
    key: 'requestNo',
    render: (row) => row.inspectionId && <Link to={`/system-jilu?record=${row.inspectionId}`}>{row.requestNo}</Link>,
  },
  { title: '未考察的原因', key: 'missReason', hidden: true, width: 12 },
  { title: '状态', key: 'state', render: (row) => <PointStanding point={row} /> },
]

/** 时间点: what is due, what was tested and what was missed. */
export function PointList({ header }: { header: ReactNode }) {
  return (
    <ListPage
      title="稳定性考察时间点"
      primary={null}
      header={header}
      endpoint={stabilityApi.points}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索批号、品名或方案编号"
      filters={[
        {
          key: 'due',
          label: '到期',
          options: [
            { value: 'now', label: '已到期' },
            { value: 'late', label: '已超期' },
            { value: 'soon', label: '30天内到期' },
          ],
        },
        { key: 'state', label: '状态', options: pointState.options.map((value) => ({ value, label: pointLooks[value].label })) },
      ]}
      actions={(row) => <PointSteps point={row} />}
      empty="还没有时间点；把批次列入考察方案后，各时间点会出现在这里"
    />
  )
}
