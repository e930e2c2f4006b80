import { Button } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** A sheet as it will come out of the printer (A4), shown over the page; printing prints the sheet and nothing else. */
export function PrintSheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return createPortal(
    <dialog ref={dialog} className="print-sheet" aria-label={title} onClose={onClose}>
      <div className="print-tools">
        <Button type="primary" onClick={() => print()}>
          打印
        </Button>
        <Button onClick={() => dialog.current?.close()}>关闭</Button>
      </div>
      <div className="paper">{children}</div>
    </dialog>,
    document.body,
  )
}
