import { useState, type ReactNode } from 'react'
import { Button } from 'antd'
import { tokenActions, tokenApi, tokenLooks, tokenState, type NewToken, type TokenRow } from '#contract/people/token.ts'
import { dateTime, day } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { ShownTokenDialog } from './ShownTokenDialog.tsx'
import { TokenDrawer } from './TokenDrawer.tsx'
import { TokenTags } from './TokenTags.tsx'

const columns: readonly Column<TokenRow>[] = [
  { title: '名称', key: 'name', sort: 'name' },
  { title: '令牌', key: 'prefix', render: (token) => <code>{token.prefix}…</code> },
  { title: '建立人', key: 'maker', render: (token) => token.maker.name },
  { title: '权限', key: 'rights', align: 'right', render: (token) => `${token.rights.length} 项` },
  {
    title: '最近使用',
    key: 'lastUsedAt',
    sort: 'lastUsedAt',
    render: (token) => (token.lastUsedAt ? dateTime(token.lastUsedAt) : '未用过'),
  },
  { title: '来自', key: 'lastAddress', hidden: true },
  { title: '有效期至', key: 'validUntil', sort: 'validUntil', render: (token) => day(token.validUntil) },
  { title: '建立时间', key: 'createdAt', sort: 'createdAt', hidden: true, render: (token) => dateTime(token.createdAt) },
  { title: '状态', key: 'state', render: (token) => <TokenTags token={token} /> },
]

/** Programs' keys to the interface: which there are, what they may do, and when they were last used. */
export function TokenList({ header }: { header: ReactNode }) {
  const [making, setMaking] = useState(false)
  const [shown, setShown] = useState<NewToken>()
  const [opened, setOpened] = useState<TokenRow>()
  const [revoking, setRevoking] = useState<TokenRow>()
  return (
    <ListPage
      key="token"
      title="接口令牌"
      primary={
        <DutyButton duty="31:token" onClick={() => setMaking(true)}>
          新建令牌
        </DutyButton>
      }
      header={header}
      endpoint={tokenApi.list}
      columns={columns}
      rowKey={(token) => token.id}
      searchHint="搜索名称或拼音首字母"
      filters={[
        { key: 'state', label: '状态', options: tokenState.options.map((state) => ({ value: state, label: tokenLooks[state].label })) },
      ]}
      actions={(token) => (
        <>
          <Button type="link" className="text-action" onClick={() => setOpened(token)}>
            详情
          </Button>
          <RowActions of={tokenActions} row={token} danger={['revoke']} on={{ revoke: () => setRevoking(token) }} />
        </>
      )}
      empty="还没有接口令牌；ERP、称重或仓储程序要读写本系统时，在这里为它建立"
    >
      {making && <NewTokenDialog onMade={setShown} onClose={() => setMaking(false)} />}
      {shown && <ShownTokenDialog given={shown} onClose={() => setShown(undefined)} />}
      {opened && <TokenDrawer token={opened} onClose={() => setOpened(undefined)} />}
      {revoking && (
        <ReasonDialog
          title={`吊销令牌“${revoking.name}”`}
          submit="吊销"
          danger
          endpoint={tokenApi.revoke}
          id={revoking.id}
          done={`${revoking.name} 已吊销，立即失效`}
          onClose={() => setRevoking(undefined)}
        >
          <p>吊销后使用它的程序立即不能读写，不能恢复；它写过的记录不变。</p>
        </ReasonDialog>
      )}
    </ListPage>
  )
}
