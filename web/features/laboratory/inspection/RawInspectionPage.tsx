import { useState } from 'react'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, inspectionState, type InspectionRow } from '#contract/laboratory/inspection.ts'
import { useTab } from '#web/lib/tab.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReportAndFile } from './ReportAndFile.tsx'
import { ReportSheet } from './ReportSheet.tsx'
import { inspectionColumns, inspectionFilters } from './columns.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { isRequestStep, RequestStepDialog, type RequestStep } from './RequestStepDialog.tsx'
import { ResultsDrawer } from './ResultsDrawer.tsx'
import { ReviewDrawer } from './ReviewDrawer.tsx'

const actions = inspectionActions.raw
type Open = { what: RequestStep | 'record' | 'file' | 'report'; row: InspectionRow }

/** 原料请验: a lot's inspection from the warehouse's request to the approved report, each step under its duty. */
export function RawInspectionPage() {
  const { query, setQuery } = useTab()
  const requesting = query.get('view') === 'request'
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  /** The next step of a row comes first; what else may be done follows. */
  const rowActions = (row: InspectionRow) => (
    <>
      {row.state === 'requested' && <ActionButton action={actions.accept} row={row} onClick={() => setOpen({ what: 'accept', row })} />}
      {row.state === 'accepted' && <ActionButton action={actions.sample} row={row} onClick={() => setOpen({ what: 'sample', row })} />}
      {row.state === 'sampled' && <ActionButton action={actions.record} row={row} onClick={() => setOpen({ what: 'record', row })} />}
      {row.state === 'submitted' && <ActionButton action={actions.review} row={row} onClick={() => setOpen({ what: 'file', row })} />}
      {row.state === 'reviewed' && <ActionButton action={actions.approve} row={row} onClick={() => setOpen({ what: 'file', row })} />}
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
      title="原料请验"
      primary={
        <DutyButton duty="12:request" onClick={() => setQuery({ view: 'request' })}>
          新建请验
        </DutyButton>
      }
      endpoint={rawInspectionApi.list}
      columns={inspectionColumns}
      rowKey={(row) => row.id}
      filters={inspectionFilters('raw', inspectionState.options)}
      actions={rowActions}
      empty="还没有请验；原料到货验收后，由仓库在此请验"
    >
      {requesting && <RequestDialog side="raw" onClose={() => setQuery({ view: null })} />}
      {open && isRequestStep(open.what) && <RequestStepDialog step={open.what} row={open.row} api={rawInspectionApi} onClose={close} />}
      {open?.what === 'record' && <ResultsDrawer row={open.row} api={rawInspectionApi} onClose={close} />}
      {open?.what === 'file' && <ReviewDrawer id={open.row.id} api={rawInspectionApi} onClose={close} />}
      {open?.what === 'report' && <ReportSheet id={open.row.reportId!} onClose={close} />}
    </ListPage>
  )
}
