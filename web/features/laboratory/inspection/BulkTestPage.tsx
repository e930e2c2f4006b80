import { useState } from 'react'
import { bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, type InspectionRow } from '#contract/laboratory/inspection.ts'
import { rejectBatchAction } from '#contract/release/raw-release.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReportAndFile } from './ReportAndFile.tsx'
import { ReportSheet } from './ReportSheet.tsx'
import { inspectionColumns, inspectionFilters } from './columns.tsx'
import { RejectBatchDialog } from '#web/features/release/bulk/RejectDialog.tsx'
import { ResultsDrawer } from './ResultsDrawer.tsx'
import { ReviewDrawer } from './ReviewDrawer.tsx'

const actions = inspectionActions.bulk
type Open = { what: 'record' | 'file' | 'report' | 'reject'; row: InspectionRow }

/** 成品质检: tests, review and certificate of sampled batches; quality assurance rejects what does not conform. */
export function BulkTestPage() {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  const rowActions = (row: InspectionRow) => (
    <>
      {row.state === 'sampled' && <ActionButton action={actions.record} row={row} onClick={() => setOpen({ what: 'record', row })} />}
      {row.state === 'submitted' && <ActionButton action={actions.review} row={row} onClick={() => setOpen({ what: 'file', row })} />}
      {row.state === 'reviewed' && <ActionButton action={actions.approve} row={row} onClick={() => setOpen({ what: 'file', row })} />}
      <ReportAndFile row={row} onOpen={(what) => setOpen({ what, row })}>
        {row.state === 'approved' && row.verdict === 'FAIL' && (
          <ActionButton action={rejectBatchAction} row={row} danger onClick={() => setOpen({ what: 'reject', row })} />
        )}
      </ReportAndFile>
    </>
  )

  return (
    <ListPage
      title="成品质检"
      primary={null}
      endpoint={bulkTestApi.list}
      columns={inspectionColumns}
      rowKey={(row) => row.id}
      filters={inspectionFilters('bulk', ['sampled', 'submitted', 'reviewed', 'approved'])}
      actions={rowActions}
      empty="还没有待检的成品；在“成品请验”取样后，批次会出现在这里"
    >
      {open?.what === 'record' && <ResultsDrawer row={open.row} api={bulkTestApi} onClose={close} />}
      {open?.what === 'file' && <ReviewDrawer id={open.row.id} api={bulkTestApi} onClose={close} />}
      {open?.what === 'report' && <ReportSheet id={open.row.reportId!} onClose={close} />}
      {open?.what === 'reject' && <RejectBatchDialog row={open.row} onClose={close} />}
    </ListPage>
  )
}
