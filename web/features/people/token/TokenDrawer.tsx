import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { tokenRights, type TokenRow } from '#contract/people/token.ts'
import { dateTime, day } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { nameOfRight } from '#web/parts/right-names.ts'
import { TokenTags } from './TokenTags.tsx'

/** One token: whose, until when, and what it may do. */
export function TokenDrawer({ token, onClose }: { token: TokenRow; onClose: () => void }) {
  const [history, setHistory] = useState(false)
  return (
    <Drawer open size={640} title={`令牌 ${token.name}`} onClose={onClose} extra={<Button onClick={() => setHistory(true)}>历史</Button>}>
      <Facts
        rows={[
          ['状态', <TokenTags key="state" token={token} />],
          ['令牌', `${token.prefix}…`],
          ['建立人', token.maker.name],
          ['建立时间', dateTime(token.createdAt)],
          ['有效期至', day(token.validUntil)],
          ['最近使用', token.lastUsedAt ? `${dateTime(token.lastUsedAt)}，来自 ${token.lastAddress}` : '未用过'],
          ...(token.revokedAt === null ? [] : ([['吊销时间', dateTime(token.revokedAt)]] as const)),
        ]}
      />
      <h2 className="drawer-heading">权限（{token.rights.length} 项）</h2>
      <ul>
        {tokenRights
          .filter((right) => token.rights.includes(right))
          .map((right) => (
            <li key={right}>
              {nameOfRight(right)}
              {token.resting.includes(right) && <span className="quiet">（建立人现在没有，无效）</span>}
            </li>
          ))}
      </ul>
      {history && <HistoryDrawer table="api_token" id={token.id} title={token.name} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}
