import { Drawer, Skeleton } from 'antd'
import { codeLevels, codeLooks, codeSchemes, qrApi, type RangeDetail } from '#contract/packing/codes.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CodeCounts } from './CodeCounts.tsx'

/** One range: the states of its codes as intervals, what happened to them, which labels were printed. */
export function RangeDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const range = useRead(qrApi.read, { id })
  return (
    <Drawer open size={860} title={range.data ? `码段 ${range.data.runNo}（${codeLevels[range.data.level]}）` : '码段'} onClose={onClose}>
      {range.isPending && <Skeleton active />}
      {range.error && <CallFailure error={range.error} onRetry={() => void range.refetch()} />}
      {range.data && <Detail range={range.data} />}
    </Drawer>
  )
}

const serials = ({ first, last }: { first: number; last: number }) => (first === last ? String(first) : `${first}～${last}`)

function Detail({ range }: { range: RangeDetail }) {
  return (
    <>
      <Facts
        rows={[
          ['产品 / 批号', `${range.productName} ${range.batchNo}`],
          ['包装规格', range.specName],
          ['包装单号 / 成品批号', `${range.orderNo} / ${range.lotNo ?? '—'}`],
          ['编码', codeSchemes[range.scheme]],
          ['码数', `${range.count}，已打印 ${range.printed} 张`],
          ['状态', <CodeCounts key="counts" counts={range.counts} />],
          ['领用', `${range.issuedByName} ${dateTime(range.issuedAt)}`],
          ['领用原因', range.reason],
        ]}
      />
      <h2 className="drawer-heading">状态区间</h2>
      <DataTable
        caption="状态区间"
        rows={range.spans}
        rowKey={(span) => String(span.first)}
        columns={[
          { title: '序号', key: 'serials', render: serials },
          { title: '码数', key: 'size', align: 'right', render: (span) => span.last - span.first + 1 },
          { title: '状态', key: 'state', render: (span) => <StateTag of={codeLooks} state={span.state} /> },
        ]}
      />
      <h2 className="drawer-heading">经过</h2>
      <DataTable
        caption="经过"
        rows={range.events}
        rowKey={(event) => `${event.at} ${event.first} ${event.state}`}
        columns={[
          { title: '时间', key: 'at', render: (event) => dateTime(event.at) },
          { title: '序号', key: 'serials', render: serials },
          { title: '变为', key: 'state', render: (event) => <StateTag of={codeLooks} state={event.state} /> },
          { title: '单据', key: 'documentNo' },
          { title: '原因', key: 'reason' },
          { title: '经办', key: 'byName' },
        ]}
      />
      <h2 className="drawer-heading">打印记录</h2>
      {range.prints.length === 0 && <p className="quiet">还没有打印过</p>}
      {range.prints.length > 0 && (
        <DataTable
          caption="打印记录"
          rows={range.prints}
          rowKey={(print) => `${print.at} ${print.first}`}
          columns={[
            { title: '时间', key: 'at', render: (print) => dateTime(print.at) },
            { title: '序号', key: 'serials', render: serials },
            { title: '补印原因', key: 'reason' },
            { title: '打印人', key: 'byName' },
            { title: '核准人', key: 'checkedByName' },
          ]}
        />
      )}
    </>
  )
}
