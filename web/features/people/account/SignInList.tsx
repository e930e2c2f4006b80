import { ownRecordApi, signInEvents, type OwnSignIn } from '#contract/people/own-record.ts'
import { exactTime } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { device } from '#web/lib/device.ts'
import { OwnList } from './OwnList.tsx'

const columns: readonly Column<OwnSignIn>[] = [
  { title: '时间', key: 'at', render: (one) => exactTime(one.at) },
  { title: '结果', key: 'event', render: (one) => <StateTag of={signInEvents} state={one.event} /> },
  { title: '网络地址', key: 'address' },
  { title: '设备', key: 'userAgent', render: (one) => device(one.userAgent) },
]

/** Who signed in with the person's user name, and who tried, from the security log. */
export function SignInList() {
  return (
    <>
      <p className="quiet">如果有不是您的登录或失败，请立即修改口令并告诉管理员。</p>
      <OwnList
        caption="登录记录"
        endpoint={ownRecordApi.signIns}
        columns={columns}
        rowKey={(one) => String(one.id)}
        searchHint="搜索网络地址"
        empty="还没有登录记录"
      />
    </>
  )
}
