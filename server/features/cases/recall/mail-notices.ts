import { sql } from 'kysely'
import { withdrawnAdvice } from '#contract/cases/recall-notice.ts'
import { recallClasses, type RecallClass } from '#contract/cases/recall.ts'
import { day } from '#contract/kernel/shown-value.ts'
import { writeMail, type Letter } from '#kernel/mail.ts'
import type { Tx } from '#kernel/serve.ts'
import { together } from '#tools/together.ts'
import { noticePath } from './queries.ts'

/** How long a notice is worth sending: two weeks, since a mailbox may be full and the goods are still there. */
const usefulMinutes = 14 * 24 * 60

type Unmailed = {
  id: string
  email: string
  name: string
  link: string
  caseNo: string
  recallClass: RecallClass
  reason: string
  advice: string
  notifyBy: string | null
  enterprise: string
}

/** Mails the notices of a recall to those customers who have a mailbox and were not mailed yet. The printed letter stays for all. */
export async function mailNotices(tx: Tx, enterpriseId: string, caseId: string): Promise<void> {
  const { rows } = await sql<Unmailed>`
    select n.id, c.email, n.name, ${noticePath} || '?t=' || n.public_token as link, r.case_no, r.recall_class, r.reason, r.advice, r.notify_by,
      e.name as enterprise
    from recall_customer n join customer c on c.enterprise_id = n.enterprise_id and c.id = n.customer_id and c.email <> ''
      join recall_case r on r.enterprise_id = n.enterprise_id and r.id = n.case_id
      join enterprise e on e.id = n.enterprise_id
    where n.case_id = ${caseId}::uuid and n.notified_at is not null and n.mailed_at is null order by n.id`.execute(tx)
  if (rows.length === 0) return
  await together(rows.map((notice) => writeMail(tx, enterpriseId, letterOf(notice))))
  const mailedAt = tx.now().toISOString()
  await sql`
    update recall_customer n set mailed_to = c.email, mailed_at = ${mailedAt}::timestamptz from customer c
    where c.enterprise_id = n.enterprise_id and c.id = n.customer_id and n.id = any (${rows.map(({ id }) => id)}::uuid[])`.execute(tx)
}

const letterOf = (notice: Unmailed): Letter => ({
  to: notice.email,
  subject: `【召回通知】${notice.enterprise} ${notice.caseNo}`,
  paragraphs: [
    `${notice.name}：`,
    `我公司决定实施${recallClasses[notice.recallClass].label}（${notice.caseNo}）。原因：${notice.reason}`,
    notice.advice,
    `请打开下面的网址查看发给贵单位的批号与数量，并确认收到（不需登录）。${notice.notifyBy === null ? '' : `请于 ${day(notice.notifyBy)} 前回复。`}`,
  ],
  link: notice.link,
  usefulMinutes,
})

type Mailed = { mailedTo: string; name: string; link: string; caseNo: string; enterprise: string }

/** Tells those whom a notice was mailed to that the recall was withdrawn. Returns the names of those who have no mailbox: they are told by telephone or on paper. */
export async function mailWithdrawal(tx: Tx, enterpriseId: string, caseId: string, reason: string): Promise<string[]> {
  const { rows } = await sql<Omit<Mailed, 'mailedTo'> & { mailedTo: string | null }>`
    select n.mailed_to, n.name, ${noticePath} || '?t=' || n.public_token as link, r.case_no, e.name as enterprise
    from recall_customer n join recall_case r on r.enterprise_id = n.enterprise_id and r.id = n.case_id join enterprise e on e.id = n.enterprise_id
    where n.case_id = ${caseId}::uuid and n.notified_at is not null order by n.name, n.id`.execute(tx)
  const mailed = rows.flatMap(({ mailedTo, ...one }) => (mailedTo === null ? [] : [{ ...one, mailedTo }]))
  await together(mailed.map((one) => writeMail(tx, enterpriseId, withdrawalOf(one, reason))))
  return rows.filter(({ mailedTo }) => mailedTo === null).map(({ name }) => name)
}

const withdrawalOf = ({ mailedTo, name, link, caseNo, enterprise }: Mailed, reason: string): Letter => ({
  to: mailedTo,
  subject: `【召回撤销】${enterprise} ${caseNo}`,
  paragraphs: [`${name}：`, `我公司已撤销 ${caseNo} 的召回。原因：${reason}`, withdrawnAdvice, '请打开下面的网址核对（不需登录）。'],
  link,
  usefulMinutes,
})
