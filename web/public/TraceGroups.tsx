import type { ReactNode } from 'react'
import type { PublicTrace } from '#contract/tracing/public-trace.ts'
import { dial } from './StatusHead.tsx'

/** How sure a group is: checked and signed in this system, or as the enterprise or its supplier says, or not given. Said once per group. */
const marks = { verified: '系统核验', declared: '企业申报', missing: '未提供' } as const

type Folded = { title: string; brief: string; basis: keyof typeof marks; isOpen?: boolean; children: ReactNode }

/** One part of the page, folded: its name, what it says in a line, and how sure it is. */
export const Group = ({ title, brief, basis, isOpen = false, children }: Folded) => (
  <details open={isOpen}>
    <summary>
      <span>
        <b>{title}</b>
        <small>{brief}</small>
      </span>
      <i className={basis}>{marks[basis]}</i>
    </summary>
    <div className="in">{children}</div>
  </details>
)

/** How many entries were left out of a page that must stay small. */
export const Rest = ({ of, shown }: { of: number; shown: number }) =>
  of > shown ? <p className="note">另有 {of - shown} 条没有在本页列出。</p> : null

/** A fact; what was not given is named among what is missing, once. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === '' || children === null ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )

export const ProductGroup = ({ product }: { product: PublicTrace['product'] }) => (
  <Group title="产品与贮藏" brief={product.storage || '品名、批号、标准'} basis="verified">
    <dl>
      <Fact name="品名">{product.name + (product.isToxic ? '（毒性饮片）' : '')}</Fact>
      <Fact name="规格">{product.spec}</Fact>
      <Fact name="装量">{product.packSpec}</Fact>
      <Fact name="产品批号">{product.batchNo}</Fact>
      <Fact name="生产日期">{product.producedOn}</Fact>
      <Fact name="保质期至">{product.expiresOn}</Fact>
      <Fact name="炮制方法">{product.method}</Fact>
      <Fact name="执行标准">{product.standard}</Fact>
      <Fact name="贮藏">{product.storage}</Fact>
      <Fact name="注意">
        {product.isToxic ? '毒性饮片，须凭医师处方使用，不得超过处方用量。' : '中药饮片请遵医嘱使用。'}
        有霉变、虫蛀或异味，请勿使用，并与企业联系。
      </Fact>
    </dl>
  </Group>
)

/** Where the herb came from. `picture` is here only when it is a map. */
export function OriginGroup({
  origins,
  picture,
  most,
}: {
  origins: PublicTrace['origins']
  picture: PublicTrace['picture']
  most: number
}) {
  // Many lots of one place and season say the same.
  const different = [...new Map(origins.map((origin) => [JSON.stringify(origin), origin])).values()]
  const places = [...new Set(origins.flatMap(({ place }) => (place.length === 0 ? [] : [place.join(' › ')])))]
  if (different.length === 0) return null
  return (
    <Group title="药材来源" brief={places.length > 1 ? `${places[0]} 等 ${places.length} 处` : (places[0] ?? '')} basis="declared">
      {picture !== null && picture.mapNo !== null && (
        <figure className="map">
          <img src={`/public/picture/${picture.digest}`} alt="企业提供的产地地图" loading="lazy" />
          <figcaption>审图号：{picture.mapNo}</figcaption>
        </figure>
      )}
      {different.slice(0, most).map((origin) => (
        <div key={JSON.stringify(origin)}>
          {different.length > 1 && <h3>{[origin.material, origin.place.at(-1)].filter(Boolean).join('，')}</h3>}
          <dl>
            <Fact name="药材">
              {origin.material}
              {origin.latin !== '' && <span className="latin"> {origin.latin}</span>}
            </Fact>
            <Fact name="基原">{origin.species}</Fact>
            <Fact name="药用部位">{origin.part}</Fact>
            <Fact name="产地">{origin.place.join(' › ')}</Fact>
            <Fact name="来源">{origin.sourceType}</Fact>
            <Fact name="生长年限">{origin.growthYears === '' ? '' : `${origin.growthYears} 年`}</Fact>
            <Fact name="采收">
              {origin.harvestFrom === origin.harvestTo ? origin.harvestFrom : `${origin.harvestFrom} 至 ${origin.harvestTo}`}
            </Fact>
            <Fact name="产地加工">{origin.primaryProcessing}</Fact>
          </dl>
        </div>
      ))}
      <Rest of={different.length} shown={most} />
    </Group>
  )
}

export function StepGroup({ steps, auxiliaries, most }: { steps: PublicTrace['steps']; auxiliaries: readonly string[]; most: number }) {
  if (steps.length === 0) return null
  const processing = steps.filter(({ isProcess }) => isProcess)
  const days = [...new Set(processing.map(({ on }) => on))]
  const shown = [...Map.groupBy(steps.slice(0, most), ({ on }) => on)]
  const brief =
    processing.length === 0
      ? `${steps.length} 条记录`
      : `${processing.length} 道工序，${days.length > 1 ? `${days[0]} 至 ${days.at(-1)}` : days[0]}`
  return (
    <Group title="加工经过" brief={brief} basis="verified">
      <ol className="way">
        {shown.map(([on, together]) => (
          <li key={on}>
            <time dateTime={on}>{on}</time>
            {together.map(({ what, detail, time }, index) => (
              <div key={index}>
                {time !== null && `${time} `}
                {[what, detail].filter((part) => part !== '').join('：')}
              </div>
            ))}
          </li>
        ))}
      </ol>
      <Rest of={steps.length} shown={most} />
      {auxiliaries.length > 0 && <p className="note">辅料：{auxiliaries.join('、')}</p>}
    </Group>
  )
}

