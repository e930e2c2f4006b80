import { stabilityApi, type PointRow } from '#contract/laboratory/stability.ts'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { PointStanding } from './PointList.tsx'

const columns: readonly Column<PointRow>[] = [
  { title: '时间点', key: 'month', render: ({ month }) => `${month}个月` },
  { title: '考察日', key: 'testOn' },
  { title: '取用（袋）', key: 'packs', align: 'right' },
  { title: '方案编号', key: 'planNo' },
  { title: '状态', key: 'state', render: (point) => <PointStanding point={point} /> },
]

/** The time points of a lot beside the packs that are kept of it; nothing where it is on no plan. */
export function PointsOfLot({ lotId }: { lotId: string }) {
  const points = useRead(stabilityApi.points, { lotId, pageSize: 50 })
  if (points.error) return <CallFailure error={points.error} onRetry={() => void points.refetch()} />
  if (points.data === undefined || points.data.rows.length === 0) return null
  return (
    <>
      <h2 className="drawer-heading">稳定性考察</h2>
      <DataTable caption="稳定性考察时间点" columns={columns} rows={points.data.rows} rowKey={(point) => point.id} />
    </>
  )
}
