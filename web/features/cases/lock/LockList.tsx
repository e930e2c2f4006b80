import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { authorityLockApi, lockLevels, type AuthorityLockRow } from '#contract/cases/authority-lock.ts'
import { dateTime } from '#web/lib/format.ts'
import { useHolds } from '#web/lib/actor.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { LiftLockDialog } from './LiftLockDialog.tsx'
import { PlaceLockDialog } from './PlaceLockDialog.tsx'

const columns: readonly Column<AuthorityLockRow>[] = [
  { title: '对象', key: 'subject', width: 22, render: ({ level, subject }) => (level === 'enterprise' ? '全企业' : subject) },
  { title: '级别', key: 'level', render: ({ level }) => lockLevels[level] },
  {
    title: '状态',
    key: 'lifted',
    render: ({ lifted }) =>
      lifted === null ? <span className="tag tag-bad">锁定中</span> : <span className="tag tag-neutral">已解除</span>,
  },
  { title: '文号', key: 'authorityNo', width: 18 },
  { title: '自 / 至', key: 'orderedOn', render: ({ orderedOn, untilOn }) => [orderedOn, untilOn].filter(Boolean).join(' / ') },
  { title: '锁定', key: 'placedBy', render: ({ placedBy, placedSecondBy }) => [placedBy, placedSecondBy].filter(Boolean).join('、') },
  { title: '锁定时间', key: 'placedAt', sort: 'placedAt', render: ({ placedAt }) => dateTime(placedAt) },
  { title: '解除文号', key: 'liftNo', width: 18, render: ({ lifted }) => lifted && (lifted.no || lifted.conclusion) },
  { title: '解除时间', key: 'lift', render: ({ lifted }) => lifted && dateTime(lifted.at) },
  {
    title: '解除人',
    key: 'lifters',
    hidden: true,
    render: ({ lifted }) => lifted && [lifted.by, lifted.second].filter(Boolean).join('、'),
  },
  { title: '原因', key: 'reason', hidden: true },
  { title: '监管部门', key: 'authority', hidden: true },
]

type Doing = { what: 'lift' | 'history'; row: AuthorityLockRow } | { what: 'place' }

/** 监管锁定: the register of what the authority locked. The enterprise and products are locked and released here, lots and packs where they are. */
export function LockList({ header }: { header: ReactNode }) {
  const [doing, setDoing] = useState<Doing>()
  const canDecide = useHolds('37:decide')
  const done = () => setDoing(undefined)
  return (
    <ListPage
      title="监管锁定"
      primary={
        <DutyButton duty="37:decide" onClick={() => setDoing({ what: 'place' })}>
          登记监管锁定
        </DutyButton>
      }
      header={header}
      endpoint={authorityLockApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索文号"
      filters={[
        { key: 'level', label: '级别', options: Object.entries(lockLevels).map(([value, label]) => ({ value, label })) },
        {
          key: 'lasting',
          label: '状态',
          options: [
            { value: 'yes', label: '锁定中' },
            { value: 'no', label: '已解除' },
          ],
        },
      ]}
      actions={(row) =>
        isWide(row) && (
          <>
            <Button type="link" className="text-action" onClick={() => setDoing({ what: 'history', row })}>
              签名与历史
            </Button>
            {row.lifted === null && canDecide && (
              <Button type="link" className="text-action" onClick={() => setDoing({ what: 'lift', row })}>
                解除
              </Button>
            )}
          </>
        )
      }
      empty="没有监管锁定；锁定全企业或一个产品在这里登记，批次在库存中冻结，单码在二维码管理中锁定"
    >
      {doing?.what === 'place' && <PlaceLockDialog onClose={done} />}
      {doing?.what === 'lift' && <LiftLockDialog lock={doing.row} onClose={done} />}
      {doing?.what === 'history' && <HistoryDrawer table="authority_lock" id={doing.row.id} title={doing.row.authorityNo} onClose={done} />}
    </ListPage>
  )
}

/** Whether it is placed and lifted here. */
const isWide = ({ level }: AuthorityLockRow) => level === 'enterprise' || level === 'product'
