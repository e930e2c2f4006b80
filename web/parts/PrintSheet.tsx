import { Button } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * A sheet as it will come out of the printer, shown over the page; printing prints the sheet and nothing else. `size` is the
 * paper: A4 forms, or labels that come out one by one.
 */
export function PrintSheet({
  title,
  size = 'A4',
  onClose,
  children,
}: {
  title: string
  size?: 'A4' | '60mm 40mm' | '100mm 70mm'
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return createPortal(
    // Escape closes the sheet and not the drawer below it as well.
    <dialog
      ref={dialog}
      className="print-sheet"
      aria-label={title}
      onClose={onClose}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <div className="print-tools">
        <Button type="primary" onClick={() => print()}>
          打印
        </Button>
        <Button onClick={() => dialog.current?.close()}>关闭</Button>
      </div>
      {/* A named page is ignored inside a modal dialog, so the paper is set for the whole print. */}
      {size !== 'A4' && <style>{`@page { size: ${size}; margin: 0 }`}</style>}
      <div className="paper">{children}</div>
    </dialog>,
    document.body,
  )
}
