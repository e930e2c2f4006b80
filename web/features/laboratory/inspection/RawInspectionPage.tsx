import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, inspectionState, type InspectionRow } from '#contract/laboratory/inspection.ts'
import { useHolds } from '#web/lib/actor.ts'
import { useTab } from '#web/lib/tab.ts'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { ReportAndFile } from './ReportAndFile.tsx'
import { PaperView } from '#web/parts/PaperView.tsx'
import { inspectionColumns, inspectionFilters } from './columns.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { isRequestStep, RequestStepDialog, type RequestStep } from './RequestStepDialog.tsx'
import { nextKey, useNextKey, useNextSample } from './next-sample.ts'
import { ResultsDrawer } from './ResultsDrawer.tsx'
import { ReviewDrawer } from './ReviewDrawer.tsx'

type Open = { what: RequestStep | 'record' | 'file'; row: InspectionRow }

/** 原料请验: a lot's inspection from the warehouse's request to the approved report, each step under its own duty. */
export function RawInspectionPage() {
  const { query, setQuery } = useTab()
  const requesting = useHolds('12:request') && query.get('view') === 'request'
  const canInvestigate = useHolds('13:decide')
  const [open, setOpen] = useState<Open>()
  const [reportId, setReportId] = useState<string>()
  const close = () => setOpen(undefined)
  const next = useNextSample('raw', rawInspectionApi.list, open?.row.id)
  const test = useCallback((row: InspectionRow) => setOpen({ what: 'record', row }), [])
  useNextKey(open === undefined || open.what === 'record' ? next : undefined, test)

  const rowActions = (row: InspectionRow) => (
    <>
      <RowActions
        of={inspectionActions.raw}
        row={row}
        on={{
          accept: () => setOpen({ what: 'accept', row }),
          return: () => setOpen({ what: 'return', row }),
          sample: () => setOpen({ what: 'sample', row }),
          sampleAgain: null, // beside the samples
          giveUp: null, // beside the samples
          cancel: () => setOpen({ what: 'cancel', row }),
          record: () => setOpen({ what: 'record', row }),
          submit: null, // below the results
          review: () => setOpen({ what: 'file', row }),
          sendBack: null, // below the file
          refuse: null, // below the file
          approve: () => setOpen({ what: 'file', row }),
          reissue: null, // below the file
        }}
      />
      <ReportAndFile row={row} onReport={setReportId} onFile={() => setOpen({ what: 'file', row })} />
    </>
  )

  return (
    <ListPage
      title="原料请验"
      primary={
        <>
          {next && (
            <Button onClick={() => test(next)}>
              检验下一个 <kbd>{nextKey}</kbd>
            </Button>
          )}
          {canInvestigate && <Button onClick={() => setQuery({ view: 'investigate' })}>调查检验</Button>}
          <DutyButton duty="12:request" onClick={() => setQuery({ view: 'request' })}>
            新建请验
          </DutyButton>
        </>
      }
      endpoint={rawInspectionApi.list}
      columns={inspectionColumns}
      rowKey={(row) => row.id}
      filters={inspectionFilters('raw', inspectionState.options)}
      actions={rowActions}
      empty="还没有请验；原料到货验收后，由仓库在此请验"
    >
      {canInvestigate && query.get('view') === 'investigate' && (
        <RequestDialog side="raw" lotId={query.get('lot')} investigates onClose={() => setQuery({ view: null, lot: null })} />
      )}
      {requesting && <RequestDialog side="raw" lotId={query.get('lot')} onClose={() => setQuery({ view: null, lot: null })} />}
      {open && isRequestStep(open.what) && <RequestStepDialog step={open.what} row={open.row} api={rawInspectionApi} onClose={close} />}
      {open?.what === 'record' && (
        <ResultsDrawer key={open.row.id} row={open.row} api={rawInspectionApi} next={next} onNext={test} onClose={close} />
      )}
      {open?.what === 'file' && <ReviewDrawer id={open.row.id} api={rawInspectionApi} onClose={close} />}
      {reportId && <PaperView kind="report" id={reportId} onClose={() => setReportId(undefined)} />}
    </ListPage>
  )
}
