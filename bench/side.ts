import pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { bareStatements } from './bare.ts'
import { cpuMeter, type CpuMeter } from './cpu.ts'
import { taken, type FilledDatabases, type Size } from './filled.ts'
import { operationsOf, type Operation } from './operations.ts'
import { askForEverything, startServer, type Serving } from './serving.ts'

/** One factory behind one server. All sides of a run are there at the same time, so that they can be asked in turns. */
export type Side = {
  size: Size
  /** Another checkout whose server this is. */
  checkout: string | undefined
  counts: Awaited<ReturnType<typeof sizeOf>>
  admin: pg.Client
  adminUrl: string
  serving: Serving
  meter: CpuMeter
  operations: Operation[]
  close: () => Promise<void>
}

/** Starts a server on a copy of the filled database and asks it for everything once. */
export async function openSide({ filled, copyOf }: FilledDatabases, size: Size, checkout: string | undefined): Promise<Side> {
  const database = await copyOf(size, `bench_${size}${checkout === undefined ? '' : '_before'}`)
  const serving = await startServer(database.appUrl, checkout === undefined ? undefined : { checkout, adminUrl: database.adminUrl })
  await taken(`Asking for everything once (${size}), as people have who work for some days`, () => askForEverything(serving, filled))
  const admin = new pg.Client({ connectionString: database.adminUrl })
  await admin.connect()
  const meter = await cpuMeter(serving.pid, admin)
  const { rows: enterprises } = await admin.query<{ id: string }>('select id from enterprise where is_operating')
  const bare = await bareStatements(database.appUrl, only(enterprises).id, meter)
  return {
    size,
    checkout,
    counts: await sizeOf(admin),
    admin,
    adminUrl: database.adminUrl,
    serving,
    meter,
    operations: await operationsOf(serving, meter, filled, bare),
    async close() {
      await serving.stop()
      await bare.end()
      await admin.end()
      await database.drop()
    },
  }
}

async function sizeOf(admin: pg.Client) {
  const { rows } = await admin.query<{ lots: number; moves: number; auditBytesPerMove: number }>(
    `select (select count(*)::int from lot) as lots, (select count(*)::int from stock_entry) as moves,
      (pg_total_relation_size('audit') / (select count(*) from stock_entry))::int as "auditBytesPerMove"`,
  )
  return only(rows)
}
