import type { PublicTrace } from '#contract/tracing/public-trace.ts'
import { Layout } from './Layout.tsx'

/** One report of a batch as a sheet to print or to keep: what the signed report says, without persons and internal limits. */
export function ReportPage({ trace, report }: { trace: PublicTrace; report: PublicTrace['reports'][number] }) {
  const { enterprise, product, batchToken } = trace
  const title = `检验报告 ${report.reportNo}`
  return (
    <Layout
      title={title}
      description={`${report.material} 批号 ${report.batchNo}，${report.conclusion}。${enterprise.name}`}
      enterprise={enterprise.name}
      isDemo={enterprise.isDemo}
    >
      <section className="card">
        <h1>{title}</h1>
        <dl>
          <div>
            <dt>{report.subject}</dt>
            <dd>
              {report.material}，批号 {report.batchNo}
            </dd>
          </div>
          <div>
            <dt>用于</dt>
            <dd>
              {product.name}，产品批号 {product.batchNo}
            </dd>
          </div>
          <div>
            <dt>报告日期</dt>
            <dd>{report.on}</dd>
          </div>
          <div>
            <dt>检验依据</dt>
            <dd>{report.standard}</dd>
          </div>
        </dl>
        <table>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">标准规定</th>
              <th scope="col">结果</th>
              <th scope="col">结论</th>
            </tr>
          </thead>
          <tbody>
            {report.items.map((item) => (
              <tr key={item.name}>
                <td>{item.name}</td>
                <td>{item.spec}</td>
                <td>{item.result}</td>
                <td>{item.verdict}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="note">
          <b>结论：{report.conclusion}。</b>
        </p>
        <p className="note">按已签批的报告实时生成的公开件，不含人员姓名；签名的原件由企业保存。用浏览器的打印可存为 PDF。</p>
      </section>
      <p className="more noprint">
        <a className="more" href={`/index2?b=${batchToken}`}>
          返回整批履历
        </a>
      </p>
    </Layout>
  )
}
