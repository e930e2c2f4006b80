import { useState } from 'react'
import { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, inspectionState, type InspectionRow } from '#contract/laboratory/inspection.ts'
import { useTab } from '#web/lib/tab.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { InspectionDrawer } from './InspectionDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReportAndFile } from './ReportAndFile.tsx'
import { ReportSheet } from './ReportSheet.tsx'
import { inspectionColumns, inspectionFilters } from './columns.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { isRequestStep, RequestStepDialog, type RequestStep } from './RequestStepDialog.tsx'

const actions = inspectionActions.bulk
type Open = { what: RequestStep | 'file' | 'report'; row: InspectionRow }

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
      <ReportAndFile row={row} onOpen={(what) => setOpen({ what, row })}>
        {row.state === 'requested' && <ActionButton action={actions.return} row={row} onClick={() => setOpen({ what: 'return', row })} />}
        {(row.state === 'requested' || row.state === 'accepted') && (
          <ActionButton action={actions.cancel} row={row} onClick={() => setOpen({ what: 'cancel', row })} />
        )}
      </ReportAndFile>
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
      filters={inspectionFilters('bulk', inspectionState.options)}
      actions={rowActions}
      empty="还没有请验；批生产记录完成后，由生产车间在此请验"
    >
      {requesting && <RequestDialog side="bulk" onClose={() => setQuery({ view: null })} />}
      {open && isRequestStep(open.what) && <RequestStepDialog step={open.what} row={open.row} api={bulkInspectionApi} onClose={close} />}
      {open?.what === 'file' && <InspectionDrawer id={open.row.id} endpoint={bulkInspectionApi.file} onClose={close} />}
      {open?.what === 'report' && <ReportSheet id={open.row.reportId!} onClose={close} />}
    </ListPage>
  )
}
