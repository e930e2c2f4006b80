import { Input, Pagination, Skeleton } from 'antd'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { listQuery } from '#contract/kernel/values.ts'
import { useRead } from '#web/lib/call.ts'
import { count } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'

/** One of the lists of the personal centre. The search and the page number are in the page's address. */
export function OwnList<Row>({
  caption,
  endpoint,
  columns,
  rowKey,
  searchHint,
  empty,
}: {
  caption: string
  endpoint: Endpoint<typeof listQuery, z.ZodType<{ rows: Row[]; total: number }>>
  columns: readonly Column<NoInfer<Row>>[]
  rowKey: (row: NoInfer<Row>) => string
  searchHint: string
  empty: string
}) {
  const { query, setQuery } = useTab()
  const q = query.get('q') ?? ''
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const list = useRead(endpoint, { q, page, pageSize: 20 }, { keepPrevious: true })
  const rows = list.data?.rows ?? []
  return (
    <>
      <Input.Search
        key={q}
        className="own-search"
        aria-label={searchHint}
        placeholder={searchHint}
        defaultValue={q}
        maxLength={50}
        allowClear
        onSearch={(typed) => setQuery({ q: typed.trim() || null, page: null })}
      />
      {list.isPending && <Skeleton active />}
      {list.error && <CallFailure error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && <p className="nothing">{q === '' ? empty : '没有符合条件的记录'}</p>}
      {rows.length > 0 && (
        <>
          <DataTable caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
          <nav className="list-foot" aria-label={`${caption}分页`}>
            <span>共 {count(list.data?.total ?? 0)} 条</span>
            <Pagination
              size="small"
              current={page}
              pageSize={20}
              total={list.data?.total ?? 0}
              showSizeChanger={false}
              onChange={(next) => setQuery({ page: next > 1 ? String(next) : null })}
            />
          </nav>
        </>
      )}
    </>
  )
}
