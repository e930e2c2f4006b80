import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Reserves `height` px for something heavy, and draws it when it is about to be scrolled into view. */
export function WhenNear({ height, children }: { height: number; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return undefined
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '120px' })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  return near ? <>{children}</> : <div ref={place} style={{ minHeight: height }} />
}
