import { publicStatuses, type PublicStatus } from '#contract/tracing/public-trace.ts'
import { Layout } from './Layout.tsx'

/** A genuine code that is on no pack: the page says only that. */
export function NoticePage({ status, code }: { status: PublicStatus; code: string }) {
  const { title, advice, tone } = publicStatuses[status]
  return (
    <Layout title={`溯源详情 · ${title}`} isDemo={false}>
      <div className={`status ${tone}`}>
        <h1>{title}</h1>
        <p>{advice}</p>
        <p className="quiet">追溯码 {code.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      </div>
      <section>
        <p>
          <a href="/index">查询另一个追溯码</a>
        </p>
      </section>
    </Layout>
  )
}
