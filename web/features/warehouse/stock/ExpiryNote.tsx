/** 保质期至 with what is left of it: the warehouse is warned 180, 90 and 30 days before (domain §2.9). */
export function ExpiryNote({ on, days }: { on: string; days: number }) {
  if (days > 180) return on
  const tone = days < 0 ? 'bad' : days <= 30 ? 'warning' : 'waiting'
  return (
    <>
      {on} <span className={`tag tag-${tone}`}>{days < 0 ? '已过期' : `剩${days}天`}</span>
    </>
  )
}
