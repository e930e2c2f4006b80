import { Button } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '#web/lib/actor.ts'
import markTile from './images/mark.svg'

/** A title as CSS has a text: what would end it is left out. */
const quoted = (text: string) => `"${text.replaceAll(/["\\\n<]/g, '')}"`

/** Forms say on every page what they belong to and how many pages there are: a loose page is missed. */
const formPage = (title: string) => `@page {
  size: A4;
  margin: 12mm 12mm 16mm;
  @bottom-left { content: ${quoted(title)}; font-size: 9pt; color: #000; }
  @bottom-right { content: "第 " counter(page) " 页，共 " counter(pages) " 页"; font-size: 9pt; color: #000; }
}`

/**
 * A sheet as it will come out of the printer, shown over the page; printing prints the sheet and nothing else. `size` is the
 * paper: A4 forms, or labels that come out one by one.
 */
export function PrintSheet({
  title,
  size = 'A4',
  namesFirm = false,
  onClose,
  children,
}: {
  title: string
  size?: 'A4' | '60mm 40mm' | '100mm 70mm'
  /** The sheet says itself whose it is, in its own words: beside the mark stands no name. */
  namesFirm?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { enterprise } = useSession()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return createPortal(
    // Escape closes the sheet and not the drawer below it as well.
    <dialog
      ref={dialog}
      className={size === 'A4' ? 'print-sheet forms' : 'print-sheet'}
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
      <style>{size === 'A4' ? formPage(title) : `@page { size: ${size}; margin: 0 }`}</style>
      <div className="paper">
        {size === 'A4' && (
          <p className="paper-mark">
            <img src={markTile} alt="" width={24} height={24} />
            {!namesFirm && enterprise.name}
          </p>
        )}
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
