import { refusal, type Action } from '#contract/kernel/action.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { useActor } from '#web/lib/actor.ts'
import { ReasonButton } from './ReasonButton.tsx'

/** A workflow button: asks the same question as the server and shows the answer on the grey button. */
export function ActionButton<Row extends { state: string }>({
  action,
  row,
  onClick,
  type = 'link',
  danger = false,
  busy = false,
}: {
  action: Action<NoInfer<Row>>
  row: Row
  onClick: () => void
  type?: 'link' | 'primary' | 'default'
  danger?: boolean
  busy?: boolean
}) {
  const code = refusal(action, row, useActor())
  return (
    <ReasonButton reason={code && refusals[code]} onClick={onClick} type={type} danger={danger} busy={busy}>
      {action.label}
    </ReasonButton>
  )
}
