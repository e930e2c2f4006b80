import { Checkbox, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  documentKinds,
  factLabels,
  traceKinds,
  type DocumentKind,
  type DocumentPlace,
  type TraceKind,
} from '#contract/tracing/trace-event.ts'
import { traceApi, type TimelineEvent, type TimelineSignature, type TraceDocument } from '#contract/tracing/trace.ts'
import { useSession } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, exactTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { SignatureStanding } from '#web/parts/SignatureStanding.tsx'

/** What happened to a lot and to what it was made of, with the signatures under each document. */
export function Timeline({ lotId }: { lotId: string }) {
  const timeline = useRead(traceApi.timeline, { id: lotId })
  const [onlyThis, setOnlyThis] = useState(false)
  if (timeline.isPending) return <Skeleton active />
  if (timeline.error) return <CallFailure error={timeline.error} onRetry={() => void timeline.refetch()} />
  const { events, signatures } = timeline.data
  const shown = events.filter((event) => !onlyThis || event.lotId === lotId)
  return (
    <>
      <p>
        <Checkbox checked={onlyThis} onChange={(event) => setOnlyThis(event.target.checked)}>
          只看本批
        </Checkbox>
      </p>
      {shown.length === 0 && <p className="quiet">还没有履历</p>}
      <ol className="timeline">
        {shown.map((event) => (
          <li key={event.id}>
            <Happening event={event} signatures={signatures.filter((one) => isSignedIn(one, event))} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Happening({ event, signatures }: { event: TimelineEvent; signatures: readonly TimelineSignature[] }) {
  const { enterprise } = useSession()
  const facts = factsOf(event)
  // Recorded more than four hours after it happened: GMP wants to see that.
  const late = Date.parse(event.recordedAt) - Date.parse(event.occurredAt) > 4 * 3_600_000
  return (
    <>
      <div>
        <strong>{traceKinds[event.kind]}</strong>　{event.lotNo}　<time dateTime={event.occurredAt}>{dateTime(event.occurredAt)}</time>
        {'　'}
        {event.by}
        {event.place && `　${event.place}`}
        {event.documentNo && `　${event.documentNo}`}
      </div>
      {facts.length > 0 && <p>{facts.join('；')}</p>}
      {late && (
        <p className="quiet">
          {enterprise.isDemo ? '演示，补录于' : '补录于'} {exactTime(event.recordedAt)}
        </p>
      )}
      {signatures.map((one) => (
        <p key={one.id} className={one.holds ? 'quiet' : 'broken'}>
          电子签名：{one.meaning}　{one.signerName}　{exactTime(one.signedAt)}
          {one.comment && `　“${one.comment}”`}
          <SignatureStanding holds={one.holds} supersededBy={one.supersededBy} />
        </p>
      ))}
    </>
  )
}

const yesNo = (value: unknown) => (value === true ? '是' : value === false ? '否' : String(value))

/** Which documents' signatures belong to an event: those of the document it names; a step's belong to that step. */
const signedIn: Partial<Record<TraceKind, readonly DocumentKind[]>> = {
  received: ['receipt'],
  sampled: ['sampling'],
  tested: ['test_record'],
  reported: ['report'],
  released: ['release_decision', 'pack_release'],
  rejected: ['release_decision', 'pack_release'],
  issued: ['production_issue'],
  step_done: ['production_step'],
  handed_over: ['production_part'],
  produced: ['production_order'],
  packed: ['packaging_order', 'packaging_record'],
  shipped: ['picking', 'shipment'],
}

function isSignedIn(signature: TimelineSignature, { lotId, kind, documentNo, facts }: TimelineEvent): boolean {
  const names = [documentNo, facts['order'], `${String(facts['no'])} ${String(facts['name'])}`]
  return signature.lotId === lotId && (signedIn[kind]?.includes(signature.documentKind) ?? false) && names.includes(signature.documentNo)
}

/** The facts that have a Chinese label, in the order of the labels. Empty facts are left out. */
function factsOf({ facts, packUnit }: Pick<TimelineEvent, 'facts' | 'packUnit'>): string[] {
  return Object.entries(factLabels).flatMap(([key, [label, unit]]) => {
    const value = facts[key]
    if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return []
    const shown = Array.isArray(value)
      ? value
          .map((one) => (typeof one === 'object' ? '' : String(one)))
          .filter(Boolean)
          .join('、')
      : typeof value === 'object'
        ? ''
        : yesNo(value)
    const counted = key === 'packs' ? (packUnit ?? unit) : unit
    return shown === '' ? [] : [`${label} ${shown}${counted ? ` ${counted}` : ''}`]
  })
}

function placeOf(kind: DocumentKind, no: string): string {
  const [, page, view]: DocumentPlace = documentKinds[kind]
  return `${page}?q=${encodeURIComponent(no)}${view === undefined ? '' : `&view=${view}`}`
}

/** Every document of the lot and of what it was made of, each with a link to its page. */
export function DocumentList({ lotId }: { lotId: string }) {
  const timeline = useRead(traceApi.timeline, { id: lotId })
  if (timeline.isPending) return <Skeleton active />
  if (timeline.error) return <CallFailure error={timeline.error} onRetry={() => void timeline.refetch()} />
  const { documents, signatures } = timeline.data
  const signersOf = (document: TraceDocument) =>
    signatures.filter((one) => one.documentKind === document.kind && one.documentNo === document.no && one.lotId === document.lotId)
  return (
    <DataTable
      caption="单据"
      rows={documents}
      rowKey={(document) => `${document.kind}${document.id}${document.lotId}`}
      columns={[
        {
          title: '单据号',
          key: 'no',
          render: ({ kind, no }) => <Link to={placeOf(kind, no)}>{no}</Link>,
        },
        { title: '单据', key: 'kind', render: (document) => documentKinds[document.kind][0] },
        { title: '批号', key: 'lotNo' },
        { title: '时间', key: 'at', render: (document) => dateTime(document.at) },
        {
          title: '签名',
          key: 'signatures',
          render: (document) =>
            signersOf(document)
              .map(
                (one) =>
                  `${one.meaning}：${one.signerName}${one.holds ? '' : one.supersededBy === null ? '（已失效）' : `（已被更正 ${one.supersededBy} 取代）`}`,
              )
              .join('，'),
        },
      ]}
    />
  )
}
