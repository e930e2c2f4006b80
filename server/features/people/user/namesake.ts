import { sql } from 'kysely'
import { only } from '#contract/kernel/certain.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'

/**
 * Refuses a name that looks like that of a colleague in use who signs or administers (`name_of_signer`): a signature prints the name, so two of one
 * name would be one person on paper. A new account has no id yet.
 */
export async function refuseNamesake(
  tx: Tx,
  name: string,
  accountId: string | null,
  { path, message }: FieldError = { path: 'name', message: '与有签名权限的同事同名，请加部门或工号' },
): Promise<void> {
  const { rows } = await sql<{ borne: boolean }>`select is_name_of_signer(${name}, ${accountId}::uuid) as borne`.execute(tx)
  if (only(rows).borne) throw new Refusal('name_of_signer', [{ path, message }])
}
