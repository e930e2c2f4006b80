import { sql } from 'kysely'
import type pg from 'pg'
import { valueIn } from '#contract/kernel/certain.ts'
import { foundEnterprise, unnamedEnterprise } from '#server/features/people/enterprise/found-enterprise.ts'
import { hashPassword, oneTimePassword } from '#tools/password.ts'
import { asSetup, newEnterpriseId } from './as-setup.ts'

/** Whether the database has no account yet: `admin` is the first account of every installation and is never removed. */
export async function isEmpty(pool: pg.Pool): Promise<boolean> {
  return (await findAdmin(pool)) === undefined
}

/**
 * The one-time password of `admin`, to be printed once: made with the operating enterprise in an empty database, and made anew when the
 * last one ran out unused. It ends after 24 hours or when a password of one's own is chosen (ASVS 5.0, 6.4.1). Undefined when `admin` has one.
 */
export async function firstAdminPassword(pool: pg.Pool): Promise<string | undefined> {
  const admin = await findAdmin(pool)
  if (admin !== undefined && (admin.one_time_until === null || new Date(admin.one_time_until) > new Date())) return undefined
  const password = oneTimePassword()
  const secret = {
    passwordHash: await hashPassword(password),
    mustChangePassword: true,
    oneTimeUntil: sql<string>`now() + interval '24 hours'`,
  }

  if (admin !== undefined) {
    await asSetup(pool, admin.enterprise_id, (tx) => tx.updateTable('account').set(secret).where('id', '=', admin.id).execute())
    return password
  }
  const enterpriseId = await newEnterpriseId(pool)
  await asSetup(pool, enterpriseId, async (tx) => {
    const roles = await foundEnterprise(tx, { id: enterpriseId, name: unnamedEnterprise, initials: 'yyqy', isOperating: true })
    const account = await tx
      .insertInto('account')
      .values({ enterpriseId, userName: 'admin', name: '系统管理员', initials: 'xtgly', post: '系统管理员', ...secret })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('accountRole')
      .values({ enterpriseId, accountId: account.id, roleId: valueIn(roles, 'admin') })
      .execute()
  })
  return password
}

type Admin = { enterprise_id: string; id: string; one_time_until: string | null }

async function findAdmin(pool: pg.Pool): Promise<Admin | undefined> {
  const { rows } = await pool.query<Admin>('select enterprise_id, id, one_time_until from find_account($1)', ['admin'])
  return rows[0]
}
