import { Drawer } from 'antd'
import { CallFailure } from './CallFailure.tsx'

/** Opens in the place of a form whose record could not be read: the button that was pressed would do nothing, and the words would stand below the list. */
export function UnreadForm({
  title,
  read: { error, refetch },
  onClose,
}: {
  title: string
  read: { error: Error | null; refetch: () => Promise<unknown> }
  onClose: () => void
}) {
  if (error === null) return null
  return (
    <Drawer open title={title} size={760} onClose={onClose}>
      <CallFailure error={error} onRetry={() => void refetch()} />
    </Drawer>
  )
}
