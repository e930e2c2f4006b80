import { Tabs } from 'antd'
import { useTab } from '../../lib/tab.ts'
import { MessageList } from './MessageList.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionList } from './SessionList.tsx'

/** 个人中心: one's own profile, password, messages and sessions. */
export function AccountPage() {
  const { query, setQuery } = useTab()
  const views = [
    { key: 'profile', label: '个人资料', children: <ProfileForm /> },
    { key: 'messages', label: '消息', children: <MessageList /> },
    { key: 'password', label: '修改口令', children: <PasswordForm /> },
    { key: 'sessions', label: '登录会话', children: <SessionList /> },
  ]
  const view = views.find((one) => one.key === query.get('view')) ?? views[0]!
  return (
    <section className="page" aria-label="个人中心">
      <header className="page-head">
        <h1>个人中心</h1>
      </header>
      <Tabs
        activeKey={view.key}
        items={views}
        destroyOnHidden
        onChange={(key) => setQuery({ view: key === 'profile' ? null : key, box: null, page: null })}
      />
    </section>
  )
}
