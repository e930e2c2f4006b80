import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  standardActions,
  standardApi,
  standardLooks,
  standardState,
  standardSubjectKinds,
  type StandardRow,
} from '#contract/laboratory/standard.ts'
import { useHolds } from '#web/lib/actor.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ApproveSeveralDialog } from './ApproveSeveralDialog.tsx'
import { ItemsDrawer } from './ItemsDrawer.tsx'
import { NewStandardDialog } from './CreateDialog.tsx'
import { RenewDialog } from './RenewDialog.tsx'
import { SignStandardDialog } from './SignDialog.tsx'
import { StarterDialog } from './StarterDialog.tsx'
import { StandardDrawer } from './StandardDrawer.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'

const columns: readonly Column<StandardRow>[] = [
  { title: '品名', key: 'name', sort: 'name' },
  { title: '对象', key: 'of', render: (row) => `${standardSubjectKinds[row.of]} ${row.subjectCode} ${row.subjectName}` },
  { title: '标准类别', key: 'kind', sort: 'kind', render: (row) => (row.customer === '' ? row.kind : `${row.kind}（${row.customer}）`) },
  { title: '版本', key: 'edition' },
  { title: '版次', key: 'version', align: 'right' },
  { title: '项目', key: 'itemCount', align: 'right' },
  { title: '生效日期', key: 'effectiveFrom', sort: 'effectiveFrom' },
  { title: '失效日期', key: 'effectiveTo' },
  { title: '编制', key: 'writtenByName', hidden: true },
  { title: '批准', key: 'approvedByName', hidden: true },
  { title: '状态', key: 'state', render: (row) => <StateTag of={standardLooks} state={row.state} /> },
]

/** The action that is open, and its edition. */
type Doing = { what: 'items' | 'renew' | 'submit' | 'approve' | 'sendBack' | 'discard' | 'withdraw' | 'redate'; row: StandardRow }

/** 质量标准: every edition of every standard. An approved edition stays; a new one follows it. */
export function StandardList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const kinds = useDictionary('standard_type')
  const [doing, setDoing] = useState<Doing>()
  const [isNew, setIsNew] = useState(false)
  const [isApproving, setIsApproving] = useState(false)
  // The home page of a first day leads here.
  const isLoading = useHolds('36:manage') && query.get('starter') === 'open'
  const opened = query.get('open')
  const end = () => setDoing(undefined)
  const open = (id: string) => setQuery({ open: id })
  return (
    <ListPage
      title="质量标准"
      primary={
        <>
          <DutyButton type="default" duty="36:approve" onClick={() => setIsApproving(true)}>
            批准几份
          </DutyButton>
          <DutyButton type="default" duty="36:manage" onClick={() => setQuery({ starter: 'open' })}>
            从起始目录载入
          </DutyButton>
          <DutyButton duty="36:manage" onClick={() => setIsNew(true)}>
            新建标准
          </DutyButton>
        </>
      }
      header={header}
      endpoint={standardApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索品名、编号、版本或拼音首字母"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: standardState.options.map((state) => ({ value: state, label: standardLooks[state].label })),
        },
        { key: 'of', label: '对象', options: Object.entries(standardSubjectKinds).map(([value, label]) => ({ value, label })) },
        { key: 'kind', label: '标准类别', options: kinds.labelOptions },
      ]}
      actions={(row) => (
        <>
          <Button type="link" className="text-action" onClick={() => open(row.id)}>
            详情
          </Button>
          <RowActions
            of={standardActions}
            row={row}
            danger={['discard', 'withdraw']}
            on={{
              edit: () => setDoing({ what: 'items', row }),
              submit: () => setDoing({ what: 'submit', row }),
              approve: () => setDoing({ what: 'approve', row }),
              sendBack: () => setDoing({ what: 'sendBack', row }),
              discard: () => setDoing({ what: 'discard', row }),
              redate: () => setDoing({ what: 'redate', row }),
              withdraw: () => setDoing({ what: 'withdraw', row }),
              renew: () => setDoing({ what: 'renew', row }),
            }}
          />
        </>
      )}
      empty="还没有质量标准；没有现行标准的物料和产品不能采购、请验和生产。请从起始目录载入或新建标准，由另一人批准"
    >
      {isLoading && <StarterDialog onClose={() => setQuery({ starter: null })} />}
      {isApproving && <ApproveSeveralDialog onClose={() => setIsApproving(false)} />}
      {isNew && <NewStandardDialog onClose={() => setIsNew(false)} onMade={(row) => setDoing({ what: 'items', row })} />}
      {doing?.what === 'items' && <ItemsDrawer id={doing.row.id} onClose={end} onSubmit={(row) => setDoing({ what: 'submit', row })} />}
      {doing?.what === 'renew' && <RenewDialog row={doing.row} onClose={end} onMade={(row) => setDoing({ what: 'items', row })} />}
      {(doing?.what === 'submit' || doing?.what === 'approve') && <SignStandardDialog what={doing.what} row={doing.row} onClose={end} />}
      {(doing?.what === 'withdraw' || doing?.what === 'redate') && <WithdrawDialog what={doing.what} row={doing.row} onClose={end} />}
      {(doing?.what === 'sendBack' || doing?.what === 'discard') && (
        <ReasonDialog
          title={`${standardActions[doing.what].label} ${doing.row.name} ${doing.row.edition}`}
          submit={standardActions[doing.what].label}
          danger={doing.what === 'discard'}
          endpoint={standardApi[doing.what]}
          id={doing.row.id}
          done={doing.what === 'sendBack' ? `${doing.row.name} 已退回编制人` : `${doing.row.name} 的草稿已作废`}
          onClose={end}
        />
      )}
      {opened && <StandardDrawer key={opened} id={opened} onOpen={open} onClose={() => setQuery({ open: null })} />}
    </ListPage>
  )
}
