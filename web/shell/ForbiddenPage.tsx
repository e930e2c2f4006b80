import { Link, useSearchParams } from 'react-router'
import { pages } from '#contract/kernel/pages.ts'

/** 没有权限: names the right that is missing and who can give it. */
export function ForbiddenPage() {
  const [query] = useSearchParams()
  const page = pages.find((one) => one.code !== null && one.code === query.get('code'))
  return (
    <section className="dead-end">
      <h1>没有权限</h1>
      <p>{page ? `打开“${page.title}”需要权限 ${page.code}，您的角色没有包含它。` : '您的角色没有包含打开此页面的权限。'}</p>
      <p>请联系本企业的管理员，在角色管理中授权后重新打开。</p>
      <Link to="/">返回系统首页</Link>
    </section>
  )
}
