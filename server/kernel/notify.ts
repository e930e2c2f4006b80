import type { Duty } from '#contract/kernel/duties.ts'
import type { PagePath } from '#contract/kernel/pages.ts'
import type { Actor, Tx } from './serve.ts'

/** Tells everybody who holds the next duty, but for the actor, that something waits for them on `page`; `at` names the view it shows. */
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
  }: { duty: Duty; title: string; body?: string; page: PagePath; q?: string; at?: Record<string, string> },
) {
  await tx
    .insertInto('notification')
    .columns(['enterpriseId', 'accountId', 'title', 'body', 'path'])
    .expression((eb) =>
      eb
        .selectFrom('account')
        .select((row) => [
          'account.enterpriseId',
          'account.id',
          row.val(title).as('title'),
          row.val(body).as('body'),
          row.val(`${page}?${new URLSearchParams({ ...at, ...(q !== undefined && { q }) })}`).as('path'),
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
