import { Button, Tooltip, type ButtonProps } from 'antd'
import { useId, useState, type ReactNode } from 'react'

/**
 * A button that may be grey and then says why: on hover, on touch, on keyboard focus and to a screen reader.
 * It is not `disabled`, because a disabled button can neither be reached nor explain itself.
 */
export function ReasonButton({
  reason,
  onClick,
  children,
  type = 'link',
  busy = false,
  danger = false,
}: {
  reason: string | undefined
  onClick: () => void
  children: ReactNode
  type?: ButtonProps['type']
  busy?: boolean
  danger?: boolean
}) {
  const id = useId()
  const grey = reason !== undefined
  const [open, setOpen] = useState(false)
  return (
    <Tooltip title={reason} open={open} onOpenChange={setOpen} trigger={['hover', 'focus', 'click']}>
      <Button
        type={type}
        danger={danger && !grey}
        loading={busy}
        className={`${type === 'link' ? 'text-action' : ''} ${grey ? 'greyed' : ''}`}
        aria-disabled={grey || undefined}
        // The open tooltip describes the button itself.
        aria-describedby={grey && !open ? id : undefined}
        onClick={(event) => {
          event.stopPropagation()
          if (!grey && !busy) onClick()
        }}
      >
        {children}
        {grey && (
          <span id={id} hidden>
            {reason}
          </span>
        )}
      </Button>
    </Tooltip>
  )
}
