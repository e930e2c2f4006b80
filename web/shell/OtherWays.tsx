import { Button } from 'antd'
import { use } from 'react'
import { Link } from 'react-router'
import { SessionContext } from '#web/lib/actor.ts'
import { openPages } from './menu.tsx'
import { palette } from './palette-state.ts'

/** Where to go from a page that shows nothing: home, the search, and every page that this person may open. A stranger signs in. */
export function OtherWays() {
  const session = use(SessionContext)
  if (session === null)
    return (
      <p className="gate-links">
        <Link to="/">返回登录页</Link>
      </p>
    )
  return (
    <>
      <p className="dead-end-ways">
        <Link to="/">返回系统首页</Link>
        <Button onClick={() => palette.open()}>查找页面、批号或单号</Button>
      </p>
      <h2>您可以打开的页面</h2>
      <ul className="dead-end-pages">
        {openPages(session.codes).map(({ path, title }) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  )
}
