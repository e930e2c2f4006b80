import { setTimeout as pass } from 'node:timers/promises'
import pg from 'pg'
import { cpuMeter } from './cpu.ts'
import { costsOfDocuments } from './documents.ts'
import { taken, type FilledDatabases } from './filled.ts'
import { startServer } from './serving.ts'
import { printHeading, printLine } from './table.ts'

const shown = 40
/** A connection tells its counts once a second. */
const untilTold = 2_000

/** Where the time of documents goes inside PostgreSQL: its functions and triggers by their own time. Wall time, of the screens that are read in between as well. */
export async function printFunctions({ filled, copyOf }: FilledDatabases): Promise<void> {
  const database = await copyOf('small', 'bench_functions')
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  await admin.query(`do $$ begin execute format('alter database %I set track_functions = ''all''', current_database()); end $$`)
  const serving = await startServer(database.appUrl)
  try {
    const meter = await cpuMeter(serving.pid, admin)
    // First until everything is planned and compiled.
    await taken('Making documents', () => costsOfDocuments([{ meter, serving }], filled))
    await pass(untilTold)
    await admin.query('select pg_stat_reset()')
    await taken('Making them again', () => costsOfDocuments([{ meter, serving }], filled))
    await pass(untilTold)
    const { rows } = await admin.query<{ name: string; calls: number; own: number; whole: number }>(
      `select funcname as name, calls::float, self_time as own, total_time as whole from pg_stat_user_functions where calls > 0 order by self_time desc limit ${shown}`,
    )
    printHeading('Functions by their own time, ms', ['calls', 'own', 'whole', 'a call'])
    for (const { name, calls, own, whole } of rows) printLine(name, [calls, own, whole, whole / calls])
  } finally {
    await serving.stop()
    await admin.end()
    await database.drop()
  }
}
