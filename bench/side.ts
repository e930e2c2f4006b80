import pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { bareStatements } from './bare.ts'
import { cpuMeter } from './cpu.ts'
import { taken, type FilledDatabases, type Size } from './filled.ts'
import { operationsOf } from './operations.ts'
import { askForEverything, startServer } from './serving.ts'

/** One factory behind one server. All sides of a run are there at the same time, so that they can be asked in turns. */
export type Side = Awaited<ReturnType<typeof openSide>>

/** Starts a server, this checkout's or another's, on a copy of the filled database and asks it for everything once. */
export async function openSide({ filled, copyOf }: FilledDatabases, size: Size, checkout: string | undefined) {
  const name = checkout === undefined ? size : `${size}_before`
  const database = await copyOf(size, `bench_${name}`)
  const closers: (() => Promise<unknown>)[] = [database.drop]
  const close = async () => {
    for (const end of closers.reverse()) await end()
  }
  try {
    const serving = await startServer(database.appUrl, checkout === undefined ? undefined : { checkout, adminUrl: database.adminUrl })
    closers.push(serving.stop)
    await taken(`Asking for everything once (${name}), as people have who work for some days`, () => askForEverything(serving, filled))
    const admin = new pg.Client({ connectionString: database.adminUrl })
    await admin.connect()
    closers.push(() => admin.end())
    const meter = await cpuMeter(serving.pid, admin)
    const { rows: enterprises } = await admin.query<{ id: string }>('select id from enterprise where is_operating')
    const bare = await bareStatements(database.appUrl, only(enterprises).id, meter)
    closers.push(bare.end)
    const operations = await operationsOf(serving, meter, filled, bare)
    return { name, size, checkout, counts: await sizeOf(admin), admin, adminUrl: database.adminUrl, serving, meter, operations, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function sizeOf(admin: pg.Client) {
  const { rows } = await admin.query<{ lots: number; moves: number; auditBytesPerMove: number }>(
    `select (select count(*)::int from lot) as lots, (select count(*)::int from stock_entry) as moves,
      (pg_total_relation_size('audit') / (select count(*) from stock_entry))::int as "auditBytesPerMove"`,
  )
  return only(rows)
}
