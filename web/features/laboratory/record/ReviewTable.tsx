import type { ReactNode } from 'react'
import { cell, DataTable, type Column } from '#web/parts/DataTable.tsx'

/** One table of the review: on the screen like every table, on paper with rules and without links. */
export function ReviewTable<Row>({
  paper,
  heading,
  columns,
  rows,
  rowKey,
  empty,
}: {
  paper: boolean
  heading: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The sentence shown instead of an empty table. */
  empty: string
}) {
  return (
    <>
      <h2 className="drawer-heading">
        {heading}
        {rows.length > 0 && `（${rows.length}）`}
      </h2>
      {rows.length === 0 && <p className="quiet">{empty}</p>}
      {rows.length > 0 && !paper && <DataTable caption={heading} columns={columns} rows={rows} rowKey={rowKey} />}
      {rows.length > 0 && paper && (
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col" className={column.align}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <PaperCell key={column.key} align={column.align} content={cell(column, row)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

// As in every table: numbers, codes and days never break in the middle.
function PaperCell({ align, content }: { align: 'right' | undefined; content: ReactNode }) {
  const isShort = typeof content === 'string' && /^[\x20-\x7e]{1,20}$/.test(content)
  return <td className={align ?? (isShort ? 'unbroken' : undefined)}>{content}</td>
}
