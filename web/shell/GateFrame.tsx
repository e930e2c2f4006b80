import type { ReactNode } from 'react'
import { productName } from './product.ts'

/** The frame of the pages before the door: one quiet card under the product's name. */
export function GateFrame({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="gate">
      <p className="gate-name">{productName}</p>
      <main className="gate-card">
        {title && <h1>{title}</h1>}
        {children}
      </main>
    </div>
  )
}
