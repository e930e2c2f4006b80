import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'

/** Locks the rights of the enterprise, so that two administrators cannot disable each other. It is the first lock of every step that changes rights. */
export async function lockRights(tx: Tx): Promise<void> {
  await sql`select from enterprise where id = current_enterprise() for no key update`.execute(tx)
  await endFounding(tx)
}

/** Ends founding mode for ever once there is a second administrator; every step that may have made one calls it. */
export async function endFounding(tx: Tx): Promise<void> {
  await sql`select end_founding()`.execute(tx)
}

/** Refuses what was just written when no active account may keep both accounts and roles any more. */
export async function keepAnAdministrator(tx: Tx): Promise<void> {
  const { rows } = await sql`
    select from account
    where state = 'active' and array['31:manage', '32:manage'] <@ array(
      select right_code from account_role join role_right using (enterprise_id, role_id)
      where account_role.enterprise_id = account.enterprise_id and account_id = account.id)
    limit 1`.execute(tx)
  if (rows.length === 0) throw new Refusal('last_administrator')
}
