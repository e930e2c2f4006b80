import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { bulkTestApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, laboratoryStates, type InspectionRow } from '#contract/laboratory/inspection.ts'
import { rejectBatchAction, rejectLotAction, type RejectableLot } from '#contract/release/raw-release.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { ReportAndFile } from './ReportAndFile.tsx'
import { PaperView } from '#web/parts/PaperView.tsx'
import { inspectionColumns, inspectionFilters } from './columns.tsx'
import { RejectBatchDialog } from '#web/features/release/bulk/RejectDialog.tsx'
import { RejectLotDialog } from '#web/features/release/raw/RejectLotDialog.tsx'
import { nextKey, useNextKey, useNextSample } from './next-sample.ts'
import { ResultsDrawer } from './ResultsDrawer.tsx'
import { ReviewDrawer } from './ReviewDrawer.tsx'

/** A batch that its report found good, as the rule about rejecting any lot knows it: it was made, so nobody bought or received it. */
const rejectable = ({ lotState, analystIds }: InspectionRow): RejectableLot => ({
  state: lotState,
  kind: 'bulk',
  analystIds,
  buyerId: null,
  receiverIds: [],
})

type Open = { what: 'record' | 'file' | 'reject' | 'rejectLot'; row: InspectionRow }

/** 成品质检: tests, review and certificate of sampled batches; quality assurance rejects what does not conform. */
export function BulkTestPage() {
  const [open, setOpen] = useState<Open>()
  const [reportId, setReportId] = useState<string>()
  const close = () => setOpen(undefined)
  const next = useNextSample('bulk', bulkTestApi.list, open?.row.id)
  const test = useCallback((row: InspectionRow) => setOpen({ what: 'record', row }), [])
  useNextKey(open === undefined || open.what === 'record' ? next : undefined, test)

  const rowActions = (row: InspectionRow) => (
    <>
      <RowActions
        of={inspectionActions.bulk}
        row={row}
        on={{
          // The steps before the sample are on 成品请验.
          accept: null,
          return: null,
          sample: null,
          cancel: null,
          sampleAgain: null, // beside the samples
          giveUp: null, // beside the samples
          record: () => setOpen({ what: 'record', row }),
          submit: null, // below the results
          review: () => setOpen({ what: 'file', row }),
          sendBack: null, // below the file
          refuse: null, // below the file
          approve: () => setOpen({ what: 'file', row }),
          reissue: null, // below the file
        }}
      />
      <ReportAndFile row={row} onReport={setReportId} onFile={() => setOpen({ what: 'file', row })}>
        <RowActions
          of={{ reject: rejectBatchAction }}
          row={row}
          danger={['reject']}
          on={{ reject: row.verdict === 'FAIL' ? () => setOpen({ what: 'reject', row }) : null }}
        />
        {row.state === 'approved' && row.lotState === 'conforming' && (
          <ActionButton action={rejectLotAction} row={rejectable(row)} danger onClick={() => setOpen({ what: 'rejectLot', row })} />
        )}
      </ReportAndFile>
    </>
  )

  return (
    <ListPage
      title="成品质检"
      primary={
        next && (
          <Button onClick={() => test(next)}>
            检验下一个 <kbd>{nextKey}</kbd>
          </Button>
        )
      }
      endpoint={bulkTestApi.list}
      columns={inspectionColumns}
      rowKey={(row) => row.id}
      filters={inspectionFilters('bulk', laboratoryStates)}
      actions={rowActions}
      empty="还没有待检的成品；在“成品请验”取样后，批次会出现在这里"
    >
      {open?.what === 'record' && (
        <ResultsDrawer key={open.row.id} row={open.row} api={bulkTestApi} next={next} onNext={test} onClose={close} />
      )}
      {open?.what === 'file' && <ReviewDrawer id={open.row.id} api={bulkTestApi} onClose={close} />}
      {reportId && <PaperView kind="report" id={reportId} onClose={() => setReportId(undefined)} />}
      {open?.what === 'reject' && <RejectBatchDialog row={open.row} onClose={close} />}
      {open?.what === 'rejectLot' && (
        <RejectLotDialog lot={{ ...open.row, id: open.row.lotId, name: open.row.lotName, kind: 'bulk' }} onClose={close} />
      )}
    </ListPage>
  )
}
