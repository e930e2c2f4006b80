import { Button } from 'antd'
import { useState } from 'react'
import { useBench, type Wrong } from './bench.ts'
import { MeansSelect } from './MeansSelect.tsx'
import type { Cells, Line } from './result-cells.ts'

/** What one item is made with: read in a line, and chosen anew where it differs from the rest of the sheet. */
export function ItemMeans({
  line: { item, cells },
  isWrong,
  onChange,
}: {
  line: Line
  isWrong: Wrong
  onChange: (part: Partial<Cells>) => void
}) {
  const { choices, meansOf } = useBench()
  const [isOpen, setIsOpen] = useState(false)
  if (choices === undefined) return null
  const means = meansOf(item, cells)
  const numbers = [...choices.instruments, ...choices.reagents]
    .filter(({ id }) => means.instrumentIds.includes(id) || means.reagentIds.includes(id))
    .map(({ number, name }) => `${number} ${name}`)
  if (isOpen)
    return (
      <div className="item-means">
        <MeansSelect
          autoFocus
          choices={choices}
          label={`${item.name} 仪器、试剂`}
          isWrong={isWrong.status === 'error'}
          value={means}
          onChange={(chosen) => onChange({ means: chosen })}
        />
      </div>
    )
  return (
    <div className="item-means">
      <small className={isWrong.status === 'error' ? 'broken' : 'quiet'}>
        {numbers.length === 0 ? '未选仪器、试剂' : numbers.join('，')}
      </small>
      <Button type="link" className="text-action" aria-label={`${item.name} 更改仪器、试剂`} onClick={() => setIsOpen(true)}>
        {numbers.length === 0 ? '选择' : '更改'}
      </Button>
    </div>
  )
}
