import {
  complaintStandings,
  longestComplaint,
  type ComplaintAnswer,
  type ComplaintForm,
  type ComplaintStanding,
} from '#contract/cases/complaint.ts'
import { dateTime } from '#contract/kernel/shown-value.ts'
import { Layout } from './Layout.tsx'
import { Code, dial, StatusHead } from './StatusHead.tsx'

/** 反映问题: one text, one picture if they like, and how to be reached only if they like. */
export function ComplaintFormPage({ form: { code, product, enterprise, fault, text, contact } }: { form: ComplaintForm }) {
  return (
    <Layout title="反映问题" description={`向${enterprise.name}反映`} enterprise={enterprise.name} isDemo={enterprise.isDemo}>
      <StatusHead tone="ask" sign="ask" title="反映问题" advice="写下您遇到的问题，企业质量部会处理并在网页上答复。不需要登录或留姓名。">
        <p className="count">
          {product !== null && (
            <>
              {product.name}　批号 {product.lotNo}
              <br />
            </>
          )}
          <Code code={code} />
        </p>
      </StatusHead>
      <section className="card">
        <form action="/fankui" method="post" encType="multipart/form-data">
          <input type="hidden" name="c" value={code} />
          <label htmlFor="text">遇到了什么问题</label>
          {fault !== null && (
            <p className="note" id="fault" role="alert">
              <b>{fault}</b>
            </p>
          )}
          <textarea
            id="text"
            name="text"
            required
            maxLength={longestComplaint}
            defaultValue={text}
            {...(fault !== null && { 'aria-describedby': 'fault' })}
          />
          <label htmlFor="picture">照片（可不附）</label>
          <input id="picture" name="picture" type="file" accept="image/jpeg,image/png,image/webp" />
          <label htmlFor="contact">联系方式（可不填）</label>
          <input id="contact" name="contact" maxLength={100} defaultValue={contact} autoComplete="off" />
          <div className="nobody" aria-hidden="true">
            <label htmlFor="website">网址，请留空</label>
            <input id="website" name="website" tabIndex={-1} autoComplete="off" />
          </div>
          <button type="submit">提交</button>
        </form>
        <p className="note">照片只保留画面，拍摄地点等信息会去除。身体不适请立即停用并就医。</p>
      </section>
      {enterprise.phone !== '' && (
        <a className="tel" href={dial(enterprise.phone)}>
          电话联系企业
        </a>
      )}
      <footer>提交后请保存打开的网页，答复会写在那里。</footer>
    </Layout>
  )
}

const advice: Record<ComplaintStanding, string> = {
  received: '质量部会尽快查看。请保存本页，答复会写在这里。',
  looked_into: '质量部正在处理。请保存本页，答复会写在这里。',
  answered: '企业的答复如下。',
}

/** What became of a complaint, for whoever has its link. */
export function ComplaintAnswerPage({
  told: { caseNo, openedAt, product, standing, answer, answeredAt, enterprise },
}: {
  told: ComplaintAnswer
}) {
  const title = complaintStandings[standing]
  return (
    <Layout title={`${title} ${caseNo}`} description={advice[standing]} enterprise={enterprise.name} isDemo={enterprise.isDemo}>
      <StatusHead
        tone={standing === 'answered' ? 'good' : 'off'}
        sign={standing === 'answered' ? 'genuine' : 'not_released'}
        title={title}
        advice={advice[standing]}
      >
        <p className="count">
          编号 {caseNo}，{dateTime(openedAt)} 提交
          {product !== null && (
            <>
              <br />
              {product.name}　批号 {product.lotNo}
            </>
          )}
        </p>
      </StatusHead>
      {answer !== null && (
        <section className="card">
          <h2>{enterprise.name} 的答复</h2>
          {answer.split('\n').map((line, index) => (
            <p key={index}>{line}</p>
          ))}
          <p className="note">{answeredAt !== null && dateTime(answeredAt)}</p>
        </section>
      )}
      {enterprise.phone !== '' && (
        <a className="tel" href={dial(enterprise.phone)}>
          电话联系企业
        </a>
      )}
      <footer>本页只有持有此链接的人能看到。</footer>
    </Layout>
  )
}

const whyNot = {
  unknown: { title: '没有这个页面', advice: '请核对追溯码或链接，或联系生产企业。' },
  too_many: { title: '提交过于频繁', advice: '请过一会儿再试，或电话联系生产企业。' },
  too_large: { title: '照片太大', advice: '请返回，换一张 8 MB 以内的照片。' },
} as const

/** No such code or link, too many at once, or too much: the same page for all that open nothing. */
export function NoComplaint({ why }: { why: keyof typeof whyNot }) {
  const { title, advice: words } = whyNot[why]
  return (
    <Layout title={title} description={words} enterprise={null} isDemo={false}>
      <StatusHead tone="off" sign="unknown" title={title} advice={words} />
      <footer>本页不记录您的个人信息。</footer>
    </Layout>
  )
}
