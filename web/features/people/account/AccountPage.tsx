import { Select, Tabs } from 'antd'
import { OwnIncidents } from '#web/features/cases/incident/OwnIncidents.tsx'
import { OwnDeputies } from '#web/features/people/deputy/OwnDeputies.tsx'
import { OwnAuthorisations } from '#web/features/people/authorisation/OwnAuthorisations.tsx'
import { usePhone } from '#web/lib/media.ts'
import { useTab } from '#web/lib/tab.ts'
import { MessageList } from './MessageList.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SecondFactorView } from './SecondFactorView.tsx'
import { SessionList } from './SessionList.tsx'
import { SignatureList } from './SignatureList.tsx'
import { WorkView } from './WorkView.tsx'

/** 个人中心: a person's own profile, messages, work, signatures, password and sign-ins. */
export function AccountPage() {
  const phone = usePhone()
  const { query, setQuery } = useTab()
  const profile = { key: 'profile', label: '个人资料', children: <ProfileForm /> }
  const views = [
    profile,
    { key: 'messages', label: '消息', children: <MessageList /> },
    { key: 'work', label: '我的事项', children: <WorkView /> },
    { key: 'incidents', label: '质量事件', children: <OwnIncidents /> },
    { key: 'signatures', label: '我的签名', children: <SignatureList /> },
    { key: 'authorisations', label: '上岗授权', children: <OwnAuthorisations /> },
    { key: 'deputies', label: '代理', children: <OwnDeputies /> },
    { key: 'password', label: '修改口令', children: <PasswordForm /> },
    { key: 'second-factor', label: '两步验证', children: <SecondFactorView /> },
    { key: 'sessions', label: '登录', children: <SessionList /> },
  ]
  const view = views.find((one) => one.key === query.get('view')) ?? profile
  const open = (key: string) => setQuery({ view: key === profile.key ? null : key, box: null, page: null, q: null })
  return (
    <section className="page" aria-label="个人中心">
      <header className="page-head">
        <h1>个人中心</h1>
      </header>
      {/* On a phone only the choice of the view differs, so a phone that is turned keeps what was typed. */}
      <Tabs
        activeKey={view.key}
        items={views}
        destroyOnHidden
        onChange={open}
        {...(phone && {
          renderTabBar: () => (
            <Select
              aria-label="栏目"
              className="own-views"
              value={view.key}
              options={views.map(({ key, label }) => ({ value: key, label }))}
              onChange={open}
            />
          ),
        })}
      />
    </section>
  )
}
