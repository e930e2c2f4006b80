import type { ReactNode } from 'react'
import { brandName } from './brand.ts'

/** The frame of the pages before the door: one quiet card under the product's name, `wide` for longer forms. */
export function GateFrame({ title, wide = false, children }: { title?: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className="gate">
      <p className="gate-name">{brandName}</p>
      <main className={wide ? 'gate-card gate-wide' : 'gate-card'}>
        {title && <h1>{title}</h1>}
        {children}
      </main>
    </div>
  )
}
