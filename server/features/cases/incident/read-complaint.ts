import { sql } from 'kysely'
import type { ComplaintAnswer, ComplaintForm } from '#contract/cases/complaint.ts'
import { only } from '#contract/kernel/certain.ts'
import type { Tx } from '#kernel/serve.ts'

/** What the form says beside the code: the goods, which the page of the code tells anyway, and whose they are. */
export async function complaintSubjectOf(tx: Tx, lotId: string | null): Promise<Pick<ComplaintForm, 'product' | 'enterprise'>> {
  const { rows } = await sql<Pick<ComplaintForm, 'product' | 'enterprise'>>`
    select (select jsonb_build_object('name', l.name, 'lotNo', l.lot_no) from lot l where l.enterprise_id = e.id and l.id = ${lotId}::uuid) as product,
      jsonb_build_object('name', e.name, 'phone', e.phone, 'isDemo', e.is_demo) as enterprise
    from enterprise e where e.id = current_enterprise()`.execute(tx)
  return only(rows)
}

/** A complaint as whoever has its link reads it: that it came, whether somebody looks into it, and the answer. No person, no finding, no other case. */
export async function complaintAnswerOf(tx: Tx, token: string): Promise<ComplaintAnswer | undefined> {
  const { rows } = await sql<ComplaintAnswer>`
    select i.case_no, i.opened_at, (select jsonb_build_object('name', l.name, 'lotNo', l.lot_no) from lot l
        where l.enterprise_id = i.enterprise_id and l.id = i.told_lot_id) as product,
      case when i.answer is not null then 'answered' when i.state = 'open' then 'received' else 'looked_into' end as standing, i.answer, i.answered_at,
      jsonb_build_object('name', e.name, 'phone', e.phone, 'isDemo', e.is_demo) as enterprise
    from incident i join enterprise e on e.id = i.enterprise_id where i.public_token = ${token}::uuid`.execute(tx)
  return rows[0]
}
