import { publicStatuses, type PublicScans, type PublicTrace } from '#contract/tracing/public-trace.ts'
import { Guidance, guides } from './Guidance.tsx'
import { Layout } from './Layout.tsx'
import { Code, dial, Scans, StatusHead, Tell } from './StatusHead.tsx'
import { TestGroup } from './TestGroup.tsx'
import { ThreeSentences } from './ThreeSentences.tsx'
import { DestinationGroup, EnterpriseGroup, GenealogyGroup, MissingGroup, OriginGroup, ProductGroup, StepGroup } from './TraceGroups.tsx'

/** How much of a long history a page shows: `most` entries of a kind, and the herbs' test items or not. */
export type Room = { most: number; isFull: boolean }

/** `count` stands where the scans and the code are told: the same page serves all packs of a lot. */
type Shown = { trace: PublicTrace; isPack: boolean; room: Room; count: string }

/** 溯源详情 of a pack (/index) or of a batch (/index2): status, product and three sentences; everything else folded below (domain §6.2). */
export function TracePage({ trace, isPack, room: { most, isFull }, count }: Shown) {
  const { product, enterprise, picture, genealogy, batchToken } = trace
  const isBatch = genealogy !== null
  const batchLink = `/index2?b=${batchToken}`
  return (
    <Layout
      title={`${product.name}${isBatch ? ` ${product.batchNo} 整批履历` : ''} · ${publicStatuses[trace.status].title}`}
      description={descriptionOf(trace)}
      enterprise={enterprise.name}
      isDemo={enterprise.isDemo}
    >
      <Status trace={trace} isPack={isPack} count={count} />
      <Product product={product} picture={picture} />
      {guides(trace.status) ? <Guidance status={trace.status} batchLink={isBatch ? null : batchLink} /> : <ThreeSentences trace={trace} />}
      {trace.inBox !== null && <InBox batches={trace.inBox} />}
      {!isBatch && <ProductGroup product={product} />}
      <GenealogyGroup trace={trace} most={most} />
      {!isBatch && <OriginGroup origins={trace.origins} picture={picture} most={most} />}
      <TestGroup trace={trace} isFull={isFull} most={most} />
      <StepGroup steps={trace.steps} auxiliaries={trace.auxiliaries} most={most} />
      {isBatch && <OriginGroup origins={trace.origins} picture={picture} most={most} />}
      {isBatch && <ProductGroup product={product} />}
      <DestinationGroup trace={trace} most={most} />
      <MissingGroup trace={trace} />
      <EnterpriseGroup enterprise={enterprise} most={most} />
      {enterprise.phone !== '' && (
        <a className="tel" href={dial(enterprise.phone)}>
          拨打质量电话 {enterprise.phone}
        </a>
      )}
      {!isBatch && (
        <p className="more">
          <a className="more" href={batchLink}>
            查看整批完整履历
          </a>
        </p>
      )}
      <footer>
        <b>系统核验</b>：由签名的记录自动得出。<b>企业申报</b>：企业或其供应商提供。<b>未提供</b>：系统中没有。
        <br />
        本页实时生成，不含价格、客户与个人信息。
      </footer>
    </Layout>
  )
}

/** 批号, 产地 and the verdict in a line, for who gets the page from a friend. */
function descriptionOf({ status, product, origins, enterprise }: PublicTrace): string {
  if (status !== 'genuine') return `${publicStatuses[status].advice}${enterprise.name}`
  const place = origins.find((origin) => origin.place.length > 0)?.place.join('')
  return [
    `批号 ${product.batchNo}`,
    place === undefined ? '' : `，产地${place}`,
    product.standard === null ? '' : `，检验符合${product.standard}`,
    `。${enterprise.name}`,
  ].join('')
}

function Status({ trace, isPack, count }: Pick<Shown, 'trace' | 'isPack' | 'count'>) {
  const { status, since, enterprise, product, daysExpired } = trace
  const { title, advice, tone } = publicStatuses[status]
  const isExpired = status === 'expired' && daysExpired !== null
  return (
    <StatusHead
      tone={tone}
      sign={status}
      title={title}
      advice={isExpired ? `${isPack ? '这一包' : '这一批'}的保质期至 ${product.expiresOn}，已过 ${daysExpired} 天。请不要使用。` : advice}
      call={guides(status) ? { phone: enterprise.phone, words: `拨打 ${enterprise.phone}` } : undefined}
    >
      <p className="count">
        {since !== null && (
          <>
            {sinceWords[status] ?? '自'} {since}
            <br />
          </>
        )}
        {count}
      </p>
    </StatusHead>
  )
}

/** How often a pack was looked at, and its code; on the page of a batch, that it says nothing of one pack. */
export const Count = ({ code, scans }: { code: string | null; scans: PublicScans | null }) => (
  <>
    {scans === null ? '本页说明整批；一包的真伪以其追溯码为准。' : <Scans scans={scans} />}
    {code !== null && (
      <>
        <br />
        <Code code={code} />
        <br />
        <Tell code={code} />
      </>
    )}
  </>
)
const sinceWords: Partial<Record<PublicTrace['status'], string>> = { recalled: '召回自', frozen: '暂停自' }

/** What it is; without a picture the text takes its place. */
const Product = ({ product, picture }: { product: PublicTrace['product']; picture: PublicTrace['picture'] }) => (
  <section className="what">
    <div>
      <h2>{product.name}</h2>
      <p>
        <b>{[product.spec, product.packSpec].filter(Boolean).join(' · ')}</b>
        {product.isToxic && (
          <>
            <br />
            <b>毒性饮片</b>
          </>
        )}
        <br />
        批号 {product.batchNo}
        {product.expiresOn !== null && (
          <>
            <br />
            保质期至 {product.expiresOn}
          </>
        )}
      </p>
    </div>
    {picture !== null && picture.mapNo === null && (
      <figure className="pic">
        <img src={`/public/picture/${picture.digest}`} width="132" height="132" alt={`企业提供的${product.name}照片`} />
      </figure>
    )}
  </section>
)

/** What a box with packs of several batches holds; the page tells of the worst of them. */
const InBox = ({ batches }: { batches: NonNullable<PublicTrace['inBox']> }) => (
  <section className="card">
    <h2>箱内批次</h2>
    <p className="note">此箱装有 {batches.length} 个批次，本页说明其中状态最差的一批；每个包装以其自己的追溯码为准。</p>
    <ul className="way">
      {batches.map((batch) => (
        <li key={batch.batchToken} className={publicStatuses[batch.status].tone}>
          <b>{publicStatuses[batch.status].title}</b>
          <div>
            {batch.name} {batch.packSpec} {batch.packs} {batch.packUnit}
          </div>
          <a className="more" href={`/index2?b=${batch.batchToken}`}>
            产品批号 {batch.batchNo}
          </a>
        </li>
      ))}
    </ul>
  </section>
)
