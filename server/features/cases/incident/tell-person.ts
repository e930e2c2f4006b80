import type { Actor, Tx } from '#kernel/serve.ts'

/** Tells one person, whichever duties they hold, on the page where everybody finds what is their own. */
export async function tellPerson(
  tx: Tx,
  actor: Pick<Actor, 'enterpriseId'>,
  accountId: string,
  { title, body, path = '/ucenter?view=incidents' }: { title: string; body: string; path?: string },
): Promise<void> {
  await tx.insertInto('notification').values({ enterpriseId: actor.enterpriseId, accountId, title, body, path }).execute()
}
