import { Button, Pagination, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { ImportSheet } from '#contract/office/import.ts'
import { pages } from '#contract/kernel/pages.ts'
import { useRead } from '#web/lib/call.ts'
import { count } from '#web/lib/format.ts'
import { usePhone } from '#web/lib/media.ts'
import { usePrinting } from '#web/lib/printing.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from './CallFailure.tsx'
import { ColumnPicker, useShownColumns } from './ColumnPicker.tsx'
import { DataTable, type Column } from './DataTable.tsx'
import { ExportList } from './ExportList.tsx'
import { ImportButton } from './ImportButton.tsx'
import { FilterBar, type Filter } from './FilterBar.tsx'
import { printedFilters } from './printed-filters.ts'
import { mostOnPaper, useRowsOnPaper } from './rows-on-paper.ts'

type ListPageProps<Row, In extends z.ZodObject> = {
  /** What is listed: a page with several views is headed by its own title in each of them. */
  title: string
  /** The one primary button of the page, usually a DutyButton; null where nothing begins here. */
  primary: ReactNode
  endpoint: Endpoint<In, z.ZodType<{ rows: Row[]; total: number }>>
  /** What this page always asks for beside what the person chose. */
  only?: Partial<z.input<In>>
  columns: readonly Column<NoInfer<Row>>[]
  rowKey: (row: NoInfer<Row>) => string
  filters?: readonly Filter[]
  searchHint?: string
  actions?: (row: NoInfer<Row>) => ReactNode
  /** What to say when there is nothing at all: why, and where rows come from. */
  empty: string
  /** Where rows of this list can come in from Excel: with which columns. */
  importSheet?: ImportSheet
  /** Between title and filters: a switch between views, a note. */
  header?: ReactNode
  /** Dialogs and drawers of the page. */
  children?: ReactNode
}

/**
 * A page that lists: search, filters and sorting are in its address, the server does the paging, and every state is
 * shown: loading, empty, nothing found, failed.
 */
export function ListPage<Row, In extends z.ZodObject>(props: ListPageProps<Row, In>) {
  const { title, primary, endpoint, columns, rowKey, filters = [], actions, importSheet } = props
  const phone = usePhone()
  const printing = usePrinting()
  const { path, query, setQuery } = useTab()
  const [shown, setShown] = useShownColumns(title, columns)
  const { list, asked, page, pageSize, filtered, searched, clear } = useList(props)
  const listed = list.data?.rows ?? []
  const total = list.data?.total ?? 0
  const onPaper = useRowsOnPaper({ endpoint, query: asked }, total > listed.length)
  const rows = onPaper ?? listed
  const shownColumns = columns.filter((column) => shown.includes(column.key))
  return (
    <section className="page" aria-label={title}>
      <header className="page-head">
        <h1>{pages.find((page) => page.path === path)?.title}</h1>
        <div className="page-tools">
          <ExportList title={title} endpoint={endpoint} query={asked} columns={shownColumns} />
          {importSheet && <ImportButton sheet={importSheet} />}
          {!phone && <ColumnPicker columns={columns} shown={shown} onChange={setShown} />}
          {primary}
        </div>
      </header>
      {props.header}
      <FilterBar key={searched} filters={filters} searchHint={props.searchHint ?? '搜索编号、名称或拼音首字母'} />
      {printing && list.data && (
        <p className="print-filters">
          {printedFilters({
            ...{ title, query, filters, columns, total, shown: rows.length },
            ...(onPaper ? { page: 1, pageSize: mostOnPaper, most: mostOnPaper } : { page, pageSize }),
          })}
        </p>
      )}
      {list.error && (
        <CallFailure
          error={list.error}
          onRetry={() => void list.refetch()}
          extra={
            filtered && (
              <Button size="small" onClick={clear}>
                清除筛选
              </Button>
            )
          }
        />
      )}
      {list.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} className="list-wait" />}
      {list.data && rows.length === 0 && <NothingListed isSearch={filtered || page > 1} empty={props.empty} onClear={clear} />}
      {rows.length > 0 && (
        <div className={list.isPlaceholderData ? 'stale' : undefined} aria-busy={list.isPlaceholderData}>
          <DataTable
            // The page's own landmark has the title already.
            caption={`${title}列表`}
            columns={shownColumns}
            rows={rows}
            rowKey={rowKey}
            actions={actions}
            sort={query.get('sort') ?? undefined}
            onSort={(sort) => setQuery({ sort, page: null })}
          />
          <ListFoot title={title} total={total} page={page} pageSize={pageSize} mayHaveMore={listed.length === pageSize} />
        </div>
      )}
      {props.children}
    </section>
  )
}

