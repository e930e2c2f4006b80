import type { ReactNode } from 'react'
import { usePhone } from '#web/lib/media.ts'
import { OneLine } from './OneLine.tsx'

/** A column: either a field of the row, or anything drawn from the row. */
export type Column<Row> = {
  title: string
  /** `right` for numbers. */
  align?: 'right'
  /** The name this column has in `sort=`; absent when the server cannot sort by it. */
  sort?: string
  /** How wide its words may be, in signs; longer words end in … and are whole on hover and focus. */
  width?: number
  /** Not shown until the person chooses it. */
  hidden?: boolean
} & ({ key: keyof Row & string; render?: (row: Row) => ReactNode } | { key: string; render: (row: Row) => ReactNode })

/** Rows as a table, or on a phone as cards headed by the first column. Empty values show as a dash, never as nothing. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  actions,
  sort,
  onSort,
}: {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  actions?: (row: Row) => ReactNode
  /** Sorted by this column now; a minus in front means descending. */
  sort?: string
  onSort?: (sort: string) => void
}) {
  if (usePhone()) return <Cards caption={caption} columns={columns} rows={rows} rowKey={rowKey} actions={actions} />
  return (
    <div className="table-frame" role="region" aria-label={caption} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.align} aria-sort={column.sort ? direction(column.sort, sort) : undefined}>
                {column.sort && onSort ? <SortButton title={column.title} by={column.sort} sort={sort} onSort={onSort} /> : column.title}
              </th>
            ))}
            {actions && (
              <th scope="col" className="actions">
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <Cell key={column.key} align={column.align} width={column.width} content={cell(column, row)} />
              ))}
              {actions && <td className="actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

// Numbers, codes and days never break in the middle. Words are one line; what is drawn of several parts may take more.
function Cell({ align, width, content }: { align: 'right' | undefined; width: number | undefined; content: ReactNode }) {
  if (align) return <td className={align}>{content}</td>
  if (typeof content !== 'string')
    return (
      <td>
        <div className="cell" style={width ? { maxWidth: `${width}em` } : undefined}>
          {content}
        </div>
      </td>
    )
  if (/^[\x20-\x7e]{1,20}$/.test(content)) return <td className="unbroken">{content}</td>
  return (
    <td>
      <OneLine text={content} width={width} />
    </td>
  )
}

function Cards<Row>({
  caption,
  columns: [head, ...rest],
  rows,
  rowKey,
  actions,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  actions: ((row: Row) => ReactNode) | undefined
}) {
  return (
    <div role="region" aria-label={caption} tabIndex={0}>
      <ul className="cards">
        {rows.map((row) => (
          <li key={rowKey(row)}>
            {head && <div className="card-head">{cell(head, row)}</div>}
            <dl>
              {rest.map((column) => (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd>{cell(column, row)}</dd>
                </div>
              ))}
            </dl>
            {actions && <div className="card-actions">{actions(row)}</div>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function SortButton({ title, by, sort, onSort }: { title: string; by: string; sort: string | undefined; onSort: (sort: string) => void }) {
  const now = direction(by, sort)
  return (
    <button type="button" className="sort" onClick={() => onSort(now === 'ascending' ? `-${by}` : by)}>
      {title}
      <span aria-hidden="true" className={`sort-mark ${now}`} />
    </button>
  )
}

const direction = (by: string, sort: string | undefined) => (sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none')

/** What a cell holds before it is drawn: what the column makes of the row, else the field itself. */
export const contentOf = <Row,>(column: Column<Row>, row: Row): ReactNode =>
  // A column without `render` names a field that is text, a number or empty.
  column.render ? column.render(row) : (row[column.key as keyof Row] as ReactNode)

/** What a cell shows of the row; what is empty shows as a dash. */
export function cell<Row>(column: Column<Row>, row: Row): ReactNode {
  const content = contentOf(column, row)
  return content === null || content === undefined || content === '' ? '—' : content
}
