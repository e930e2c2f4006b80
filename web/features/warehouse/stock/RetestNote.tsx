/** A retest day with what is left of it: thirty days before, the warehouse is warned (domain §2.4). */
export function RetestNote({ on, days }: { on: string | null; days: number | null }) {
  if (on === null || days === null) return null
  if (days > 30) return <span className="unbroken">{on}</span>
  return (
    <span className="tags">
      {on}
      <span className={`tag ${days <= 0 ? 'tag-bad' : 'tag-warning'}`}>{days <= 0 ? '已到期' : `剩${days}天`}</span>
    </span>
  )
}
