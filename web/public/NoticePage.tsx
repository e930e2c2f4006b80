import { publicStatuses, type PublicEnterprise, type PublicScans, type PublicStatus } from '#contract/tracing/public-trace.ts'
import { Guidance } from './Guidance.tsx'
import { Layout } from './Layout.tsx'
import { Code, Scans, StatusHead, Tell } from './StatusHead.tsx'

export type Notice = { status: PublicStatus; code: string; scans: PublicScans; enterprise: PublicEnterprise }

/** A genuine code that is on no pack: the page says only that, and who issued it. No product: the code stands for none. */
export function NoticePage({ status, code, scans, enterprise }: Notice) {
  const { title, advice, tone } = publicStatuses[status]
  return (
    <Layout title={title} description={`${advice}${enterprise.name}`} enterprise={enterprise.name} isDemo={enterprise.isDemo}>
      <StatusHead tone={tone} sign={status} title={title} advice={advice} call={{ phone: enterprise.phone, words: '请企业核对' }}>
        <p className="count">
          <Scans scans={scans} />
          <br />
          <Code code={code} />
          <br />
          <Tell code={code} />
        </p>
      </StatusHead>
      <Guidance status={status} batchLink={null} />
      <p className="more">
        <a className="more" href="/index">
          查询另一个追溯码
        </a>
      </p>
      <footer>本页由生产企业的溯源系统实时生成。</footer>
    </Layout>
  )
}
