import {
  BellOutlined,
  BgColorsOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { App, Badge, Dropdown, Tooltip } from 'antd'
import { useSyncExternalStore, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { mostUnread } from '#contract/people/account.ts'
import { CallError } from '#web/lib/call.ts'
import { useAskToDiscard } from '#web/lib/ask-to-discard.ts'
import { useSession } from '#web/lib/actor.ts'
import { draft } from '#web/lib/draft.ts'
import { unreadCount } from '#web/lib/format.ts'
import { usePhone } from '#web/lib/media.ts'
import { Avatar } from '#web/parts/Avatar.tsx'
import { Mark } from '#web/parts/Mark.tsx'
import { brandName } from './brand.ts'
import { signOut } from './session.ts'
import { home } from './tab-list.ts'

/** The bar on top: menu toggle, name, search, theme, messages, full screen, and who is signed in. */
export function Header({ collapsed, onToggle, onSearch }: { collapsed: boolean; onToggle: () => void; onSearch: () => void }) {
  const phone = usePhone()
  const { unread, enterprise } = useSession()
  return (
    <header className="header">
      <IconButton label={collapsed ? '展开菜单' : '收起菜单'} onClick={onToggle}>
        {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </IconButton>
      <Link to={home} className="product">
        <Mark />
        <span>{brandName}</span>
      </Link>
      <span className="firm" title={enterprise.name}>
        {enterprise.name}
      </span>
      {enterprise.isDemo && <DemoMark />}
      <IconButton label="查找（Ctrl K）" onClick={onSearch}>
        <SearchOutlined />
      </IconButton>
      {!phone && (
        <IconLink label="主题设置" to="/theme">
          <BgColorsOutlined />
        </IconLink>
      )}
      <IconLink label={unread > 0 ? `有 ${unreadCount(unread)} 条未读消息` : '消息中心'} to="/ucenter?view=messages">
        <Badge count={unread} size="small" overflowCount={mostUnread - 1} showZero={false}>
          <BellOutlined />
        </Badge>
      </IconLink>
      {!phone && <FullScreenButton />}
      <AccountMenu />
    </header>
  )
}

const demoSentence = '演示数据：业务日期是按一年的经过写入的；记录、签名和审计的时间是生成演示数据时的真实时间'

/** On every page of a demo factory, so that nobody takes its dates for what was recorded on them. */
function DemoMark() {
  return (
    <Tooltip title={demoSentence}>
      <span className="demo-mark" role="note" aria-label={demoSentence} tabIndex={0}>
        演示
      </span>
    </Tooltip>
  )
}

function IconButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <button type="button" className="header-icon" aria-label={label} onClick={onClick}>
        {children}
      </button>
    </Tooltip>
  )
}

function IconLink({ label, to, children }: { label: string; to: string; children: ReactNode }) {
  return (
    <Tooltip title={label}>
      <Link className="header-icon" aria-label={label} to={to}>
        {children}
      </Link>
    </Tooltip>
  )
}

const watchFullScreen = (changed: () => void) => {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

function FullScreenButton() {
  const full = useSyncExternalStore(watchFullScreen, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  const toggle = () => void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <IconButton label={full ? '退出全屏' : '全屏'} onClick={toggle}>
      {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </IconButton>
  )
}

function AccountMenu() {
  const { user, enterprise } = useSession()
  const phone = usePhone()
  const { message } = App.useApp()
  const ask = useAskToDiscard()
  const navigate = useNavigate()
  const leave = async () => {
    try {
      await signOut(user.id)
      navigate('/login')
    } catch (error) {
      message.error(error instanceof CallError ? `没有退出成功：${error.message}` : '没有退出成功，请重试')
    }
  }
  const leaveOrAsk = () => {
    if (!draft.exists(user.id)) return void leave()
    ask({ title: '有内容还没有提交', content: '退出后，未提交的内容将丢失。', discard: '放弃并退出' }, () => void leave())
  }
  const items = [
    {
      key: 'who',
      type: 'group' as const,
      label: (
        <span className="who">
          {user.name}
          <small>{enterprise.name}</small>
        </span>
      ),
    },
    { type: 'divider' as const },
    { key: 'ucenter', label: '个人中心', onClick: () => void navigate('/ucenter') },
    { key: 'incidents', label: '上报质量事件', onClick: () => void navigate('/ucenter?view=incidents') },
    // On a phone its own sign in the header would take the room of the product's name.
    ...(phone ? [{ key: 'theme', label: '主题设置', onClick: () => void navigate('/theme') }] : []),
    { key: 'leave', label: '退出登录', onClick: leaveOrAsk },
  ]
  return (
    <Dropdown autoFocus menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className="account" aria-label={`${user.name}的菜单`} aria-haspopup="menu">
        <Avatar user={user} />
        <span className="account-name">{user.name}</span>
      </button>
    </Dropdown>
  )
}
