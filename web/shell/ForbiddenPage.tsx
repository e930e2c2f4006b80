import { useSearchParams } from 'react-router'
import { accountApi } from '#contract/people/account.ts'
import { pages } from '#contract/kernel/pages.ts'
import { SessionContext } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { use } from 'react'
import { OtherWays } from './OtherWays.tsx'

/** 没有权限: names the right that is missing, who can give it, and where the person can go meanwhile. */
export function ForbiddenPage() {
  const [query] = useSearchParams()
  const page = pages.find((one) => one.code !== null && one.code === query.get('code'))
  const session = use(SessionContext)
  const givers = useRead(accountApi.roleGivers, session === null ? null : {})
  const names = givers.data?.map(({ name, post }) => (post ? `${name}（${post}）` : name)).join('、')
  return (
    <section className="dead-end">
      <h1>没有权限</h1>
      <p>{page ? `打开“${page.title}”需要权限 ${page.code}，您的角色没有包含它。` : '您的角色没有包含打开此页面的权限。'}</p>
      <p>
        {names ? (
          <>
            能授权的人：<strong>{names}</strong>。授权后刷新页面即可，不必重新登录。
          </>
        ) : (
          '请联系本企业的管理员，在角色管理中授权后重新打开。'
        )}
      </p>
      <OtherWays />
    </section>
  )
}
