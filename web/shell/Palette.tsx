import { Input, Modal, type InputRef } from 'antd'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../lib/actor.ts'
import { initials, openPages } from './menu.tsx'

/** Finds a page by its title or its pinyin initials and goes there: Ctrl or ⌘ with K. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { codes } = useSession()
  const field = useRef<InputRef>(null)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const wanted = typed.trim().toLowerCase()
  const found = openPages(codes).filter((page) => page.title.includes(wanted) || initials[page.path].includes(wanted))
  const go = (path: string) => {
    onClose()
    navigate(path)
  }
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setAt((at + step + found.length) % found.length)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && found[at]) go(found[at].path)
  }
  return (
    <Modal open title="查找页面" footer={null} onCancel={onClose} width={480} afterOpenChange={() => field.current?.focus()}>
      <Input
        ref={field}
        role="combobox"
        aria-label="页面名称或拼音首字母"
        aria-expanded="true"
        aria-controls="palette-pages"
        aria-activedescendant={found[at] && `palette-${at}`}
        placeholder="页面名称或拼音首字母，如 ylcg"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={move}
      />
      <div id="palette-pages" role="listbox" aria-label="页面" className="palette">
        {found.map((page, index) => (
          <div
            key={page.path}
            tabIndex={-1}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseEnter={() => setAt(index)}
            onClick={() => go(page.path)}
            onKeyDown={move}
          >
            {page.title}
            <small>{page.group ?? ''}</small>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="palette-none">没有这个页面，或者您没有它的权限</p>}
    </Modal>
  )
}
