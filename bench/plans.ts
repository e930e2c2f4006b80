import { openPool } from '#server/db/pool.ts'
import { judge } from '#server/test/plans/judge.ts'
import { namedStatements } from '#server/test/plans/named-statements.ts'
import { walkEverything, withoutAnswer } from '#server/test/plans/walk.ts'
import { tellPlans, watchStatements } from '#server/test/plans/watch-statements.ts'
import { openWorld, testInstallation } from '#server/test/world.ts'
import { taken, type FilledDatabases } from './filled.ts'
import { masterKey } from './serving.ts'

/** Walks every read and the steps of some lives on a copy of the large factory and looks at every plan; false where one reads too much. */
export async function checkPlans({ filled, copyOf }: FilledDatabases): Promise<boolean> {
  const database = await copyOf('large', 'bench_plans')
  const admin = openPool(database.adminUrl, { size: 1 })
  await tellPlans(admin)
  await admin.end()
  const world = await openWorld(database, { ...testInstallation, masterKey })
  try {
    const watch = watchStatements(world.pool)
    const { statements, unanswered, broken } = await taken('Walking', () => walkEverything(world, watch, filled))
    const { tooMuch, needless } = judge(statements, namedStatements)
    const silent = unanswered.filter((path) => !(path in withoutAnswer))
    console.log(`${statements.length} statements; ${tooMuch.length} read too much`)
    for (const fault of tooMuch) console.log(`  ${fault}`)
    // Told and no fault: the suite may need it in the small factory.
    for (const name of needless) console.log(`  named, and needs no name here: ${name}`)
    for (const path of silent) console.log(`  without an answer: ${path}`)
    for (const what of broken) console.log(`  not done: ${what}`)
    return tooMuch.length + silent.length + broken.length === 0
  } finally {
    await world.close()
  }
}
