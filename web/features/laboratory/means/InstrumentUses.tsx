import { Alert, Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { inspectionStates } from '#contract/laboratory/inspection.ts'
import { instrumentApi, type InstrumentUse } from '#contract/laboratory/instrument.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { useRead } from '#web/lib/call.ts'
import { count } from '#web/lib/format.ts'
import { usePhone } from '#web/lib/media.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'

const usedColumns: readonly Column<InstrumentUse>[] = [
  { title: '日期', key: 'usedOn' },
  {
    title: '请验单号',
    key: 'requestNo',
    render: (use) => <Link to={`/system-jilu?record=${use.inspectionId}`}>{use.requestNo}</Link>,
  },
  { title: '品名', key: 'lotName', width: 7 },
  { title: '批号', key: 'lotNo' },
  {
    title: '批次状态',
    key: 'lotState',
    render: (use) => <StateTag of={{ ...lotStates.bulk, ...lotStates.raw, conforming: lotStates.bulk.conforming }} state={use.lotState} />,
  },
  { title: '项目', key: 'itemName', width: 8 },
  { title: '结果', key: 'value', width: 8 },
  { title: '检验', key: 'inspectionState', render: (use) => <StateTag of={inspectionStates} state={use.inspectionState} /> },
  { title: '检验人', key: 'analystName' },
]

/** What was measured with an instrument; for a failed calibration since the last good one. */
export function InstrumentUses({ id, calibrationId }: { id: string; calibrationId: string | undefined }) {
  const phone = usePhone()
  const [page, setPage] = useState(1)
  const uses = useRead(instrumentApi.uses, { id, page, ...(calibrationId !== undefined && { calibrationId }) }, { keepPrevious: true })
  return (
    <>
      {calibrationId !== undefined && (
        <Alert
          className="form-failure"
          type="warning"
          showIcon
          title="校准不合格：下列结果自上次合格以来用过这台仪器，请逐项评估；可能受影响的批次加入偏差，立即冻结"
        />
      )}
      {uses.isPending && <Skeleton active />}
      {uses.error && <CallFailure error={uses.error} onRetry={() => void uses.refetch()} />}
      {uses.data?.rows.length === 0 && <p className="quiet">没有用它测得的结果</p>}
      {uses.data && uses.data.rows.length > 0 && (
        <>
          <DataTable caption="使用记录" columns={usedColumns} rows={uses.data.rows} rowKey={(use) => use.id} />
          {uses.data.total > 20 && (
            <nav className="list-foot" aria-label="使用记录分页">
              <span>共 {count(uses.data.total)} 条</span>
              <Pagination
                size="small"
                // Nineteen pages by number are wider than a telephone.
                simple={phone}
                current={page}
                pageSize={20}
                total={uses.data.total}
                showSizeChanger={false}
                onChange={setPage}
              />
            </nav>
          )}
        </>
      )}
    </>
  )
}
