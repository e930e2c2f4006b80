import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { ownRecordApi, type StartedDocument } from '#contract/people/own-record.ts'
import { workApi, type WaitingWork } from '#contract/office/work.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { OwnList } from './OwnList.tsx'

const waitingColumns: readonly Column<WaitingWork>[] = [
  {
    title: '单据',
    key: 'document',
    render: (work) => (
      <Link to={work.path}>
        {work.document} · {work.state}
      </Link>
    ),
  },
  { title: '要做的', key: 'steps', render: (work) => work.steps.join('、') },
  { title: '件数', key: 'count', align: 'right' },
  {
    title: '最早的',
    key: 'oldest',
    render: ({ oldest: [first] }) =>
      first && (
        <>
          <Link to={first.path} style={{ textDecoration: 'underline' }}>
            {first.no}
          </Link>{' '}
          {first.subject}
        </>
      ),
  },
  { title: '等待自', key: 'since', render: ({ oldest: [first] }) => first && dateTime(first.since) },
]

const startedColumns: readonly Column<StartedDocument>[] = [
  { title: '单号', key: 'no', render: (one) => (one.path === null ? one.no : <Link to={one.path}>{one.no}</Link>) },
  { title: '单据', key: 'document' },
  { title: '内容', key: 'subject' },
  { title: '发起时间', key: 'startedAt', render: (one) => dateTime(one.startedAt) },
  { title: '状态', key: 'state', render: ({ state }) => <span className={`tag tag-${state.tone}`}>{state.label}</span> },
]

/** 我的事项: what waits for the person, and what they began and others have to finish. */
export function WorkView() {
  const waiting = useRead(workApi.waiting, {})
  return (
    <>
      <h2 className="drawer-heading">待我处理</h2>
      {waiting.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {waiting.error && <CallFailure error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {waiting.data?.length === 0 && <p className="nothing">没有等您处理的单据</p>}
      {waiting.data && waiting.data.length > 0 && (
        <DataTable caption="待我处理" columns={waitingColumns} rows={waiting.data} rowKey={(work) => work.path + work.steps.join()} />
      )}
      <h2 className="drawer-heading">我发起、还没有结束的</h2>
      <OwnList
        caption="我发起的单据"
        endpoint={ownRecordApi.started}
        columns={startedColumns}
        rowKey={(one) => one.id}
        searchHint="搜索单号或内容"
        empty="没有您发起而未结束的单据；采购单、请验单、生产与包装指令、销售单建立后会列在这里"
      />
    </>
  )
}
