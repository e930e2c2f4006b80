import { Alert, Button, Drawer, Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { inspectionStates } from '#contract/laboratory/inspection.ts'
import {
  calibrationLooks,
  calibrationResults,
  calibrationStanding,
  instrumentApi,
  instrumentLooks,
  type CalibrationRow,
  type InstrumentUse,
} from '#contract/laboratory/instrument.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, today } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
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

/** One instrument: its calibrations, what was measured with it, and after a failed calibration what is in doubt. */
export function InstrumentDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const instrument = useRead(instrumentApi.read, { id })
  const [history, setHistory] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const row = instrument.data
  const failed = row?.calibrations[0]?.result === 'fail' ? row.calibrations[0].id : undefined
  const calibrationId = chosen ?? failed
  return (
    <Drawer
      open
      title={row ? `${row.number}　${row.name}` : '检验仪器'}
      size={1040}
      onClose={onClose}
      extra={<Button onClick={() => setHistory(true)}>修改历史</Button>}
    >
      {instrument.isPending && <Skeleton active />}
      {instrument.error && <CallFailure error={instrument.error} onRetry={() => void instrument.refetch()} />}
      {row && (
        <>
          <Facts
            rows={[
              ['状态', <StateTag key="state" of={instrumentLooks} state={row.state} />],
              ...(row.stopReason === null ? [] : ([['停用原因', row.stopReason]] as const)),
              ['校准', <StateTag key="calibration" of={calibrationLooks} state={calibrationStanding(row, today())} />],
              ['校准有效期至', row.dueOn],
              ['型号', row.model],
              ['出厂编号', row.serialNo],
              ['放置地点', row.place],
              ['校准周期', `${row.intervalMonths} 个月`],
            ]}
          />
          <h2 className="drawer-heading">校准记录</h2>
          {row.calibrations.length === 0 ? (
            <p className="quiet">还没有校准，不能用于检验</p>
          ) : (
            <DataTable
              caption="校准记录"
              columns={calibrationColumns(setChosen).filter(
                ({ key }) => key !== 'suspect' || row.calibrations.some(({ result }) => result === 'fail'),
              )}
              rows={row.calibrations}
              rowKey={(calibration) => calibration.id}
            />
          )}
          <Uses key={calibrationId} id={id} calibrationId={calibrationId} />
          <Attachments of="instrument" id={id} usual="证书" />
        </>
      )}
      {history && <HistoryDrawer table="instrument" id={id} title={row?.number ?? '检验仪器'} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}

const calibrationColumns = (onAsk: (calibrationId: string) => void): readonly Column<CalibrationRow>[] => [
  { title: '校准日期', key: 'calibratedOn' },
  {
    title: '结论',
    key: 'result',
    render: ({ result }) => <span className={`tag tag-${result === 'pass' ? 'good' : 'bad'}`}>{calibrationResults[result]}</span>,
  },
  { title: '有效期至', key: 'nextDue' },
  { title: '证书编号', key: 'certificateNo', width: 11 },
  { title: '校准单位', key: 'calibratedBy', width: 9 },
  { title: '证书文件', key: 'certificate', width: 8 },
  { title: '说明', key: 'remark', width: 8 },
  { title: '登记', key: 'recordedAt', render: ({ recordedByName, recordedAt }) => `${recordedByName} ${dateTime(recordedAt)}` },
  {
    title: '影响',
    key: 'suspect',
    render: ({ id, result }) =>
      result === 'fail' && (
        <Button type="link" className="text-action" onClick={() => onAsk(id)}>
          受影响的结果
        </Button>
      ),
  },
]

/** What was measured with it; for a failed calibration since the last good one. */
function Uses({ id, calibrationId }: { id: string; calibrationId: string | undefined }) {
  const [page, setPage] = useState(1)
  const uses = useRead(instrumentApi.uses, { id, page, ...(calibrationId !== undefined && { calibrationId }) }, { keepPrevious: true })
  return (
    <>
      <h2 className="drawer-heading">{calibrationId === undefined ? '使用记录' : '上次合格以来的结果'}</h2>
      {calibrationId !== undefined && (
        <Alert
          className="form-failure"
          type="warning"
          showIcon
          title="校准不合格：下列结果用过这台仪器，请逐项评估；点请验单号查看，批次在“批次履历”中冻结"
        />
      )}
      {uses.isPending && <Skeleton active />}
      {uses.error && <CallFailure error={uses.error} onRetry={() => void uses.refetch()} />}
      {uses.data?.rows.length === 0 && <p className="quiet">没有用它测得的结果</p>}
      {uses.data && uses.data.rows.length > 0 && (
        <>
          <DataTable caption="使用记录" columns={usedColumns} rows={uses.data.rows} rowKey={(use) => use.id} />
          {uses.data.total > 20 && (
            <Pagination current={page} pageSize={20} total={uses.data.total} showSizeChanger={false} onChange={setPage} />
          )}
        </>
      )}
    </>
  )
}
