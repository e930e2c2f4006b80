import { Button } from 'antd'
import type { ReactNode } from 'react'
import { codeLevels, qrApi, type ScanRow } from '#contract/packing/codes.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'

const columns: readonly Column<ScanRow>[] = [
  { title: '查询时间', key: 'scannedAt', sort: 'scannedAt', render: (scan) => dateTime(scan.scannedAt) },
  { title: '追溯码', key: 'code' },
  { title: '层级', key: 'level', render: (scan) => codeLevels[scan.level] },
  { title: '产品', key: 'productName' },
  { title: '批号', key: 'batchNo' },
  { title: '该码累计', key: 'times', align: 'right', sort: 'times', render: (scan) => `${scan.times} 次` },
]

/** 扫码记录: what the public looked up. A code that is looked up unusually often may have been copied. */
export function ScanList({ header, children }: { header: ReactNode; children: ReactNode }) {
  const { setQuery } = useTab()
  return (
    <ListPage
      key="scans"
      title="扫码记录"
      primary={null}
      header={header}
      endpoint={qrApi.scans}
      columns={columns}
      rowKey={(scan) => scan.id}
      searchHint="搜索包装单号、批号、品名或拼音首字母"
      filters={[
        { key: 'from', label: '查询日期起', day: true },
        { key: 'to', label: '止', day: true },
      ]}
      actions={(scan) => (
        <Button type="link" className="text-action" onClick={() => setQuery({ code: scan.code })}>
          详情
        </Button>
      )}
      empty="还没有人查询过追溯码；包装上的码被扫描后，记录会出现在这里"
    >
      {children}
    </ListPage>
  )
}
