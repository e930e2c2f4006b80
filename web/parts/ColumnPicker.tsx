import { Button, Checkbox, Popover } from 'antd'
import { useState } from 'react'
import type { Column } from './DataTable.tsx'

const storageKey = (page: string) => `bencao-columns:${page}`

/** Which columns a person wants to see on a page; remembered in this browser. */
export function useShownColumns<Row>(page: string, columns: readonly Column<Row>[]) {
  const first = columns.filter((column) => !column.hidden).map((column) => column.key)
  const [shown, setShown] = useState<readonly string[]>(() => {
    const stored = localStorage
      .getItem(storageKey(page))
      ?.split(',')
      .filter((key) => columns.some((column) => column.key === key))
    return stored?.length ? stored : first
  })
  const choose = (keys: readonly string[]) => {
    setShown(keys)
    if (keys.join() === first.join()) localStorage.removeItem(storageKey(page))
    else localStorage.setItem(storageKey(page), keys.join())
  }
  return [shown, choose] as const
}

/** Opens the choice of columns. The first column names the row and stays. */
export function ColumnPicker<Row>({
  columns,
  shown,
  onChange,
}: {
  columns: readonly Column<Row>[]
  shown: readonly string[]
  onChange: (keys: readonly string[]) => void
}) {
  const toggle = (key: string, on: boolean) =>
    onChange(columns.map((column) => column.key).filter((other) => (other === key ? on : shown.includes(other))))
  const choices = (
    <div className="column-choices" role="group" aria-label="显示的列">
      {columns.map((column, index) => (
        <Checkbox
          key={column.key}
          checked={shown.includes(column.key)}
          disabled={index === 0}
          onChange={(event) => toggle(column.key, event.target.checked)}
        >
          {column.title}
        </Checkbox>
      ))}
      <Button
        type="link"
        className="text-action"
        onClick={() => onChange(columns.filter((column) => !column.hidden).map((column) => column.key))}
      >
        恢复默认
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={choices}>
      <Button>列</Button>
    </Popover>
  )
}
