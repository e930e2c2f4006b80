import type { ReactNode } from 'react'
import { style } from './style.ts'

type Frame = {
  /** What WeChat shows of a shared page. */
  title: string
  description: string
  /** Whose page it is; null where no code has told yet. */
  enterprise: string | null
  isDemo: boolean
  children: ReactNode
}

/** The frame of every public page: readable without scripts, on a weak phone, inside WeChat. A ticked box makes its type large. */
export function Layout({ title, description, enterprise, isDemo, children }: Frame) {
  return (
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="robots" content="noindex,nofollow" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:type" content="website" />
        <link rel="icon" href="data:," />
        <style>{style}</style>
      </head>
      <body>
        <main>
          <input className="tick" type="checkbox" id="large" aria-label="大字显示" />
          <div className="page">
            <header className="top">
              <Mark />
              <p>
                <b>{enterprise ?? '中药材质量溯源'}</b>
                {isDemo && <small>演示数据，不是真实药品</small>}
              </p>
              <label htmlFor="large">
                <span className="large">大字</span>
                <span className="usual">标准字</span>
              </label>
            </header>
            <div className="body">{children}</div>
          </div>
        </main>
      </body>
    </html>
  )
}

/** The mark on pine; its drawing is used again, faint, behind the status. */
const Mark = () => (
  <svg className="mark" viewBox="0 0 64 64" aria-hidden="true">
    <g id="m">
      <path d="M32 9v36M32 27C30 38 23 45 12 48M32 27c2 11 9 18 20 21" fill="none" stroke="#fff" strokeWidth="4.6" strokeLinecap="round" />
      <path fill="#fff" d="M32 26.5C20 28.5 10 25 6.5 15.5 18.5 12.5 29 16 32 26.5zM32 26.5c12 2 22-1.5 25.5-11C45.5 12.5 35 16 32 26.5z" />
      <circle cx="11.5" cy="48" r="4.6" fill="#fff" />
      <circle cx="52.5" cy="48" r="4.6" fill="#fff" />
      <circle cx="32" cy="52" r="6" fill="#e3a93a" />
    </g>
  </svg>
)
