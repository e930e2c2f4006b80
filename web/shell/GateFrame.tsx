import type { ReactNode } from 'react'
import { Mark } from '#web/parts/Mark.tsx'
import { brandName } from './brand.ts'
import { enterpriseHere } from './session.ts'

/** The frame of the pages before the door: the root on pine, and beside it what is asked, `wide` for longer forms. It is pine for everybody. */
export function GateFrame({ title, wide = false, children }: { title?: string; wide?: boolean; children: ReactNode }) {
  const enterprise = enterpriseHere()
  return (
    <div className={wide ? 'gate gate-wide' : 'gate'}>
      <div className="gate-art">
        <p className="gate-name">
          <Mark />
          {brandName}
        </p>
        <p className="gate-say">
          每一包，都说得清来处
          <small>从一块地，到一包饮片，再回到那块地。</small>
        </p>
      </div>
      <div className="gate-side">
        <main>
          {enterprise && <p className="gate-firm">{enterprise}</p>}
          {title && <h1>{title}</h1>}
          {children}
        </main>
        <footer>
          扫描包装上的二维码查询，不需要登录。
          <br />
          登录遇到困难，请找本企业的系统管理员。
        </footer>
      </div>
    </div>
  )
}
