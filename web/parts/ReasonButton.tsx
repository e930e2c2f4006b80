import { Button, Tooltip, type ButtonProps } from 'antd'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

/**
 * A button that may be grey and then says why: on hover, when it is tapped or clicked, on keyboard focus and to a screen reader.
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
  const { button, open, setOpen, stay } = useReason()
  return (
    <Tooltip title={reason} open={open} onOpenChange={setOpen} trigger={['hover', 'focus']}>
      <Button
        ref={button}
        type={type}
        danger={danger && !grey}
        loading={busy}
        className={`${type === 'link' ? 'text-action' : ''} ${grey ? 'greyed' : ''}`}
        aria-disabled={grey || undefined}
        // The open tooltip describes the button itself.
        aria-describedby={grey && !open ? id : undefined}
        onClick={(event) => {
          event.stopPropagation()
          if (grey) stay()
          else if (!busy) onClick()
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

/**
 * Whether the reason shows. A finger enters and leaves a button with each tap: what was tapped stays open until something else is
 * pressed, the focus goes on, or Escape.
 */
function useReason() {
  const button = useRef<HTMLButtonElement>(null)
  const [hovered, setHovered] = useState(false)
  const [pressed, setPressed] = useState(false)
  useEffect(() => {
    if (!pressed) return undefined
    const close = (event: Event) => {
      const inside = event.target instanceof Node && button.current?.contains(event.target)
      if (event instanceof KeyboardEvent ? event.key === 'Escape' || event.key === 'Tab' : !inside) setPressed(false)
    }
    const events = ['pointerdown', 'keydown'] as const
    for (const name of events) document.addEventListener(name, close, true)
    return () => {
      for (const name of events) document.removeEventListener(name, close, true)
    }
  }, [pressed])
  return { button, open: hovered || pressed, setOpen: setHovered, stay: () => setPressed(true) }
}
