import { accountApi } from '#contract/people/account.ts'
import { userApi } from '#contract/people/user.ts'
import { firstAdminPassword } from '#server/db/seed/first-admin.ts'
import { signIn, type Person } from '#server/demo/person.ts'
import { testDatabase } from './database.ts'
import { openWorld, type World } from './world.ts'

/** The password that everybody in a new factory chooses. */
export const chosenPassword = 'Wo-de-kou-ling-2026'

/** An installation on its first day: no demo data, and `admin` with a password of their own. */
export async function newFactory(): Promise<{ world: World; admin: Person }> {
  const world = await openWorld(await testDatabase())
  const printed = await firstAdminPassword(world.pool)
  if (printed === undefined) throw new Error('the first start prints a password')
  const admin = await signIn(world.app, 'admin', printed)
  await admin.ask(accountApi.changePassword, { current: printed, next: chosenPassword })
  return { world, admin }
}

/** A colleague with these roles, made by an administrator who decides alone. */
export async function newColleague(world: World, admin: Person, userName: string, roles: readonly string[]): Promise<Person> {
  const choices = await admin.ask(userApi.roleChoices, {})
  const roleIds = choices.filter(({ name }) => roles.includes(name)).map(({ id }) => id)
  const { oneTimePassword } = await admin.ask(userApi.create, { userName, name: userName, roleIds })
  const person = await signIn(world.app, userName, oneTimePassword)
  await person.ask(accountApi.changePassword, { current: oneTimePassword, next: chosenPassword })
  return person
}
