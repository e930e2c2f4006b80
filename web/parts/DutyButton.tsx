import type { ReactNode } from 'react'
import type { Right } from '#contract/kernel/duties.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { useHolds } from '#web/lib/actor.ts'
import { ReasonButton } from './ReasonButton.tsx'

/** A button that begins something new, where there is no row to ask yet: only the right decides. Primary once per page. */
export function DutyButton({
  duty,
  onClick,
  children,
  type = 'primary',
  busy = false,
}: {
  duty: Right
  onClick: () => void
  children: ReactNode
  type?: 'link' | 'primary' | 'default'
  busy?: boolean
}) {
  const holds = useHolds(duty)
  return (
    <ReasonButton reason={holds ? undefined : refusals.no_permission} onClick={onClick} type={type} busy={busy}>
      {children}
    </ReasonButton>
  )
}
