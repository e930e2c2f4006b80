import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { fieldNames } from '#contract/office/field-names.ts'
import { historyValue } from '#contract/office/field-words.ts'
import { historyApi, historyTables, type HistoryTable } from '#contract/office/history.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { latinIn } from '#server/test/latin.ts'
import { columnTypes } from '#server/db/column-types.ts'
import { migrate } from '#server/db/migrate.ts'
import { appPasswordOf, oldDatabase, readKept } from '#server/test/old-database.ts'
import { openWorld, type World } from '#server/test/world.ts'

// A factory in which nearly every table has rows, written by an old version; no person of it is asked for anything but to read.
let world: World
before(async () => {
  const database = await oldDatabase(readKept('b556948'))
  await migrate(database.adminUrl, { appPassword: appPasswordOf(database) })
  world = await openWorld(database)
})
after(() => world.close())

test('every history of an old factory is told in words: no column, no stored word, no JSON, no id', async () => {
  const reader = await world.as('admin')
  // Names of plants, of people's accounts and of what people typed are no words of the program.
  const { rows: plants } = await world.admin.query<{ name: string }>(
    `select unnest(species || latin) as name from material union select species from raw_lot order by 1 desc`,
  )
  const named = new Set(['user_name', 'species', 'latin', 'prefix', 'name', 'end_reason', 'ended_by', 'code'])
  const foreign = new Map<string, string>()
  let told = 0
  for (const table of keysOf(historyTables)) {
    const { rows } = await world.admin.query<{ id: string }>(
      `select id from ${table} where ${table === 'enterprise' ? 'id' : 'enterprise_id'} = (select id from enterprise where is_operating) order by id desc limit 25`,
    )
    for (const { id } of rows) {
      const read = await reader.ask(historyApi.read, { table, id }).catch(() => undefined)
      for (const { changes } of read?.entries ?? [])
        for (const { field, before, after } of changes)
          for (const value of [before, after]) {
            told++
            const shown = `${fieldNames[field] ?? field}：${historyValue(value, { table, field, time: () => '时间' })}`
            const typed = plants.reduce((text, { name }) => (name === null || name === '' ? text : text.replaceAll(name, '')), shown)
            if (named.has(field)) continue
            for (const word of latinIn(typed)) foreign.set(`${table}.${field} ${word}`, shown.slice(0, 300))
          }
    }
  }
  assert.ok(told > 5000, `${told} values were told`)
  assert.deepEqual(
    [...foreign].map(([where, shown]) => `${where}: ${shown}`),
    [],
  )
})

/** The words that a column may hold, where the contract lists them. */
const wordsOf = (type: z.ZodType): string[] => (type instanceof z.ZodEnum ? type.options.filter((word) => typeof word === 'string') : [])

test('every stored word of a column whose words are listed has its Chinese in the history', () => {
  const tables: Record<string, Record<string, z.ZodType>> = columnTypes
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const isTold = (table: string): table is HistoryTable => table in historyTables
  const told = Object.entries(tables).flatMap(([table, columns]) => {
    const name = snake(table)
    if (!isTold(name)) return []
    return Object.entries(columns).flatMap(([column, type]) => wordsOf(type).map((word) => ({ table: name, column: snake(column), word })))
  })
  assert.ok(told.length > 120, `${told.length} words`)
  assert.deepEqual(
    told.filter(({ table, column, word }) => latinIn(historyValue(word, { table, field: column, time: () => '时间' })).length > 0),
    [],
  )
})
