import { useState } from 'react'
import { Link } from 'react-router'
import { bulkInspectionApi, rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { inspectionActions } from '#contract/laboratory/inspection.ts'
import { sampleKinds, sampleStates } from '#contract/laboratory/sample-state.ts'
import { useHolds } from '#web/lib/actor.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { Corrected } from '#web/parts/Corrected.tsx'
import { grams } from './grams.ts'
import { GiveUpDialog } from './GiveUpDialog.tsx'
import { SampleDrawer } from './SampleDrawer.tsx'

type Part = NonNullable<InspectionFile['sampling']>['samples'][number]

const columns: readonly Column<Part>[] = [
  { title: '样品编号', key: 'sampleNo', render: (part) => <SampleLink sampleNo={part.sampleNo} /> },
  { title: '类型', key: 'kind', render: ({ kind }) => sampleKinds[kind] },
  {
    title: '数量',
    key: 'quantity',
    align: 'right',
    render: (part) => (
      <Corrected by={part.corrections} field="quantity" show={grams}>
        {grams(part.quantity)}
      </Corrected>
    ),
  },
  { title: '存放', key: 'shelf' },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={sampleStates} state={state} /> },
]

function SampleLink({ sampleNo }: { sampleNo: string }) {
  return useHolds('37') ? <Link to={`/system-jilu?view=samples&q=${sampleNo}`}>{sampleNo}</Link> : sampleNo
}

/** The parts of a sampling and where they are, with the ways on where one is gone: to sample again, or to give the request up. */
export function SampleParts({ file }: { file: InspectionFile }) {
  const [open, setOpen] = useState<'again' | 'giveUp'>()
  const { inspection, sampling, results } = file
  if (sampling === null) return null
  const actions = inspectionActions[inspection.side]
  const isGone = sampling.samples.some(({ state }) => state === 'lost' || state === 'insufficient')
  const api = inspection.side === 'raw' ? rawInspectionApi : bulkInspectionApi
  return (
    <>
      <DataTable caption="样品" columns={columns} rows={sampling.samples} rowKey={({ id }) => id} />
      {inspection.state === 'sampled' && (isGone || results.length === 0) && (
        <p className="beside-steps">
          {isGone && <ActionButton action={actions.sampleAgain} row={inspection} type="default" onClick={() => setOpen('again')} />}{' '}
          {results.length === 0 && (
            <ActionButton action={actions.giveUp} row={inspection} type="default" danger onClick={() => setOpen('giveUp')} />
          )}
        </p>
      )}
      {file.replacedSamplings.length > 0 && (
        <ol className="history">
          {file.replacedSamplings.map((earlier) => (
            <li key={earlier.id}>
              <strong>原取样 {earlier.samplingNo}</strong>　{earlier.sampledByName}　{earlier.replaceReason}
              {earlier.samples.map((part) => (
                <div key={part.id}>
                  {sampleKinds[part.kind]} <SampleLink sampleNo={part.sampleNo} /> <StateTag of={sampleStates} state={part.state} />
                </div>
              ))}
            </li>
          ))}
        </ol>
      )}
      {open === 'again' && <SampleDrawer row={inspection} api={api} again onClose={() => setOpen(undefined)} />}
      {open === 'giveUp' && <GiveUpDialog row={inspection} onClose={() => setOpen(undefined)} />}
    </>
  )
}
