import { sql } from 'kysely'
import type { Duty } from '#contract/kernel/duties.ts'
import type { PagePath } from '#contract/kernel/pages.ts'
import type { Actor, Tx } from './serve.ts'

/** The records that a message can ask a step of, each with what it can ask: a state that the step ends, or what a later document answers. */
type Asks = {
  purchase_order: 'submitted' | 'half_approved' | 'returned' | 'approved'
  lot: 'quarantine' | 'request' | 'decide' | 'charge' | 'pack' | 'sell'
  inspection: 'requested' | 'accepted' | 'sampled' | 'submitted' | 'reviewed'
  standard_version: 'draft' | 'written'
  process_version: 'draft' | 'submitted' | 'reviewed'
  production_order: 'pending' | 'approved' | 'issued' | 'completed'
  packaging_order: 'draft' | 'approved'
  sales_order: 'draft' | 'submitted' | 'approved' | 'allocated' | 'picked' | 'checked'
  supplier: 'candidate' | 'stopped' | 'renew'
  customer: 'renew'
  licence: 'renew'
  quality_case: 'open'
  oos_case: 'open' | 'checked' | 'invalidated' | 'retesting' | 'retested'
  correction: 'proposed'
  change_request: 'proposed'
  registration: 'pending'
  secret_confirmation: 'waiting'
  rights_proposal: 'waiting'
}
/** What a message asks, and of which record. The database marks it done for everybody once it was done (`definitions/office.sql`). */
type Asking = { [Table in keyof Asks]: { table: Table; id: string; asks: Asks[Table] } }[keyof Asks]

/** How long news that asks nothing of anybody stays unread. */
const newsDays = 30

/**
 * Tells everybody who holds the next duty, but for the actor, that something waits for them on `page`; `at` names the view it shows. What asks
 * for a step says of which record (`about`); without it the message is news, which lapses.
 */
export async function notify(
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  {
    duty,
    title,
    body = '',
    page,
    q,
    at = {},
    about,
  }: { duty: Duty; title: string; body?: string; page: PagePath; q?: string; at?: Record<string, string>; about?: Asking },
) {
  const lapsesAt = about === undefined ? new Date(tx.now().getTime() + newsDays * 86_400_000).toISOString() : null
  await tx
    .insertInto('notification')
    .columns(['enterpriseId', 'accountId', 'title', 'body', 'path', 'recordTable', 'recordId', 'asked', 'lapsesAt'])
    .expression((eb) =>
      eb
        .selectFrom('account')
        .select((row) => [
          'account.enterpriseId',
          'account.id',
          row.val(title).as('title'),
          row.val(body).as('body'),
          row.val(`${page}?${new URLSearchParams({ ...at, ...(q !== undefined && { q }) })}`).as('path'),
          sql<string | null>`${about?.table ?? null}::text`.as('recordTable'),
          sql<string | null>`${about?.id ?? null}::uuid`.as('recordId'),
          sql<string | null>`${about?.asks ?? null}::text`.as('asked'),
          sql<string | null>`${lapsesAt}::timestamptz`.as('lapsesAt'),
        ])
        .where('account.state', '=', 'active')
        .where('account.id', '<>', actor.id)
        .where((row) =>
          row.exists(
            row
              .selectFrom('accountRole')
              .innerJoin('roleRight', (join) =>
                join.onRef('roleRight.enterpriseId', '=', 'accountRole.enterpriseId').onRef('roleRight.roleId', '=', 'accountRole.roleId'),
              )
              .select('roleRight.rightCode')
              .whereRef('accountRole.accountId', '=', 'account.id')
              .where('roleRight.rightCode', '=', duty),
          ),
        ),
    )
    .execute()
}
