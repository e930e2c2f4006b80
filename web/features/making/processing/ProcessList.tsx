import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { processActions, processApi, processLooks, processState, type ProcessRow } from '#contract/making/process-version.ts'
import { useTab } from '#web/lib/tab.ts'
import { kg } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ProcessDrawer } from './ProcessDrawer.tsx'
import { ProcessFormDrawer } from './ProcessFormDrawer.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { SignDialog } from './SignDialog.tsx'

const signers = (row: ProcessRow) =>
  row.isInitial ? '初始化导入' : [row.writtenBy, row.reviewedBy, row.approvedBy].map((one) => one?.name ?? '—').join(' / ')

const columns: readonly Column<ProcessRow>[] = [
  { title: '编号', key: 'code', sort: 'code' },
  { title: '产品', key: 'productName', sort: 'productName', render: (row) => `${row.productName} ${row.cutSpec}` },
  { title: '版次', key: 'version', align: 'right', sort: 'version' },
  { title: '工序数', key: 'steps', align: 'right' },
  { title: '收率 (%)', key: 'yield', align: 'right', render: (row) => `${row.yieldMin}～${row.yieldMax}` },
  { title: '最大批量 (kg)', key: 'maxBatch', align: 'right', hidden: true, render: (row) => kg(row.maxBatch) },
  { title: '允许拼批', key: 'allowsBlending', hidden: true, render: (row) => (row.allowsBlending ? '是' : '否') },
  { title: '生效日期', key: 'effectiveFrom', sort: 'effectiveFrom' },
  { title: '失效日期', key: 'effectiveTo', hidden: true },
  { title: '编制 / 审核 / 批准', key: 'signers', render: signers },
  { title: '状态', key: 'state', render: (row) => <StateTag of={processLooks} state={row.state} /> },
]

/** The steps that need only a reason: what each means, and the message after it. */
const reasons = {
  sendBack: { note: '退回编制人修改；修改后重新签名、审核。', done: '已退回编制人' },
  refuse: { note: '退回编制人修改；修改后重新签名、审核、批准。', done: '已退回编制人' },
  discard: { note: '草稿不再继续，版次号不再使用。', done: '已作废' },
}
const signings = ['submit', 'review', 'approve', 'withdraw'] as const
type Signing = (typeof signings)[number]
type Doing = { what: Signing | keyof typeof reasons | 'copy'; row: ProcessRow }
const isSigning = (what: Doing['what']): what is Signing => signings.some((signing) => signing === what)

/** 工艺规程: every version, and what can be done with each next. */
export function ProcessList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [writing, setWriting] = useState<string | 'new'>()
  const [doing, setDoing] = useState<Doing>()
  const opened = query.get('row')
  const done = () => setDoing(undefined)
  return (
    <ListPage
      title="工艺规程"
      primary={
        <DutyButton duty="35:manage" onClick={() => setWriting('new')}>
          编写工艺规程
        </DutyButton>
      }
      header={header}
      endpoint={processApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索编号、产品名称或拼音首字母"
      filters={[
        { key: 'state', label: '状态', options: processState.options.map((state) => ({ value: state, label: processLooks[state].label })) },
      ]}
      actions={(row) => (
        <>
          <Button type="link" className="text-action" onClick={() => setQuery({ row: row.id })}>
            查看
          </Button>
          <RowActions
            of={processActions}
            row={row}
            danger={['discard', 'withdraw']}
            on={{
              edit: () => setWriting(row.id),
              submit: () => setDoing({ what: 'submit', row }),
              discard: () => setDoing({ what: 'discard', row }),
              review: () => setDoing({ what: 'review', row }),
              sendBack: () => setDoing({ what: 'sendBack', row }),
              approve: () => setDoing({ what: 'approve', row }),
              refuse: () => setDoing({ what: 'refuse', row }),
              copy: () => setDoing({ what: 'copy', row }),
              withdraw: () => setDoing({ what: 'withdraw', row }),
            }}
          />
        </>
      )}
      empty="还没有工艺规程；先建产品，再为它编写"
    >
      {writing && <ProcessFormDrawer {...(writing !== 'new' && { id: writing })} onClose={() => setWriting(undefined)} />}
      {doing && isSigning(doing.what) && <SignDialog what={doing.what} row={doing.row} onClose={done} />}
      {doing?.what === 'copy' && <CopyDialog row={doing.row} onClose={done} />}
      {(doing?.what === 'sendBack' || doing?.what === 'refuse' || doing?.what === 'discard') && (
        <ReasonDialog
          title={`${processActions[doing.what].label} ${doing.row.code}`}
          submit={processActions[doing.what].label}
          danger
          endpoint={processApi[doing.what]}
          id={doing.row.id}
          done={`${doing.row.code} ${reasons[doing.what].done}`}
          onClose={done}
        >
          <p>{reasons[doing.what].note}</p>
        </ReasonDialog>
      )}
      {opened && <ProcessDrawer id={opened} onClose={() => setQuery({ row: null })} />}
    </ListPage>
  )
}
