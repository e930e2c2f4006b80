import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { only } from '#contract/kernel/certain.ts'
import { pages, type PagePath } from '#contract/kernel/pages.ts'
import { useAskToDiscard } from '#web/lib/ask-to-discard.ts'
import { useSession } from '#web/lib/actor.ts'
import { draft } from '#web/lib/draft.ts'
import { afterClosing, closable, home, type OpenTab } from './tab-list.ts'
import { tabs, useTabs, destination } from './tabs.ts'

const titleOf = (path: PagePath) => only(pages.filter((page) => page.path === path)).title

/** The open pages as cards. Closing asks first where something typed would be lost. */
export function TabBar({ onRefresh }: { onRefresh: (path: PagePath) => void }) {
  const { pathname } = useLocation()
  const items = useTabs((state) => state.items)
  const current = items.find((tab) => tab.path === pathname)
  const close = useClose()

  const all = items.map((tab) => tab.path)
  const closeOthers = (staying: PagePath) =>
    close(
      all.filter((path) => path !== staying),
      pathname === staying ? undefined : staying + (items.find((tab) => tab.path === staying)?.query ?? ''),
    )
  const wholeMenu = [
    {
      key: 'others',
      label: '关闭其他',
      disabled: closable(all).every((path) => path === pathname),
      onClick: () => closeOthers(current?.path ?? home),
    },
    {
      key: 'current',
      label: '关闭当前',
      disabled: current === undefined || current.path === home,
      onClick: () => current && close([current.path]),
    },
    { key: 'all', label: '关闭所有', disabled: closable(all).length === 0 && pathname === home, onClick: () => close(all, '/') },
  ]
  const menuOf = (tab: OpenTab) => {
    const at = all.indexOf(tab.path)
    const left = closable(all.slice(0, at))
    const right = closable(all.slice(at + 1))
    // A person who closes the page they are on, from the menu of another tab, arrives at that tab.
    const thenHere = (closing: readonly PagePath[]) => (closing.some((path) => path === pathname) ? tab.path + tab.query : undefined)
    return [
      { key: 'refresh', label: '刷新', onClick: () => onRefresh(tab.path) },
      { key: 'left', label: '关闭左侧', disabled: left.length === 0, onClick: () => close(left, thenHere(left)) },
      { key: 'right', label: '关闭右侧', disabled: right.length === 0, onClick: () => close(right, thenHere(right)) },
      {
        key: 'others',
        label: '关闭其他',
        disabled: closable(all).every((path) => path === tab.path),
        onClick: () => closeOthers(tab.path),
      },
    ]
  }

  return (
    <nav className="tabs" aria-label="已打开的页面">
      <ul>
        {items.map((tab) => (
          <Dropdown key={tab.path} autoFocus trigger={['contextMenu']} menu={{ items: menuOf(tab) }}>
            <TabCard tab={tab} title={titleOf(tab.path)} active={tab.path === pathname} onClose={() => close([tab.path])} />
          </Dropdown>
        ))}
      </ul>
      <Dropdown autoFocus trigger={['click']} placement="bottomRight" menu={{ items: wholeMenu }}>
        <button type="button" className="tabs-menu" aria-label="标签操作" aria-haspopup="menu">
          标签操作 <DownOutlined />
        </button>
      </Dropdown>
    </nav>
  )
}

/** Closes pages, then goes to `then`, or to the page that comes next where the current one is closed; asks first where something typed would be lost. */
function useClose() {
  const ask = useAskToDiscard()
  const { user } = useSession()
  const navigate = useNavigate()
  return (paths: readonly PagePath[], then?: string) => {
    const closing = closable(paths)
    // A person who closes two pages in a row is faster than the drawing, and than the code of the page that comes first.
    const target = then ?? afterClosing(useTabs.getState().items, closing, destination.to)
    const closeNow = () => {
      for (const path of closing) draft.dropAll(user.id, path)
      tabs.close(closing)
      if (target !== undefined) navigate(target)
    }
    const unsaved = closing.filter((path) => draft.exists(user.id, path))
    if (unsaved.length === 0) return closeNow()
    ask(
      { title: '有内容还没有提交', content: `关闭后，“${unsaved.map(titleOf).join('”“')}”中未提交的内容将丢失。`, discard: '放弃并关闭' },
      closeNow,
    )
  }
}

function TabCard({ tab, title, active, onClose, ...fromMenu }: { tab: OpenTab; title: string; active: boolean; onClose: () => void }) {
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (active) card.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  const pinned = tab.path === home
  return (
    <li {...fromMenu} ref={card} className={active ? 'tab active' : 'tab'}>
      <Link
        to={tab.path + tab.query}
        aria-current={active ? 'page' : undefined}
        onAuxClick={(event) => {
          if (event.button !== 1) return
          event.preventDefault() // the browser would open the link in a window of its own
          if (!pinned) onClose()
        }}
        onKeyDown={(event) => event.key === 'Delete' && !pinned && onClose()}
      >
        {title}
      </Link>
      {!pinned && (
        <button type="button" aria-label={`关闭${title}`} onClick={onClose}>
          <CloseOutlined />
        </button>
      )}
    </li>
  )
}
