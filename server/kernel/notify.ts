import { sql } from 'kysely'
import type { Duty } from '#contract/kernel/duties.ts'
import type { PagePath } from '#contract/kernel/pages.ts'
import type { Actor, Tx } from './serve.ts'

/** The records that a message can ask a step of, each with what it can ask: a state that the step ends, or what a later document answers. */
type Asks = {
  purchase_order: 'submitted' | 'half_approved' | 'returned' | 'approved'
  receipt_discrepancy: 'open' | 'answered'
  lot: 'quarantine' | 'request' | 'accept' | 'decide' | 'charge' | 'pack' | 'sell'
  inspection: 'requested' | 'accepted' | 'sampled' | 'submitted' | 'reviewed'
  standard_version: 'draft' | 'written'
  process_version: 'draft' | 'submitted' | 'reviewed'
  production_order: 'pending' | 'approved' | 'issued' | 'completed' | 'sent_back'
  packaging_order: 'draft' | 'approved'
  sales_order: 'draft' | 'submitted' | 'approved' | 'allocated' | 'picked' | 'checked'
  supplier: 'candidate' | 'stopped' | 'renew'
  customer: 'renew'
  licence: 'renew'
  instrument: 'renew'
  asset: 'renew'
  reagent_lot: 'renew'
  outside_laboratory: 'renew'
  stability_plan: 'draft'
  stability_point: 'renew'
  quality_case: 'open'
  recall_case: 'draft' | 'started'
  stocktake: 'counting'
  stocktake_line: 'beyond'
  disposal_case: 'proposed' | 'approved' | 'reported'
  supplier_return: 'proposed' | 'approved' | 'sent'
  customer_return: 'requested' | 'awaited' | 'received' | 'inspected' | 'restocking'
  carrier_claim: 'open'
  incident: 'open' | 'submitted' | 'approved'
  oos_case: 'open' | 'checked' | 'invalidated' | 'retesting' | 'retested'
  correction: 'proposed'
  change_request: 'proposed'
  registration: 'pending'
  secret_confirmation: 'waiting'
  rights_proposal: 'waiting'
  authorisation: 'proposed' | 'valid' | 'suspended' | 'renew'
  deputy: 'proposed'
  rights_review: 'submitted'
}
/** What a message asks, and of which record. The database marks it done for everybody once it was done (`definitions/office.sql`). */
type Asking = { [Table in keyof Asks]: { table: Table; id: string; asks: Asks[Table] } }[keyof Asks]

/** How long news that asks nothing of anybody stays unread. */
const newsDays = 30

export type Message = { duty: Duty; title: string; body?: string; page: PagePath; q?: string; at?: Record<string, string>; about?: Asking }

/**
 * Tells everybody who holds the next duty, but for the actor, that something waits for them on `page`; `at` names the view it shows. What asks
 * for a step says of which record (`about`); without it the message is news, which lapses.
 */
export const notify = (tx: Tx, actor: Pick<Actor, 'id'>, message: Message): Promise<void> => notifyOfEach(tx, actor, [message])

/** The same for several messages. */
export async function notifyOfEach(tx: Tx, actor: Pick<Actor, 'id'>, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  const lapsesAt = new Date(tx.now().getTime() + newsDays * 86_400_000).toISOString()
  const column = (read: (message: Message) => string | null) => messages.map(read)
  await tx.later(sql`
    insert into notification (enterprise_id, account_id, title, body, path, record_table, record_id, asked, lapses_at)
    select account.enterprise_id, account.id, message.title, message.body, message.path, message.record_table, message.record_id, message.asked,
      case when message.record_id is null then ${lapsesAt}::timestamptz end
    from unnest(${column(({ duty }) => duty)}::text[], ${column(({ title }) => title)}::text[], ${column(({ body = '' }) => body)}::text[], ${column(pathOf)}::text[],
      ${column(({ about }) => about?.table ?? null)}::text[], ${column(({ about }) => about?.id ?? null)}::uuid[], ${column(({ about }) => about?.asks ?? null)}::text[])
      with ordinality as message (duty, title, body, path, record_table, record_id, asked, place)
    cross join lateral (
      select account_id from account_role join role_right using (enterprise_id, role_id) where right_code = message.duty
      union select deputy_id from deputy where state = 'valid' and valid_until >= today() and message.duty = any(duties)
        and exists (select from deputed_rights(deputy.enterprise_id, deputy_id) taken where taken.right_code = message.duty)) holder
    join account on account.id = holder.account_id and account.state = 'active' and account.id <> ${actor.id}::uuid
    order by message.place`)
}

const pathOf = ({ page, at = {}, q }: Message) => `${page}?${new URLSearchParams({ ...at, ...(q !== undefined && { q }) })}`
