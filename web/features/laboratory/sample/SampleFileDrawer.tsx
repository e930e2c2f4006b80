import { Drawer, Skeleton } from 'antd'
import { exact } from '#contract/kernel/exact-decimal.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { sampleKinds, sampleStates } from '#contract/laboratory/sample-state.ts'
import { nextLook, sampleApi, sampleEvents, type SampleFile } from '#contract/laboratory/sample.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { PointsOfLot } from '#web/features/laboratory/stability/PointsOfLot.tsx'
import { SampleSteps } from './SampleSteps.tsx'

const grams = (text: string) => `${exact(text).toFixed()} g`
const sides: Record<InspectionSide, string> = { raw: '原料', bulk: '成品' }

/** One sample: where it lies, until when, and everything that was done with it. */
export function SampleFileDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const file = useRead(sampleApi.file, { id })
  const sample = file.data?.sample
  return (
    <Drawer
      open
      size={720}
      title={sample ? `${sampleKinds[sample.kind]} ${sample.sampleNo}　${sample.lotName} ${sample.lotNo}` : '样品'}
      onClose={onClose}
      extra={
        sample && (
          <PaperButton
            papers={[
              ...(sample.inspectionId === null
                ? [{ kind: 'pack_retention', id: sample.id } as const]
                : [{ kind: 'sample_label', id: sample.inspectionId } as const]),
              ...(sample.kind === 'retention' ? [{ kind: 'retention_record', id: sample.id } as const] : []),
            ]}
          />
        )
      }
      footer={
        sample && (
          <div className="drawer-foot">
            <SampleSteps sample={sample} type="default" />
          </div>
        )
      }
    >
      {file.isPending && <Skeleton active />}
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      {file.data && <FileView file={file.data} />}
    </Drawer>
  )
}

function FileView({ file: { sample, events, ...file } }: { file: SampleFile }) {
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={sampleStates} state={sample.state} />],
          ['批次', `${sides[sample.side]}　${sample.lotName} ${sample.lotNo}`],
          sample.requestNo === null ? ['成品留样单', sample.samplingNo] : ['请验单与取样单', `${sample.requestNo}，${sample.samplingNo}`],
          [
            '数量',
            sample.packs === null ? grams(sample.quantity) : `留样 ${sample.packs} ${sample.packUnit}，现有 ${grams(sample.quantity)}`,
          ],
          ['取样', `${file.sampledByName}　${dateTime(sample.sampledAt)}`],
          ['接收', file.receivedAt === null ? '—' : `${file.receivedByName}　${dateTime(file.receivedAt)}`],
          ['容器', sample.container ?? '—'],
          ['存放', sample.shelf ?? '—'],
          ...(sample.kind === 'retention'
            ? ([
                ['下次观察', nextLook(sample) ?? '—'],
                ['留样至', sample.retainUntil ?? '放行或判定后满一年'],
              ] as const)
            : []),
        ]}
      />
      {sample.packs !== null && <PointsOfLot lotId={sample.lotId} />}
      {events.length > 0 && (
        <>
          <h2 className="drawer-heading">经过</h2>
          <ol className="history">
            {events.map((event) => (
              <li key={event.id}>
                <div>
                  <strong>{sampleEvents[event.kind]}</strong>　{event.byName}
                  {event.witnessName !== null && `，见证 ${event.witnessName}`}
                  {'　'}
                  <time dateTime={event.happenedAt}>{dateTime(event.happenedAt)}</time>
                </div>
                <p>
                  {[
                    event.isChanged === null ? '' : event.isChanged ? '有变化' : '无变化',
                    event.note,
                    event.leftOver === null ? '' : `余量 ${grams(event.leftOver)}`,
                  ]
                    .filter(Boolean)
                    .join('；')}
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}
