import { Link } from 'react-router'
import type { CaseRow } from '#contract/cases/impact.ts'
import { useHolds } from '#web/lib/actor.ts'

/** The lot from which the doubt comes, and the way to its history. */
export function SourceLot({ row: { lotNo, lotName } }: { row: CaseRow }) {
  const canTrace = useHolds('22')
  const name = `${lotName} ${lotNo}`
  return canTrace ? <Link to={`/suyuan-lvli?q=${encodeURIComponent(lotNo)}`}>{name}</Link> : name
}
