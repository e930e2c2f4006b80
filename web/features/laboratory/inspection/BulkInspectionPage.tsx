import { Button } from 'antd'
import { useState } from 'react'
import { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, type InspectionRow } from '#contract/laboratory/inspection.ts'
import { useTab } from '#web/lib/tab.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { InspectionDrawer } from './InspectionDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReportSheet } from './ReportSheet.tsx'
import { AcceptDialog } from './AcceptDialog.tsx'
import { fromFilter, inspectionColumns, lotStateFilter, stateFilter, verdictFilter } from './columns.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { SampleDrawer } from './SampleDrawer.tsx'

const actions = inspectionActions.bulk
type Open = { what: 'accept' | 'return' | 'cancel' | 'sample' | 'file' | 'report'; row: InspectionRow }

/** 成品请验: the workshop asks for the test of a finished batch, quality control accepts and samples; the laboratory goes on at 成品质检. */
export function BulkInspectionPage() {
  const { query, setQuery } = useTab()
  const requesting = query.get('view') === 'request'
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  const rowActions = (row: InspectionRow) => (
    <>
      {row.state === 'requested' && <ActionButton action={actions.accept} row={row} onClick={() => setOpen({ what: 'accept', row })} />}
      {row.state === 'accepted' && <ActionButton action={actions.sample} row={row} onClick={() => setOpen({ what: 'sample', row })} />}
      {row.reportId !== null && (
        <Button type="link" className="text-action" onClick={() => setOpen({ what: 'report', row })}>
          报告
        </Button>
      )}
      {row.state === 'requested' && <ActionButton action={actions.return} row={row} onClick={() => setOpen({ what: 'return', row })} />}
      {(row.state === 'requested' || row.state === 'accepted') && (
        <ActionButton action={actions.cancel} row={row} onClick={() => setOpen({ what: 'cancel', row })} />
      )}
      <Button type="link" className="text-action" onClick={() => setOpen({ what: 'file', row })}>
        详情
      </Button>
    </>
  )

  return (
    <ListPage
      title="成品请验"
      primary={
        <DutyButton duty="16:request" onClick={() => setQuery({ view: 'request' })}>
          新建请验
        </DutyButton>
      }
      endpoint={bulkInspectionApi.list}
      columns={inspectionColumns}
      rowKey={(row) => row.id}
      filters={[stateFilter, verdictFilter, lotStateFilter('bulk'), fromFilter]}
      actions={rowActions}
      empty="还没有请验；批生产记录完成后，由生产车间在此请验"
    >
      {requesting && <RequestDialog side="bulk" onClose={() => setQuery({ view: null })} />}
      {open?.what === 'accept' && <AcceptDialog row={open.row} endpoint={bulkInspectionApi.accept} onClose={close} />}
      {open?.what === 'return' && (
        <ReasonDialog
          title={`退回请验 ${open.row.requestNo}`}
          submit="退回"
          done="已退回请验人"
          endpoint={bulkInspectionApi.return}
          id={open.row.id}
          onClose={close}
        />
      )}
      {open?.what === 'cancel' && (
        <ReasonDialog
          title={`取消请验 ${open.row.requestNo}`}
          submit="取消请验"
          done="请验已取消"
          endpoint={bulkInspectionApi.cancel}
          id={open.row.id}
          onClose={close}
        />
      )}
      {open?.what === 'sample' && <SampleDrawer row={open.row} api={bulkInspectionApi} onClose={close} />}
      {open?.what === 'file' && <InspectionDrawer id={open.row.id} endpoint={bulkInspectionApi.file} onClose={close} />}
      {open?.what === 'report' && <ReportSheet id={open.row.reportId!} onClose={close} />}
    </ListPage>
  )
}
