import { withdrawnAdvice, type RecallNotice } from '#contract/cases/recall-notice.ts'
import { recallClasses } from '#contract/cases/recall.ts'
import { dateTime } from '#contract/kernel/shown-value.ts'
import { Layout } from './Layout.tsx'
import { StatusHead } from './StatusHead.tsx'

type Shown = { notice: RecallNotice; token: string; fault: string | null }

/** 召回通知 behind the link of its letter: what is recalled, what to do, and one button that says it was read. */
export function RecallNoticePage({ notice, token, fault }: Shown) {
  const { enterprise, customer, caseNo, recallClass, lots } = notice
  const title = notice.isOpen ? '召回通知' : notice.withdrawnAt === null ? '召回已结束' : '召回已撤销'
  const advice =
    notice.withdrawnAt === null
      ? notice.advice
      : `本次召回已于 ${dateTime(notice.withdrawnAt)} 撤销：${notice.withdrawReason}。${withdrawnAdvice}`
  return (
    <Layout title={`${title} ${caseNo}`} description={advice} enterprise={enterprise.name} isDemo={enterprise.isDemo}>
      <StatusHead
        tone={notice.isOpen ? 'bad' : 'off'}
        sign="recalled"
        title={title}
        advice={advice}
        call={{ phone: enterprise.phone, words: '联系生产企业' }}
      />
      <section className="card">
        <h2>{customer}</h2>
        <p>
          {enterprise.name} 于 {dateTime(notice.startedAt)} 决定{recallClasses[recallClass].label}（{caseNo}）。原因：{notice.reason}
        </p>
        {lots.map((lot) => (
          <p key={lot.lotNo}>
            <b>
              {lot.name} {lot.spec}
            </b>
            <br />
            批号 {lot.lotNo}，发给贵单位 {lot.packs} {lot.packUnit}，发运日期 {lot.shippedOn}
          </p>
        ))}
      </section>
      <Answer notice={notice} token={token} fault={fault} />
      {notice.withdrawnAt === null && <footer>回复只表示已收到本通知。库存、已使用数量请电话告知生产企业。</footer>}
    </Layout>
  )
}

function Answer({ notice, token, fault }: Shown) {
  if (notice.acknowledgedAt !== null)
    return (
      <section className="card">
        <p>
          <b>已回复</b>：{notice.acknowledgedName}，{dateTime(notice.acknowledgedAt)}
        </p>
      </section>
    )
  if (!notice.isOpen) return null
  return (
    <section className="card">
      <form action="/zhaohui" method="post">
        <input type="hidden" name="t" value={token} />
        <label htmlFor="name">回复人姓名</label>
        <input id="name" name="name" required maxLength={50} autoComplete="name" {...(fault !== null && { 'aria-describedby': 'fault' })} />
        <button type="submit">确认已收到召回通知</button>
        {fault !== null && (
          <p className="note" id="fault">
            {fault}
          </p>
        )}
      </form>
    </section>
  )
}

/** No such notice, or too many questions: the same page for every link that opens nothing. */
export function NoRecallNotice({ tooMany }: { tooMany: boolean }) {
  const title = tooMany ? '打开过于频繁' : '没有这份通知'
  const advice = tooMany ? '请过一会儿再试。' : '请核对链接，或联系发来通知的生产企业。'
  return (
    <Layout title={title} description={advice} enterprise={null} isDemo={false}>
      <StatusHead tone="off" sign="unknown" title={title} advice={advice} />
      <footer>本页不记录您的个人信息。</footer>
    </Layout>
  )
}