/** The whole batch back to its herbs, the oldest first; each with the part of the batch that stems from it. */
export function GenealogyGroup({ trace, most }: { trace: PublicTrace; most: number }) {
  const { genealogy, batchToken } = trace
  if (genealogy === null) return null
  const herbs = genealogy.filter(({ kind }) => kind === 'raw')
  // What is left out of a long list are herbs: the batch itself always stays.
  const shown = [...herbs.slice(0, most), ...genealogy.filter(({ kind }) => kind !== 'raw')]
  return (
    <Group title="整批来历" brief={`${herbs.length} 批药材制成这一批`} basis="verified" isOpen>
      <ol className="way">
        {shown.map((lot) => (
          <li key={`${lot.kind} ${lot.batchNo}`} className={lot.kind === 'raw' ? 'origin' : undefined}>
            {lot.share !== null && <span className="share">{lot.share}</span>}
            <b>
              {lotWords[lot.kind]} {lot.name}
            </b>
            {lot.kind !== 'auxiliary' && (
              <small>
                批号 {lot.batchNo} · {lot.bornOn}
                {lot.place !== '' && ` · ${lot.place}`}
              </small>
            )}
            {lot.reportNo !== null && (
              <a className="more" href={reportLink(batchToken, lot.reportNo)}>
                检验报告 {lot.reportNo}
              </a>
            )}
          </li>
        ))}
      </ol>
      <Rest of={herbs.length} shown={most} />
      <p className="note">百分比是这一批中来自该批的份额。不显示重量、收率与辅料用量。</p>
    </Group>
  )
}
const lotWords = { raw: '药材', auxiliary: '辅料', bulk: '饮片', pack: '包装批' } as const

export const reportLink = (token: string, reportNo: string) => `/index2/report?b=${token}&r=${encodeURIComponent(reportNo)}`

/** Where the batch went: regions alone. The dates stand on the page of the batch. */
export function DestinationGroup({ trace, most }: { trace: PublicTrace; most: number }) {
  const { destinations, product } = trace
  const named = destinations.slice(0, most).map(({ place }) => place)
  const brief =
    named.length === 0 ? '还没有发出' : `这一批已发往${named[0]}${destinations.length > 1 ? ` 等 ${destinations.length} 地` : ''}`
  return (
    <Group title="包装与流向" brief={brief} basis="verified">
      <dl>
        <Fact name="包装">{product.packSpec}</Fact>
        {trace.genealogy === null ? (
          <Fact name="流向">{named.join('、')}</Fact>
        ) : (
          destinations.slice(0, most).map(({ place, from, to }) => (
            <Fact key={place} name="流向">
              {place}（{from === to ? from : `${from} 至 ${to}`}）
            </Fact>
          ))
        )}
      </dl>
      <Rest of={destinations.length} shown={most} />
      <p className="note">只显示到省市，不显示购买单位与数量。</p>
    </Group>
  )
}

/** What nobody recorded, named: a page that shows only what there is would seem complete. */
export function MissingGroup({ trace }: { trace: PublicTrace }) {
  const { origins, reports, enterprise } = trace
  const lacks = (field: keyof PublicTrace['origins'][number]) =>
    origins.length === 0 || origins.some((origin) => origin[field].length === 0)
  const missing = [
    lacks('place') && '产地',
    lacks('species') && '基原',
    lacks('harvestFrom') && '采收时间',
    lacks('growthYears') && '生长年限',
    lacks('primaryProcessing') && '产地加工',
    origins.some(({ sourceType }) => sourceType === '栽培') && '种子来源、种植面积与时间、田间管理（施肥、用药）',
    !reports.some(({ subject }) => subject === '药材') && '药材检验报告',
    !reports.some(({ subject }) => subject === '饮片') && '饮片检验报告',
    enterprise.licenceNo === '' && '许可证号',
    enterprise.address === '' && '企业地址',
    enterprise.phone === '' && '质量投诉电话',
  ].filter((name) => name !== false)
  if (missing.length === 0) return null
  return (
    <Group title="没有提供的内容" brief={missing.join('、').split('（')[0] ?? ''} basis="missing">
      <p className="note">
        系统中没有以下记录{origins.length > 1 ? '（或只有部分药材批次的）' : ''}：{missing.join('、')}
        。没有记录不等于没有做；需要时请向企业询问。
      </p>
    </Group>
  )
}

export const EnterpriseGroup = ({ enterprise, most }: { enterprise: PublicTrace['enterprise']; most: number }) => (
  <Group title="生产企业" brief={enterprise.name} basis="declared">
    <dl>
      <Fact name="名称">{enterprise.name}</Fact>
      <Fact name="许可证号">{enterprise.licenceNo}</Fact>
      <Fact name="地址">{enterprise.address}</Fact>
      <Fact name="质量投诉">
        {enterprise.phone === '' ? (
          ''
        ) : (
          <a className="more" href={dial(enterprise.phone)}>
            {enterprise.phone}
          </a>
        )}
      </Fact>
    </dl>
    {enterprise.introduction !== '' && <p className="note">{[...enterprise.introduction].slice(0, most * 10).join('')}</p>}
  </Group>
)
