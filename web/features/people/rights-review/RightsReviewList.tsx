import { App, Button, Form, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { reviewDueActions, reviewLooks, reviewState, rightsReviewApi, type ReviewRow } from '#contract/people/rights-review.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { day, today } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { RightsReviewDrawer } from './RightsReviewDrawer.tsx'

const columns: readonly Column<ReviewRow>[] = [
  { title: '复核单号', key: 'reviewNo', render: (row) => <Opener row={row} /> },
  { title: '事由', key: 'occasion', width: 10 },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={reviewLooks} state={state} /> },
  { title: '账号', key: 'accounts', align: 'right' },
  { title: '未决定', key: 'undecided', align: 'right', render: ({ undecided }) => (undecided === 0 ? null : undecided) },
  { title: '收回或停用', key: 'changed', align: 'right', render: ({ changed }) => (changed === 0 ? null : changed) },
  { title: '开始', key: 'begunAt', sort: 'begunAt', render: (row) => <Done by={row.begunBy.name} at={row.begunAt} /> },
  { title: '提交', key: 'submittedAt', render: (row) => row.submittedAt && <Done by={row.submittedBy?.name ?? ''} at={row.submittedAt} /> },
  { title: '批准', key: 'approvedAt', render: (row) => row.approvedAt && <Done by={row.approvedBy?.name ?? ''} at={row.approvedAt} /> },
]

function Opener({ row: { id, reviewNo } }: { row: ReviewRow }) {
  const { setQuery } = useTab()
  return (
    <Button type="link" className="text-action" onClick={() => setQuery({ review: id })}>
      {reviewNo}
    </Button>
  )
}

/** 权限复核: each quarter every account, what it may do and whether that stays. */
export function RightsReviewList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [isBeginning, setBeginning] = useState(false)
  const due = useRead(rightsReviewApi.due, {})
  const opened = query.get('review')
  return (
    <ListPage
      key="review"
      title="权限复核"
      primary={
        <DutyButton duty={reviewDueActions.begin.duty} onClick={() => setBeginning(true)}>
          开始复核
        </DutyButton>
      }
      header={
        <>
          {header}
          {due.data && (
            <p className="quiet">
              每三个月复核一次。{due.data.openId === null ? `下次不晚于 ${day(due.data.dueOn)}` : '有一次正在进行'}
              {due.data.openId === null && due.data.dueOn < today() && <span className="tag tag-bad">逾期</span>}
            </p>
          )}
        </>
      }
      endpoint={rightsReviewApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索复核单号"
      filters={[{ key: 'state', label: '状态', options: reviewState.options.map((value) => ({ value, label: reviewLooks[value].label })) }]}
      empty="还没有权限复核；开始后列出全部在用账号的角色、权限与最近使用"
    >
      {isBeginning && <BeginDialog onDone={(id) => setQuery({ review: id })} onClose={() => setBeginning(false)} />}
      {opened && <RightsReviewDrawer id={opened} onClose={() => setQuery({ review: null })} />}
    </ListPage>
  )
}

function BeginDialog({ onDone, onClose }: { onDone: (id: string) => void; onClose: () => void }) {
  const { message } = App.useApp()
  const begin = useWrite(rightsReviewApi.begin)
  return (
    <StepDialog<{ occasion: string }>
      title="开始权限复核"
      submit="开始"
      initial={{ occasion: '季度复核' }}
      error={begin.error}
      busy={begin.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        begin.mutate(values, {
          onSuccess: ({ id, accounts }) => {
            message.success(`已列出 ${accounts} 个在用账号，请逐个决定`)
            onClose()
            onDone(id)
          },
        })
      }
    >
      <p>列出全部在用账号现在的角色、权限与最近使用，逐个决定保留、收回或停用；自己的账号由另一位管理员决定。</p>
      <Form.Item name="occasion" label="事由" rules={[{ required: true, whitespace: true, message: '请填写事由' }]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
    </StepDialog>
  )
}
