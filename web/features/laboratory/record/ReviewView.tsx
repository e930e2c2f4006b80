import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { recordApi } from '#contract/laboratory/record.ts'
import { useRead } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { PrintSheet } from '#web/parts/PrintSheet.tsx'
import { ReviewBody } from './ReviewBody.tsx'
import { goodsLabel, RequiredField, useChoices, ViewSwitch } from './views.tsx'

/** How many years back may be reviewed. Records are kept no longer than the goods need them. */
const yearsBack = 10

/** 年度质量回顾: what the platform knows about a product's batches of one year, to read and to print. */
export function ReviewView() {
  const { query } = useTab()
  const choices = useChoices()
  const [printing, setPrinting] = useState(false)
  const products = (choices.data?.goods ?? []).filter(({ kind }) => kind === 'product')
  const productId = query.get('goodsId')
  const isProduct = products.some(({ id }) => id === productId)
  const thisYear = Number(today().slice(0, 4))
  const year = query.get('year') ?? String(thisYear)
  const review = useRead(recordApi.review, productId !== null && isProduct ? { productId, year } : null, { keepPrevious: true })
  const data = isProduct ? review.data : undefined
  return (
    <section className="page" aria-label="年度质量回顾">
      <header className="page-head">
        <h1>质检记录</h1>
        <div className="page-tools">
          <Button disabled={data === undefined} onClick={() => setPrinting(true)}>
            打印 A4
          </Button>
        </div>
      </header>
      <ViewSwitch view="review" />
      <search className="filters">
        <RequiredField
          filter={{
            key: 'goodsId',
            label: '产品',
            options: products.map((one) => ({ value: one.id, label: goodsLabel(one), initials: one.initials })),
          }}
        />
        <RequiredField
          filter={{
            key: 'year',
            label: '年度',
            options: Array.from({ length: yearsBack }, (_, back) => String(thisYear - back)).map((value) => ({
              value,
              label: `${value}年`,
            })),
          }}
          otherwise={year}
        />
      </search>
      {choices.data && !isProduct && (
        <div className="nothing">
          <p>请选择产品；按生产日期统计所选年度（默认今年）的全部生产批</p>
        </div>
      )}
      {choices.error && <CallFailure error={choices.error} onRetry={() => void choices.refetch()} />}
      {review.error && <CallFailure error={review.error} onRetry={() => void review.refetch()} />}
      {((choices.isFetching && !choices.data) || (review.isFetching && !data)) && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && (
        <div className={review.isPlaceholderData ? 'stale' : undefined} aria-busy={review.isPlaceholderData}>
          <ReviewBody review={data} paper={false} />
        </div>
      )}
      {printing && data && (
        <PrintSheet title={`${data.product.name} ${data.year}年度质量回顾`} onClose={() => setPrinting(false)}>
          <ReviewBody review={data} paper />
        </PrintSheet>
      )}
    </section>
  )
}
