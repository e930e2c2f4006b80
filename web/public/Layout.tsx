import type { ReactNode } from 'react'
import { style } from './style.ts'

/** The frame of every public page: readable without scripts, on a weak phone, inside WeChat. */
export function Layout({ title, isDemo, children }: { title: string; isDemo: boolean; children: ReactNode }) {
  return (
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title}</title>
        <style>{style}</style>
      </head>
      <body>
        <header>
          <span aria-hidden="true" className="seal">
            本
          </span>
          <span>中药材质量溯源</span>
          {isDemo && <span className="demo">演示数据</span>}
        </header>
        <main>{children}</main>
        <footer>本页由生产企业的溯源系统实时生成，不含价格、客户与个人信息。</footer>
      </body>
    </html>
  )
}
