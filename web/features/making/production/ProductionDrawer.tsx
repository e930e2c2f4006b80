import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { ReportIncidentButton } from '#web/features/cases/incident/ReportIncidentButton.tsx'
import { productionLooks } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { useRead } from '#web/lib/call.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { BatchRecord } from './BatchRecord.tsx'
import { nameOf } from './step-input.ts'

/** The batch record of one order, to read, to print, and with its history. */
export function ProductionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const record = useRead(productionApi.read, { id })
  const [showing, setShowing] = useState<'history'>()
  return (
    <Drawer
      open
      size={960}
      title={
        record.data ? (
          <>
            {nameOf(record.data)} <StateTag of={productionLooks} state={record.data.state} />
          </>
        ) : (
          '批生产记录'
        )
      }
      extra={
        record.data && (
          <div className="page-tools">
            <ReportIncidentButton from={{ area: 'production', source: { table: 'production_order', id, no: record.data.orderNo } }} />
            <Button onClick={() => setShowing('history')}>历史</Button>
            <PaperButton papers={[{ kind: 'production_record', id }]} />
          </div>
        )
      }
      onClose={onClose}
    >
      {record.isPending && <Skeleton active />}
      {record.error && <CallFailure error={record.error} onRetry={() => void record.refetch()} />}
      {record.data && (
        <>
          <BatchRecord record={record.data} />
          <Attachments of="production_order" id={id} usual="照片" />
        </>
      )}
      {record.data && showing === 'history' && (
        <HistoryDrawer table="production_order" id={id} title={record.data.orderNo} onClose={() => setShowing(undefined)} />
      )}
    </Drawer>
  )
}
