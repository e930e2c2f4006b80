import { Button, Pagination, Segmented, Skeleton } from 'antd'
import { Link } from 'react-router'
import { keysOf } from '#contract/kernel/key-of.ts'
import { accountApi, type Notification } from '#contract/people/account.ts'
import { useSession } from '#web/lib/actor.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useRead } from '#web/lib/call.ts'
import { count, dateTime, unreadCount } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'

const boxes = { unread: '未读', read: '已读', bin: '回收站' } as const
type Box = keyof typeof boxes
const emptyTexts: Record<Box, string> = { unread: '没有未读消息', read: '没有已读消息', bin: '回收站是空的' }
type Target = 'read' | 'unread' | 'bin' | 'gone'
const moves: Record<Box, readonly { label: string; to: Target }[]> = {
  unread: [
    { label: '标为已读', to: 'read' },
    { label: '删除', to: 'bin' },
  ],
  read: [
    { label: '标为未读', to: 'unread' },
    { label: '删除', to: 'bin' },
  ],
  bin: [
    { label: '还原', to: 'read' },
    { label: '彻底删除', to: 'gone' },
  ],
}
const wholePage: Record<Box, { label: string; to: Target }> = {
  unread: { label: '本页全部标为已读', to: 'read' },
  read: { label: '本页全部删除', to: 'bin' },
  bin: { label: '本页全部还原', to: 'read' },
}

/** Opening a message reads it. */
const columnsWith = (read: (one: Notification) => void): readonly Column<Notification>[] => [
  {
    title: '消息',
    key: 'title',
    render: (one) =>
      one.path ? (
        <Link to={one.path} onClick={() => read(one)}>
          {one.title}
        </Link>
      ) : (
        one.title
      ),
  },
  { title: '内容', key: 'body' },
  { title: '时间', key: 'createdAt', render: (one) => dateTime(one.createdAt) },
  { title: '处理', key: 'doneAt', render: (one) => one.doneAt && <span className="tag tag-neutral">已处理</span> },
]

/** What was done is not unread again. */
const movesOf = (box: Box, { doneAt }: Notification) => moves[box].filter(({ to }) => to !== 'unread' || doneAt === null)

/** The person's messages: unread, read, and the bin from which they can be restored. */
export function MessageList() {
  const { query, setQuery } = useTab()
  const { unread } = useSession()
  const asked = query.get('box')
  const box: Box = asked === 'read' || asked === 'bin' ? asked : 'unread'
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const messages = useRead(accountApi.notifications, { box, page, pageSize: 20 }, { keepPrevious: true })
  const move = useButtonWrite(accountApi.moveNotifications)
  const rows = messages.data?.rows ?? []
  return (
    <>
      <div className="page-tools message-tools">
        <Segmented<Box>
          aria-label="消息箱"
          value={box}
          onChange={(value) => setQuery({ box: value === 'unread' ? null : value, page: null })}
          options={keysOf(boxes).map((value) => ({
            value,
            label: value === 'unread' ? `未读（${unreadCount(unread)}）` : boxes[value],
          }))}
        />
        {rows.length > 0 && (
          <Button loading={move.busy} onClick={() => void move.run({ ids: rows.map((one) => one.id), to: wholePage[box].to })}>
            {wholePage[box].label}
          </Button>
        )}
      </div>
      {messages.isPending && <Skeleton active />}
      {messages.error && <CallFailure error={messages.error} onRetry={() => void messages.refetch()} />}
      {messages.data && rows.length === 0 && <p className="nothing">{emptyTexts[box]}</p>}
      {rows.length > 0 && (
        <>
          <DataTable
            caption={`${boxes[box]}消息`}
            columns={columnsWith((one) => one.readAt === null && void move.run({ ids: [one.id], to: 'read' }))}
            rows={rows}
            rowKey={(one) => one.id}
            actions={(one) =>
              movesOf(box, one).map(({ label, to }) => (
                <Button key={to} type="link" className="text-action" onClick={() => void move.run({ ids: [one.id], to })}>
                  {label}
                </Button>
              ))
            }
          />
          <nav className="list-foot" aria-label="消息分页">
            <span>共 {count(messages.data?.total ?? 0)} 条</span>
            <Pagination
              size="small"
              current={page}
              pageSize={20}
              total={messages.data?.total ?? 0}
              showSizeChanger={false}
              onChange={(next) => setQuery({ page: next > 1 ? String(next) : null })}
            />
          </nav>
        </>
      )}
    </>
  )
}
