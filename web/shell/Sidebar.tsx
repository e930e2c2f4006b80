import { DownOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useState, type ComponentType } from 'react'
import { NavLink } from 'react-router'
import { useSession } from '#web/lib/actor.ts'
import { groups, menuOf, pageIcons } from './menu.tsx'

/** The menu: home and three groups, of which each person sees what their codes open. */
export function Sidebar({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) {
  const { codes } = useSession()
  const [folded, setFolded] = useState<readonly string[]>([])
  const toggle = (title: string) => setFolded(folded.includes(title) ? folded.filter((one) => one !== title) : [...folded, title])
  return (
    <nav className={collapsed ? 'sidebar collapsed' : 'sidebar'} aria-label="主菜单">
      <ul>
        {menuOf(null, codes).map((page) => (
          <Entry key={page.path} {...page} icon={pageIcons[page.path]} collapsed={collapsed} onGo={onGo} />
        ))}
      </ul>
      {groups.map((group) => {
        const entries = menuOf(group.title, codes)
        if (!codes.includes(group.code) || entries.length === 0) return null
        const shown = collapsed || !folded.includes(group.title)
        return (
          <section key={group.title} aria-label={group.title}>
            {!collapsed && (
              <button type="button" className="group" aria-expanded={shown} onClick={() => toggle(group.title)}>
                <group.icon />
                <span>{group.title}</span>
                <DownOutlined className="fold" rotate={shown ? 0 : -90} />
              </button>
            )}
            {shown && (
              <ul>
                {entries.map((page) => (
                  <Entry key={page.path} {...page} icon={pageIcons[page.path]} collapsed={collapsed} onGo={onGo} />
                ))}
              </ul>
            )}
          </section>
        )
      })}
    </nav>
  )
}

function Entry({
  path,
  title,
  icon: Icon,
  collapsed,
  onGo,
}: {
  path: string
  title: string
  icon: ComponentType
  collapsed: boolean
  onGo: (() => void) | undefined
}) {
  return (
    <li>
      <Tooltip title={collapsed && title} placement="right">
        <NavLink to={path} aria-label={title} onClick={onGo}>
          <Icon />
          {!collapsed && <span>{title}</span>}
        </NavLink>
      </Tooltip>
    </li>
  )
}
