import { Link } from 'react-router'

/** 找不到页面: the address leads nowhere. */
export function NotFoundPage() {
  return (
    <section className="dead-end">
      <h1>找不到页面</h1>
      <p>地址可能输入有误，或者页面已经移走。请从菜单重新打开。</p>
      <Link to="/">返回系统首页</Link>
    </section>
  )
}
