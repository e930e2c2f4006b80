import { Link } from 'react-router'
import type { WaitingRow } from '#contract/office/work.ts'
import { count } from '#web/lib/format.ts'
import { dueWords, lasted, pressureOf } from '#web/lib/waited.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Moment } from '#web/parts/Moment.tsx'

/** The columns of what waits, whoever it waits for. */
export const waitingColumns = (now: Date): readonly Column<WaitingRow>[] => [
  {
    title: '单据',
    key: 'no',
    render: (row) => (
      <Link to={row.path}>
        {row.subject} {row.no}
      </Link>
    ),
  },
  { title: '停在', key: 'state', render: (row) => `${row.stage} · ${row.state}` },
  {
    title: '等了',
    key: 'since',
    sort: 'since',
    render: (row) => (
      <Moment at={row.since} label="自">
        {lasted(now.getTime() - Date.parse(row.since))}
      </Moment>
    ),
  },
  {
    title: '应于',
    key: 'due',
    sort: 'due',
    render: (row) =>
      row.due && (
        <b className={pressureOf(row.due, now)}>
          <Moment at={row.due} label="应于">
            {dueWords(row.due, now).replace(/（.*/, '')}
          </Moment>
        </b>
      ),
  },
  { title: '等谁', key: 'duties', render: (row) => row.duties.join('、') },
]

/** 逾期与今天到期: the most pressing few of all that waits. */
export function Pressing({ rows, total, now }: { rows: readonly WaitingRow[]; total: number; now: Date }) {
  return (
    <section className="card" aria-label="逾期与今天到期">
      <h2>逾期与今天到期{total > 0 && <Link to="/dashboard?due=pressing">全部 {count(total)} 件</Link>}</h2>
      {total === 0 && <p className="quiet">没有逾期的，也没有今天到期的。</p>}
      {rows.length > 0 && <DataTable caption="逾期与今天到期" columns={waitingColumns(now)} rows={rows} rowKey={(row) => row.key} />}
    </section>
  )
}