/** The rows that the page's address asks for, and the way back to all of them. */
function useList<Row, In extends z.ZodObject>({
  endpoint,
  only,
  columns,
  filters = [],
}: Pick<ListPageProps<Row, In>, 'endpoint' | 'only' | 'columns' | 'filters'>) {
  const { query, setQuery } = useTab()
  // An address may be older than the list: an order that no column offers any more is the usual one.
  const isOffered = (sort: string) => columns.some((column) => column.sort !== undefined && column.sort === sort.replace(/^-/, ''))
  const chosen = Object.fromEntries(
    [...query].filter(
      ([key, value]) => key === 'q' || (key === 'sort' && isOffered(value)) || filters.some((filter) => filter.key === key),
    ),
  )
  const page = positive(query.get('page'), 1)
  const pageSize = positive(query.get('pageSize'), 20)
  // What was chosen comes out of the address: the server says whether it fits.
  const list = useRead(endpoint, { ...only, ...chosen, page, pageSize } as z.input<In>, { keepPrevious: true })
  const [searched, setSearched] = useState(0)
  const filtered = Object.keys(chosen).some((key) => key !== 'sort')
  const clear = () => {
    setQuery(Object.fromEntries(['q', 'page', ...filters.map((filter) => filter.key)].map((key) => [key, null])))
    setSearched(searched + 1) // the search box starts over, since it keeps what is being typed
  }
  return { list, asked: { ...only, ...chosen }, page, pageSize, filtered, searched, clear }
}

function NothingListed({ isSearch, empty, onClear }: { isSearch: boolean; empty: string; onClear: () => void }) {
  return (
    <div className="nothing">
      {isSearch ? (
        <>
          <p>没有符合条件的记录</p>
          <Button onClick={onClear}>清除筛选</Button>
        </>
      ) : (
        <p>{empty}</p>
      )}
    </div>
  )
}

/** How many rows there are, and the way to the other pages of them. */
function ListFoot({
  title,
  total,
  page,
  pageSize,
  mayHaveMore,
}: {
  title: string
  total: number
  page: number
  pageSize: number
  /** Whether this page is full. */
  mayHaveMore: boolean
}) {
  const phone = usePhone()
  const { setQuery } = useTab()
  return (
    <nav className="list-foot" aria-label={`${title}分页`}>
      <span>共 {count(total)} 条</span>
      <Pagination
        size="small"
        simple={phone}
        current={page}
        pageSize={pageSize}
        // The server stops counting at 1001: as long as pages are full there may be another.
        total={total > 1000 && mayHaveMore ? Math.max(total, page * pageSize + 1) : total}
        showSizeChanger={!phone && total > 20}
        pageSizeOptions={[20, 50, 100, 200]}
        onChange={(next, size) =>
          setQuery({ page: size === pageSize && next > 1 ? String(next) : null, pageSize: size === 20 ? null : String(size) })
        }
      />
    </nav>
  )
}

/** A whole number from 1 as it is in an address; anything else counts as `otherwise`. */
const positive = (typed: string | null, otherwise: number) => (typed !== null && /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : otherwise)
