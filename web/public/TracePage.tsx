import { publicStatuses, type PublicTrace } from '#contract/tracing/public-trace.ts'
import { Layout } from './Layout.tsx'

const marks = { verified: '系统核验', declared: '企业申报', missing: '未提供' } as const
const Mark = ({ basis }: { basis: keyof typeof marks }) => <span className={`mark ${basis}`}>{marks[basis]}</span>

/** A fact, or the plain statement that it was not given. */
const Fact = ({ name, value }: { name: string; value: string | null }) => (
  <>
    <dt>{name}</dt>
    <dd>{value === null || value === '' ? <Mark basis="missing" /> : value}</dd>
  </>
)

const shanghai = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'long', timeStyle: 'short', hour12: false })

/** 溯源详情 of a pack (/index) or of a batch (/index2): status first, then product, origin, tests, steps (domain §6.2). */
export function TracePage({ trace, code }: { trace: PublicTrace; code: string | null }) {
  const { product, enterprise } = trace
  return (
    <Layout title={`溯源详情 · ${product.name} ${product.batchNo}`} isDemo={enterprise.isDemo}>
      <Status trace={trace} code={code} />
      {trace.inBox !== null && <InBox batches={trace.inBox} />}
      <section>
        <h2>
          产品 <Mark basis="verified" />
        </h2>
        <dl>
          <Fact name="品名" value={product.name + (product.isToxic ? '（毒性饮片）' : '')} />
          <Fact name="规格" value={product.spec} />
          {product.packSpec !== null && <Fact name="包装规格" value={product.packSpec} />}
          <Fact name="产品批号" value={product.batchNo} />
          <Fact name="生产日期" value={product.producedOn} />
          <Fact name="保质期至" value={product.expiresOn} />
          <Fact name="炮制方法" value={product.method} />
          <Fact name="执行标准" value={product.standard} />
          <Fact name="贮藏" value={product.storage} />
        </dl>
      </section>
      <Origins origins={trace.origins} />
      <Reports reports={trace.reports} />
      <Steps steps={trace.steps} />
      {trace.destinations !== null && <Destinations destinations={trace.destinations} />}
      <section>
        <h2>
          生产企业 <Mark basis="declared" />
        </h2>
        <dl>
          <Fact name="名称" value={enterprise.name} />
          <Fact name="许可证号" value={enterprise.licenceNo} />
          <Fact name="地址" value={enterprise.address} />
          <Fact name="质量投诉" value={enterprise.phone} />
        </dl>
        {enterprise.introduction !== '' && <p className="quiet">{enterprise.introduction}</p>}
        <p className="quiet">
          「系统核验」由溯源系统按签名记录自动得出；「企业申报」由企业或其供应商提供；「未提供」表示系统中没有这项内容。
        </p>
        {trace.batchToken !== null && (
          <p>
            <a href={`/index2?b=${trace.batchToken}`}>查看整批完整履历</a>
          </p>
        )}
      </section>
    </Layout>
  )
}

function Status({ trace, code }: { trace: PublicTrace; code: string | null }) {
  const { title, advice, tone } = publicStatuses[trace.status]
  return (
    <div className={`status ${tone}`}>
      <h1>{title}</h1>
      <p>{advice}</p>
      {code !== null && <p className="quiet">追溯码 {code.replace(/(.{4})(?=.)/g, '$1 ')}</p>}
      {trace.scans !== null && (
        <p className="quiet">
          {trace.scans.count <= 1
            ? '这是此码第一次被查询。'
            : `此码已被查询 ${trace.scans.count} 次，首次查询于${shanghai.format(new Date(trace.scans.firstAt))}。`}
          {trace.scans.count > 10 && '查询次数较多，若您刚刚拆封，请留意包装是否完好。'}
        </p>
      )}
    </div>
  )
}

/** What a box with packs of several batches holds; the page below it tells of the worst of them. */
const InBox = ({ batches }: { batches: NonNullable<PublicTrace['inBox']> }) => (
  <section>
    <h2>
      箱内批次 <Mark basis="verified" />
    </h2>
    <p className="quiet">此箱装有 {batches.length} 个批次，本页其余内容说明其中状态最差的一批；每个包装以其自己的追溯码为准。</p>
    {batches.map((batch) => {
      const { title, tone } = publicStatuses[batch.status]
      return (
        <p key={batch.batchToken} className={`batch ${tone}`}>
          <strong>{title}</strong>
          <br />
          {batch.name} {batch.packSpec} {batch.packs} 件
          <br />
          产品批号 <a href={`/index2?b=${batch.batchToken}`}>{batch.batchNo}</a>
        </p>
      )
    })}
  </section>
)

const Origins = ({ origins }: { origins: PublicTrace['origins'] }) => (
  <section>
    <h2>
      药材来源 <Mark basis={origins.length > 0 ? 'declared' : 'missing'} />
    </h2>
    {origins.map((origin, index) => (
      <div key={index}>
        {origins.length > 1 && <h3>{origin.isMain ? origin.material : `${origin.material}（辅料）`}</h3>}
        <dl>
          <Fact name="药材" value={origin.latin === '' ? origin.material : `${origin.material}（${origin.latin}）`} />
          {origin.isMain && <Fact name="基原" value={origin.species} />}
          {origin.isMain && <Fact name="药用部位" value={origin.part} />}
          <Fact name="产地" value={origin.place} />
          {origin.isMain && <Fact name="来源" value={origin.sourceType} />}
          {origin.isMain && <Fact name="采收" value={origin.harvest} />}
        </dl>
      </div>
    ))}
  </section>
)

const Reports = ({ reports }: { reports: PublicTrace['reports'] }) => (
  <section>
    <h2>
      质量检验 <Mark basis={reports.length > 0 ? 'verified' : 'missing'} />
    </h2>
    {reports.map((report) => (
      <div key={report.reportNo}>
        <h3>
          {report.subject}：{report.conclusion}
        </h3>
        <p className="quiet">
          报告 {report.reportNo} · {report.on} · 依据 {report.standard}
        </p>
        <div className="scroll" tabIndex={0} role="region" aria-label={`${report.subject}检验结果`}>
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
        </div>
      </div>
    ))}
  </section>
)

const Steps = ({ steps }: { steps: PublicTrace['steps'] }) => (
  <section>
    <h2>经过</h2>
    <ol>
      {steps.map((step, index) => (
        <li key={index}>
          <time dateTime={step.on}>{step.on}</time>
          <strong>{step.what}</strong> <Mark basis={step.basis} />
          {step.detail !== '' && <div>{step.detail}</div>}
        </li>
      ))}
    </ol>
  </section>
)

const Destinations = ({ destinations }: { destinations: NonNullable<PublicTrace['destinations']> }) => (
  <section>
    <h2>
      流向 <Mark basis={destinations.length > 0 ? 'verified' : 'missing'} />
    </h2>
    {destinations.map((destination, index) => (
      <p key={index}>
        <time dateTime={destination.on}>{destination.on}</time>
        {destination.place}
      </p>
    ))}
  </section>
)
