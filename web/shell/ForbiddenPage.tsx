import { Result } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { pages } from '../../contract/pages.ts'

/** 没有权限: names the right that is missing and who can give it. */
export function ForbiddenPage() {
  const [query] = useSearchParams()
  const page = pages.find((one) => one.code !== null && one.code === query.get('code'))
  return (
    <Result
      status="403"
      icon={null}
      title={<h1>没有权限</h1>}
      subTitle={page ? `打开“${page.title}”需要权限 ${page.code}（${page.title}），您的角色没有包含它。请联系管理员在角色管理中授权。` : '您的角色没有包含打开此页面的权限。请联系管理员在角色管理中授权。'}
      extra={<Link to="/">返回系统首页</Link>}
    />
  )
}
