import type { ReactNode } from 'react'
import { ReasonDialog, type ReasonEndpoint } from './ReasonDialog.tsx'

/** Asks why something is no longer used: a word, a place, a product, a customer, an account. */
export function DisableDialog({
  endpoint,
  id,
  name,
  done = `${name} 已停用`,
  onClose,
  children,
}: {
  endpoint: ReasonEndpoint
  id: string
  name: string
  /** The sentence after success. */
  done?: string
  onClose: () => void
  /** The consequence: what can no longer be done, and what stays. */
  children: ReactNode
}) {
  return (
    <ReasonDialog title={`停用 ${name}`} submit="停用" danger endpoint={endpoint} id={id} done={done} onClose={onClose}>
      {children}
    </ReasonDialog>
  )
}
