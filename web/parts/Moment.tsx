import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { dateTime } from '#web/lib/format.ts'

/** A time in words; the whole date shows on hover and focus. */
export function Moment({ at, label, children }: { at: string; label?: string; children: ReactNode }) {
  return (
    <Tooltip title={label === undefined ? dateTime(at) : `${label} ${dateTime(at)}`}>
      <time dateTime={at} tabIndex={0}>
        {children}
      </time>
    </Tooltip>
  )
}
