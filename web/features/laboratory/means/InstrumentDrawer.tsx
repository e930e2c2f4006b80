import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  calibrationLooks,
  calibrationResults,
  calibrationStanding,
  instrumentApi,
  instrumentLooks,
  type CalibrationRow,
} from '#contract/laboratory/instrument.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, today } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { InstrumentUses } from './InstrumentUses.tsx'

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
      size={1180}
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
              columns={calibrationColumns(setChosen)}
              rows={row.calibrations}
              rowKey={(calibration) => calibration.id}
            />
          )}
          <h2 className="drawer-heading">{calibrationId === undefined ? '使用记录' : '上次合格以来的结果'}</h2>
          <InstrumentUses key={calibrationId} id={id} calibrationId={calibrationId} />
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
    render: (row) => (
      <>
        <span className={`tag tag-${row.result === 'pass' ? 'good' : 'bad'}`}>{calibrationResults[row.result]}</span>
        {row.result === 'fail' && <Doubt row={row} onAsk={onAsk} />}
      </>
    ),
  },
  { title: '有效期至', key: 'nextDue' },
  {
    title: '证书',
    key: 'certificateNo',
    render: ({ certificateNo, certificate }) => (
      <>
        {certificateNo}
        {certificate !== null && <small className="why">{certificate}</small>}
      </>
    ),
  },
  { title: '校准单位', key: 'calibratedBy', width: 8 },
  { title: '说明', key: 'remark', width: 10 },
  {
    title: '登记',
    key: 'recordedAt',
    render: ({ recordedByName, recordedAt }) => (
      <>
        {recordedByName}
        <small className="why">{dateTime(recordedAt)}</small>
      </>
    ),
  },
]

/** What a failed calibration puts in doubt, and the case about it. */
const Doubt = ({ row: { id, caseNo }, onAsk }: { row: CalibrationRow; onAsk: (calibrationId: string) => void }) => (
  <>
    <div>
      <Button type="link" className="text-action" onClick={() => onAsk(id)}>
        受影响的结果
      </Button>
    </div>
    {caseNo !== null && (
      <div>
        <Link className="text-action" to={`/zhiliang-shijian?view=incident&q=${caseNo}`}>
          {caseNo}
        </Link>
      </div>
    )}
  </>
)
