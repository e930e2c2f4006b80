import { Result } from 'antd'
import { Link } from 'react-router'

/** 找不到页面: the address leads nowhere. */
export function NotFoundPage() {
  return <Result icon={null} status="404" title={<h1>找不到页面</h1>} subTitle="地址可能输入有误，或者页面已经移走。请从菜单重新打开。" extra={<Link to="/">返回系统首页</Link>} />
}
