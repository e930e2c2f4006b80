import { Button } from 'antd'
import { useState } from 'react'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, type InspectionRow } from '#contract/laboratory/inspection.ts'
import { useTab } from '#web/lib/tab.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReportSheet } from './ReportSheet.tsx'
import { AcceptDialog } from './AcceptDialog.tsx'
import { fromFilter, inspectionColumns, lotStateFilter, stateFilter, verdictFilter } from './columns.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RequestDialog } from './RequestDialog.tsx'
import { ResultsDrawer } from './ResultsDrawer.tsx'
import { ReviewDrawer } from './ReviewDrawer.tsx'
import { SampleDrawer } from './SampleDrawer.tsx'

const actions = inspectionActions.raw
type Open = { what: 'accept' | 'return' | 'cancel' | 'sample' | 'record' | 'file' | 'report'; row: InspectionRow }

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
      title="原料请验"
      primary={
        <DutyButton duty="12:request" onClick={() => setQuery({ view: 'request' })}>
          新建请验
        </DutyButton>
      }
      endpoint={rawInspectionApi.list}
      columns={inspectionColumns}
      rowKey={(row) => row.id}
      filters={[stateFilter, verdictFilter, lotStateFilter('raw'), fromFilter]}
      actions={rowActions}
      empty="还没有请验；原料到货验收后，由仓库在此请验"
    >
      {requesting && <RequestDialog side="raw" onClose={() => setQuery({ view: null })} />}
      {open?.what === 'accept' && <AcceptDialog row={open.row} endpoint={rawInspectionApi.accept} onClose={close} />}
      {open?.what === 'return' && (
        <ReasonDialog
          title={`退回请验 ${open.row.requestNo}`}
          submit="退回"
          done="已退回请验人"
          endpoint={rawInspectionApi.return}
          id={open.row.id}
          onClose={close}
        />
      )}
      {open?.what === 'cancel' && (
        <ReasonDialog
          title={`取消请验 ${open.row.requestNo}`}
          submit="取消请验"
          done="请验已取消"
          endpoint={rawInspectionApi.cancel}
          id={open.row.id}
          onClose={close}
        />
      )}
      {open?.what === 'sample' && <SampleDrawer row={open.row} api={rawInspectionApi} onClose={close} />}
      {open?.what === 'record' && <ResultsDrawer row={open.row} api={rawInspectionApi} onClose={close} />}
      {open?.what === 'file' && <ReviewDrawer id={open.row.id} api={rawInspectionApi} onClose={close} />}
      {open?.what === 'report' && <ReportSheet id={open.row.reportId!} onClose={close} />}
    </ListPage>
  )
}
