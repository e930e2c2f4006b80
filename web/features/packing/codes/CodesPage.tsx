import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { codeLevels, codeSchemes, qrApi, type RangeRow } from '#contract/packing/codes.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { useHolds } from '#web/lib/actor.ts'
import { dateTime } from '#web/lib/format.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { CodeCounts } from './CodeCounts.tsx'
import { CodeDrawer } from './CodeDrawer.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { PrintDialog } from './PrintDialog.tsx'
import { RangeDrawer } from './RangeDrawer.tsx'
import { ScanList } from './ScanList.tsx'
import { VoidDialog } from './VoidDialog.tsx'
import './codes.css'

const columns: readonly Column<RangeRow>[] = [
  { title: '领用单号', key: 'runNo', sort: 'runNo' },
  { title: '层级', key: 'level', render: (range) => codeLevels[range.level] },
  { title: '产品', key: 'productName', render: (range) => `${range.productName} ${range.batchNo}` },
  { title: '包装规格', key: 'specName' },
  { title: '包装单号', key: 'orderNo', sort: 'orderNo', hidden: true },
  { title: '成品批号', key: 'lotNo' },
  { title: '编码', key: 'scheme', hidden: true, render: (range) => codeSchemes[range.scheme] },
  { title: '码数', key: 'count', align: 'right', sort: 'count' },
  { title: '状态', key: 'counts', render: (range) => <CodeCounts counts={range.counts} /> },
  { title: '已打印', key: 'printed', align: 'right', render: (range) => `${range.printed} 张` },
  { title: '领用原因', key: 'reason', hidden: true },
  { title: '领用人', key: 'issuedByName', hidden: true },
  { title: '领用时间', key: 'issuedAt', sort: 'issuedAt', hidden: true, render: (range) => dateTime(range.issuedAt) },
]

/** 二维码管理: the ranges of codes that were issued, their labels, and the history of each single code. */
export function QrPage() {
  const { query, setQuery } = useTab()
  const [doing, setDoing] = useState<{ what: 'print' | 'void'; range: RangeRow }>()
  const mayPrint = useHolds('21:print')
  const mayVoid = useHolds('21:void')
  const viewed = query.get('range')
  const code = query.get('code')
  const scan = useScanField((scanned) => setQuery({ code: scanned }))
  // The filters of one view mean nothing in the other.
  const changeView = (view: string) =>
    setQuery({ ...Object.fromEntries([...query.keys()].map((key) => [key, null])), view: view === 'scans' ? view : null })
  const views = (
    <Segmented
      aria-label="查看"
      style={{ marginBottom: 12 }}
      value={query.get('view') === 'scans' ? 'scans' : 'ranges'}
      options={[
        { value: 'ranges', label: '码段' },
        { value: 'scans', label: '扫码记录' },
      ]}
      onChange={changeView}
    />
  )
  const story = code && <CodeDrawer code={code} onClose={() => setQuery({ code: null })} />
  if (query.get('view') === 'scans') return <ScanList header={views}>{story}</ScanList>
  return (
    <ListPage
      key="ranges"
      title="二维码管理"
      primary={null}
      header={
        <>
          {views}
          <div className="code-search">
            <label htmlFor="code-search">查询一个码</label>
            <Input id="code-search" {...scan} allowClear placeholder="扫描或输入追溯码、箱码，按回车" />
            <Button onClick={() => scan.value.trim() && setQuery({ code: scan.value.trim() })}>查询</Button>
          </div>
        </>
      }
      endpoint={qrApi.list}
      columns={columns}
      rowKey={(range) => range.id}
      searchHint="搜索领用单号、包装单号、批号、品名或拼音首字母"
      filters={[{ key: 'level', label: '层级', options: Object.entries(codeLevels).map(([value, label]) => ({ value, label })) }]}
      actions={(range) => (
        <>
          <ReasonButton reason={mayPrint ? undefined : refusals.no_permission} onClick={() => setDoing({ what: 'print', range })}>
            打印标签
          </ReasonButton>
          <DownloadButton range={range} />
          <ReasonButton reason={mayVoid ? undefined : refusals.no_permission} danger onClick={() => setDoing({ what: 'void', range })}>
            作废
          </ReasonButton>
          <Button type="link" className="text-action" onClick={() => setQuery({ range: range.id })}>
            详情
          </Button>
        </>
      )}
      empty="还没有发放追溯码；在“成品包装”领用标签后，码段会出现在这里"
    >
      {doing?.what === 'print' && <PrintDialog range={doing.range} onClose={() => setDoing(undefined)} />}
      {doing?.what === 'void' && <VoidDialog range={doing.range} onClose={() => setDoing(undefined)} />}
      {viewed && <RangeDrawer id={viewed} onClose={() => setQuery({ range: null })} />}
      {story}
    </ListPage>
  )
}
