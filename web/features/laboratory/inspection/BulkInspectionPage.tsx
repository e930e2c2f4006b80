import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, inspectionState, type InspectionRow } from '#contract/laboratory/inspection.ts'
import { useHolds } from '#web/lib/actor.ts'
import { useTab } from '#web/lib/tab.ts'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { InspectionDrawer } from './InspectionDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { ReportAndFile } from './ReportAndFile.tsx'
import { PaperView } from '#web/parts/PaperView.tsx'
import { KeepPacksDialog } from '#web/features/laboratory/sample/KeepPacksDialog.tsx'
import { inspectionColumns, inspectionFilters } from './columns.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { RequestReturnDialog } from './RequestReturnDialog.tsx'
import { isRequestStep, RequestStepDialog, type RequestStep } from './RequestStepDialog.tsx'

type Open = { what: RequestStep | 'file'; row: InspectionRow }

/** 成品请验: the workshop asks for the test of a finished batch, quality control accepts and samples; the laboratory continues on 成品质检. */
export function BulkInspectionPage() {
  const { query, setQuery } = useTab()
  const go = useNavigate()
  const requesting = useHolds('16:request') && query.get('view') === 'request'
  const canInvestigate = useHolds('13:decide')
  const canKeep = useHolds('16:sample')
  const [open, setOpen] = useState<Open>()
  const [reportId, setReportId] = useState<string>()
  const close = () => setOpen(undefined)

  const rowActions = (row: InspectionRow) => (
    <>
      <RowActions
        of={inspectionActions.bulk}
        row={row}
        on={{
          accept: () => setOpen({ what: 'accept', row }),
          return: () => setOpen({ what: 'return', row }),
          sample: () => setOpen({ what: 'sample', row }),
          sampleAgain: null, // beside the samples
          giveUp: null, // beside the samples
          cancel: () => setOpen({ what: 'cancel', row }),
          // The laboratory's steps are on 成品质检.
          record: null,
          submit: null,
          review: null,
          sendBack: null,
          refuse: null,
          approve: null,
          reissue: null,
        }}
      />
      <ReportAndFile row={row} onReport={setReportId} onFile={() => setOpen({ what: 'file', row })} />
    </>
  )

  return (
    <ListPage
      title="成品请验"
      primary={
        <>
          {canKeep && <Button onClick={() => setQuery({ view: 'keep' })}>成品留样</Button>}
          {canInvestigate && <Button onClick={() => setQuery({ view: 'returned' })}>退货检验</Button>}
          {canInvestigate && <Button onClick={() => void go('/system-jilu?view=stability&list=points')}>稳定性考察</Button>}
          {canInvestigate && <Button onClick={() => setQuery({ view: 'investigate' })}>调查检验</Button>}
          <DutyButton duty="16:request" onClick={() => setQuery({ view: 'request' })}>
            新建请验
          </DutyButton>
        </>
      }
      endpoint={bulkInspectionApi.list}
      columns={inspectionColumns}
      rowKey={(row) => row.id}
      filters={inspectionFilters('bulk', inspectionState.options)}
      actions={rowActions}
      empty="还没有请验；批生产记录完成后，由生产车间在此请验"
    >
      {canInvestigate && query.get('view') === 'investigate' && (
        <RequestDialog side="bulk" lotId={query.get('lot')} investigates onClose={() => setQuery({ view: null, lot: null })} />
      )}
      {canInvestigate && query.get('view') === 'returned' && (
        <RequestReturnDialog lotId={query.get('lot')} onClose={() => setQuery({ view: null, lot: null })} />
      )}
      {canKeep && query.get('view') === 'keep' && (
        <KeepPacksDialog lotId={query.get('lot')} onClose={() => setQuery({ view: null, lot: null })} />
      )}
      {requesting && <RequestDialog side="bulk" lotId={query.get('lot')} onClose={() => setQuery({ view: null, lot: null })} />}
      {open && isRequestStep(open.what) && <RequestStepDialog step={open.what} row={open.row} api={bulkInspectionApi} onClose={close} />}
      {open?.what === 'file' && <InspectionDrawer id={open.row.id} endpoint={bulkInspectionApi.file} onClose={close} />}
      {reportId && <PaperView kind="report" id={reportId} onClose={() => setReportId(undefined)} />}
    </ListPage>
  )
}
