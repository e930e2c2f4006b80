import type { Insertable } from 'kysely'
import type { Enterprise } from '#server/db/schema.ts'
import { builtInRoles, factoryRoles } from './first-roles.ts'
import { furnishEnterprise } from './furnish-enterprise.ts'
import type { Tx } from '#kernel/serve.ts'

/** What the operating enterprise of a new installation is called until somebody says what it is. */
export const unnamedEnterprise = '运营企业'

/**
 * What every enterprise begins with, demo or real: its row, the shipped dictionary, the places of its ledger that are no bins and the
 * roles of a factory. The transaction must already act for it. Returns the roles by name.
 */
export async function foundEnterprise(tx: Tx, enterprise: Insertable<Enterprise> & { id: string }): Promise<Map<string, string>> {
  await tx.insertInto('enterprise').values(enterprise).execute()
  await furnishEnterprise(tx)
  return writeRoles(tx, enterprise.id, enterprise.isOperating ?? false)
}

/** The built-in roles and those of a factory. Only the operating enterprise runs the platform, so only its roles get that right. */
async function writeRoles(tx: Tx, enterpriseId: string, isOperating: unknown): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [name, rights] of Object.entries({ ...builtInRoles, ...factoryRoles })) {
    const role = await tx
      .insertInto('role')
      .values({ enterpriseId, name, builtIn: name in builtInRoles })
      .returning('id')
      .executeTakeFirstOrThrow()
    const given = rights.filter((right) => isOperating === true || right !== '33:platform')
    await tx
      .insertInto('roleRight')
      .values(given.map((rightCode) => ({ enterpriseId, roleId: role.id, rightCode })))
      .execute()
    ids.set(name, role.id)
  }
  return ids
}
