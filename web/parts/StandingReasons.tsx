import { Link } from 'react-router'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { standingReasons, type ReasonKind, type StandingReason } from '#contract/warehouse/standing.ts'
import { useHolds } from '#web/lib/actor.ts'

const tones: Record<ReasonKind, StateLook['tone']> = {
  recall: 'bad',
  rejected: 'bad',
  regulator: 'bad',
  withdrawn: 'bad',
  oos: 'bad',
  impact: 'warning',
  freeze: 'warning',
  deviation: 'warning',
  complaint: 'warning',
  doc_missing: 'warning',
  expired: 'bad',
  retest_due: 'waiting',
  not_released: 'waiting',
}

/** Where a lot stands: usable, or everything that speaks against its use, its ancestors included, with the way to each of them. */
export function StandingReasons({ reasons }: { reasons: readonly StandingReason[] }) {
  if (reasons.length === 0)
    return (
      <p className="standing">
        <span className="tag tag-good">可用</span> 本批及其来源批没有妨碍使用的不合格、撤回、冻结或过期
      </p>
    )
  return (
    <section className="standing" aria-label="不可使用的原因">
      <strong>现在不可使用</strong>
      <ReasonList reasons={reasons} />
    </section>
  )
}

/** The reasons alone, the worst first. */
export function ReasonList({ reasons }: { reasons: readonly StandingReason[] }) {
  return (
    <ul className="reasons">
      {reasons.map((reason) => (
        <li key={`${reason.kind} ${reason.lotId}`}>
          <span className={`tag tag-${tones[reason.kind]}`}>{standingReasons[reason.kind].label}</span>{' '}
          {reason.isOwn ? '本批' : <AncestorLink reason={reason} />}
        </li>
      ))}
    </ul>
  )
}

function AncestorLink({ reason: { lotNo, lotName } }: { reason: StandingReason }) {
  const canTrace = useHolds('22')
  const name = `${lotName} ${lotNo}`
  return <>来源批 {canTrace ? <Link to={`/suyuan-lvli?q=${encodeURIComponent(lotNo)}`}>{name}</Link> : name}</>
}
