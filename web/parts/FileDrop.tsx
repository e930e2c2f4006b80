import { Button } from 'antd'
import { useRef, useState, type ReactNode } from 'react'

/** A place to put files: chosen by a button or dropped here. */
export function FileDrop({
  label,
  accept,
  multiple = false,
  children,
  onFiles,
}: {
  /** What the button says: 选择文件. */
  label: string
  /** Endings, `.pdf,.jpg`. */
  accept: string
  multiple?: boolean
  /** What may be put here, and other fields of the place. */
  children: ReactNode
  onFiles: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  return (
    <div
      className={`file-drop ${over ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.target.files)
          event.target.value = '' // the same file can be chosen again
        }}
      />
      <Button onClick={() => input.current?.click()}>{label}</Button>
      {children}
    </div>
  )
}
