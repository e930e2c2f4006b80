import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'

/** Who may do what changes for one at a time, so that two administrators cannot take each other out. First lock of every such step. */
export async function lockRights(tx: Tx): Promise<void> {
  await sql`select from enterprise where id = current_enterprise() for no key update`.execute(tx)
}

/** Refuses what was just written when it leaves nobody in use who may keep both accounts and roles. */
export async function keepAnAdministrator(tx: Tx): Promise<void> {
  const { rows } = await sql`
    select from account
    where state = 'active' and array['31:manage', '32:manage'] <@ array(
      select right_code from account_role join role_right using (enterprise_id, role_id)
      where account_role.enterprise_id = account.enterprise_id and account_id = account.id)
    limit 1`.execute(tx)
  if (rows.length === 0) throw new Refusal('last_administrator')
}
