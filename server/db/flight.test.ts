import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CompiledQuery, sql, type Kysely } from 'kysely'
import type pg from 'pg'
import { realClock } from '#tools/clock.ts'
import { emptyDatabase, type TestDatabase } from '#server/test/database.ts'
import { preparedAtMost } from './flight.ts'
import { named, sendTogether, readingOver, statementsOver, withClient, writingOver } from './connection.ts'
import { openPool } from './pool.ts'

let database: TestDatabase
let pool: pg.Pool
before(async () => {
  database = await emptyDatabase()
  pool = openPool(database.adminUrl, { size: 1 })
  await pool.query('create table note (line integer primary key, text text not null)')
})
after(async () => {
  await pool.end()
  await database.drop()
})

/** How many messages are sent while something is done. */
async function messagesOf(client: pg.PoolClient, work: () => Promise<unknown>): Promise<number> {
  let sent = 0
  const { query } = client
  Object.assign(client, { query: (...asked: unknown[]) => ((sent += 1), Reflect.apply(query, client, asked)) })
  try {
    await work()
  } finally {
    Object.assign(client, { query })
  }
  return sent
}

const write = (line: number, text: string | null = 'a') => sql`insert into note values (${line}, ${text})`
const lines = async () => (await pool.query<{ line: number }>('select line from note order by line')).rows.map(({ line }) => line)

test('statements that are sent together have one message, and each its answer', async () => {
  await withClient(pool, async (client) => {
    const sent = await messagesOf(client, async () => {
      const [one, two] = await sendTogether(client, [named('select 1 as a'), named('select $1::text as b', ['x'])])
      assert.deepEqual([one?.rows, two?.rows], [[{ a: 1 }], [{ b: 'x' }]])
    })
    assert.equal(sent, 1)
  })
})

test('a statement that is sent twice in one message is prepared once, and so is the one after it', async () => {
  await withClient(pool, async (client) => {
    const twice = () =>
      sendTogether(client, [
        named('select $1::text as first', ['a']),
        named('select $1::text as first', ['b']),
        named('select $1::text as second', ['c']),
      ])
    for (const attempt of [1, 2]) {
      const answers = await twice()
      assert.deepEqual(
        answers.map(({ rows }) => rows[0]),
        [{ first: 'a' }, { first: 'b' }, { second: 'c' }],
        `attempt ${attempt}`,
      )
    }
  })
})

test('statements beyond those that are prepared, without a name and without values, have each their answer too', async () => {
  await withClient(pool, async (client) => {
    const plain = (text: string) => ({ text, values: [] })
    const answers = await sendTogether(client, [plain('select 1 as a'), plain('select 2 as a'), named('select $1::text as b', ['x'])])
    assert.deepEqual(
      answers.map(({ rows }) => rows),
      [[{ a: 1 }], [{ a: 2 }], [{ b: 'x' }]],
    )
  })
})

test('of more statements than a connection keeps, the one that was asked longest ago is prepared anew', async () => {
  await withClient(pool, async (client) => {
    const ask = (number: number) => sendTogether(client, [named(`select ${number} as a`)])
    const isPrepared = async (number: number) =>
      (await client.query('select from pg_prepared_statements where statement = $1', [`select ${number} as a`])).rowCount === 1
    for (let number = 0; number < preparedAtMost; number++) await ask(number)
    await ask(0)
    await ask(preparedAtMost)
    assert.deepEqual([await isPrepared(0), await isPrepared(1), await isPrepared(preparedAtMost)], [true, false, true])
    for (const number of [1, 0, preparedAtMost]) assert.equal((await ask(number))[0]?.rows[0]?.['a'], number)
    assert.ok(await isPrepared(1))
    const { rows } = await client.query<{ count: number }>('select count(*)::int from pg_prepared_statements')
    assert.equal(rows[0]?.count, preparedAtMost)
  })
})

test('after a statement that fails none is run, and the connection can be used as before', async () => {
  await withClient(pool, async (client) => {
    const together = () =>
      sendTogether(client, [
        named('begin'),
        named('insert into note values (1, null)'),
        named('insert into note values (2, $1)', ['b']),
        named('commit'),
      ])
    // Twice: what was prepared before the error is known to be, and what was not is not.
    for (const attempt of [1, 2]) {
      await assert.rejects(together(), { code: '23502' }, `attempt ${attempt}`)
      await client.query('rollback')
    }
    await sendTogether(client, [named('begin'), named('insert into note values (2, $1)', ['b']), named('rollback')])
  })
  assert.deepEqual(await lines(), [])
})

test('a value that has no form is refused before anything is sent', async () => {
  await withClient(pool, async (client) => {
    const round: { self?: unknown } = {}
    round.self = round
    await assert.rejects(
      async () => sendTogether(client, [named('insert into note values (3, $1)', ['c']), named('select $1::text', [round])]),
      TypeError,
    )
    await assert.rejects(sql`select ${round}::text`.execute(statementsOver(client)), TypeError)
  })
  assert.deepEqual(await lines(), [])
})

test('what is asked at the same time goes in one message', async () => {
  await withClient(pool, async (client) => {
    const tx = statementsOver(client)
    const ask = (what: string) => sql<{ said: string }>`select ${what}::text as said`.execute(tx)
    const sent = await messagesOf(client, async () => {
      const answers = await Promise.all([ask('a'), ask('b'), ask('c')])
      assert.deepEqual(
        answers.map(({ rows }) => rows[0]?.said),
        ['a', 'b', 'c'],
      )
    })
    assert.equal(sent, 1)
  })
})

test('each message of a read is a transaction of its own, which begins as it is told, can write nothing, and leaves nothing behind', async () => {
  await withClient(pool, async (client) => {
    const answers: unknown[] = []
    const statement = () =>
      named(`select set_config('transaction_read_only', 'on', true), set_config('app.actor', 'reader', true) as actor`)
    const { tx, end } = readingOver(client, realClock, {
      statements: () => [statement()],
      answered: ([one]) => answers.push(one?.rows[0]?.['actor']),
    })
    const ask = () => sql<{ actor: string; at: string }>`select current_setting('app.actor', true) as actor, now()::text as at`.execute(tx)
    const sent = await messagesOf(client, async () => {
      const [{ rows: first }, { rows: beside }] = await Promise.all([ask(), ask()])
      assert.deepEqual(first, beside, 'one transaction')
      assert.equal(first[0]?.actor, 'reader')
      assert.deepEqual(answers, ['reader'], 'told before those who asked have their answers')
      assert.notEqual((await ask()).rows[0]?.at, first[0]?.at, 'another transaction')
    })
    assert.equal(sent, 2)
    await assert.rejects(write(9).execute(tx), { code: '25006' })
    const after = await client.query(
      `select current_setting('app.actor', true) as actor, current_setting('transaction_read_only') as reads`,
    )
    assert.deepEqual(after.rows, [{ actor: '', reads: 'off' }])
    // Who gives the connection back says nothing on it any more, not even what was asked just before.
    const asked = ask()
    end()
    await assert.rejects(asked, /the transaction is over/)
    await assert.rejects(ask(), /the transaction is over/)
  })
  assert.deepEqual(await lines(), [])
})

test('what is written later goes with the next statement, before it', async () => {
  await withClient(pool, async (client) => {
    const { tx, end } = writingOver(client, realClock)
    const sent = await messagesOf(client, async () => {
      await sql`begin`.execute(tx)
      await tx.later(write(1))
      await tx.later(sql`update note set text = 'b' where line = 1`)
      const { rows } = await sql<{ text: string }>`select text from note`.execute(tx)
      assert.deepEqual(rows, [{ text: 'b' }])
      await tx.later(write(2))
      await end([named('commit')]).over
    })
    assert.equal(sent, 3)
  })
  assert.deepEqual(await lines(), [1, 2])
  await pool.query('delete from note')
})

/** What begins a transaction in the first message, and goes on only for the one who is expected. */
function openingFor(expected: string) {
  const statements = [named('begin'), named(`select 'somebody' as who`)]
  return {
    statements: () => statements.splice(0),
    answered(answers: readonly { rows: Record<string, unknown>[] }[]) {
      if (answers[1]?.rows[0]?.['who'] !== expected) throw new Error('somebody else')
    },
  }
}

test('a write begins with the first that it asks, which it is told when it is settled for whom it began', async () => {
  await withClient(pool, async (client) => {
    const { tx, opened, end } = writingOver(client, realClock, openingFor('somebody'))
    const sent = await messagesOf(client, async () => {
      await tx.later(write(1))
      const { rows } = await sql<{ text: string }>`select text from note`.execute(tx)
      assert.deepEqual(rows, [{ text: 'a' }])
      await opened()
      await end([named('commit')]).over
    })
    assert.equal(sent, 2)
  })
  assert.deepEqual(await lines(), [1])
  await pool.query('delete from note')
  await withClient(pool, async (client) => {
    const { tx, opened } = writingOver(client, realClock, openingFor('another'))
    await tx.later(write(1))
    await assert.rejects(sql`select text from note`.execute(tx), /somebody else/)
    await assert.rejects(opened(), /somebody else/)
    await client.query('rollback')
  })
  // Also who asks after it was begun alone waits for what was told.
  await withClient(pool, async (client) => {
    const { tx, opened } = writingOver(client, realClock, openingFor('another'))
    const [begun, asked] = await Promise.allSettled([opened(), sql`select text from note`.execute(tx)])
    assert.deepEqual([begun.status, asked.status], ['rejected', 'rejected'])
    await client.query('rollback')
  })
  assert.deepEqual(await lines(), [])
})

test('a write that has asked nothing is begun before its end, and what it wrote is sent by the end alone', async () => {
  await withClient(pool, async (client) => {
    const { tx, opened, end } = writingOver(client, realClock, openingFor('somebody'))
    await tx.later(write(1, null))
    const sent = await messagesOf(client, opened)
    assert.equal(sent, 1)
    await assert.rejects(end([named('commit')]).late, { code: '23502' })
    await client.query('rollback')
  })
  assert.deepEqual(await lines(), [])
})

test('what the database refuses of it is refused with the next statement, and at the end before anything is ended', async () => {
  await withClient(pool, async (client) => {
    const { tx, end } = writingOver(client, realClock)
    await sql`begin`.execute(tx)
    await sql`savepoint step`.execute(tx)
    await tx.later(write(1, null))
    await assert.rejects(sql`select 1`.execute(tx), { code: '23502' })
    await sql`rollback to savepoint step`.execute(tx)
    await tx.later(write(2, null))
    const { late } = end([named('commit')])
    await assert.rejects(late, { code: '23502' })
    await end([named('rollback to savepoint step'), named('insert into note values (3, $1)', ['c']), named('commit')]).over
  })
  assert.deepEqual(await lines(), [3])
  await pool.query('delete from note')
})

test('what is undone is not written first', async () => {
  await withClient(pool, async (client) => {
    const { tx, end, forget } = writingOver(client, realClock)
    await sql`begin`.execute(tx)
    await sql`savepoint row`.execute(tx)
    await tx.later(write(1, null))
    await sql`rollback to savepoint row`.execute(tx)
    await tx.later(write(2, null))
    forget()
    await end([named('commit')]).over
  })
  assert.deepEqual(await lines(), [])
})

test('a statement that was prepared and is not described again gives the same rows', async () => {
  await withClient(pool, async (client) => {
    const asked = named('select line, text from note where line = any($1)', [[7, 8]])
    const refused = named('select 1 / ($1::integer - 1) as whole', [1])
    await client.query(`insert into note values (7, 'g'), (8, 'h')`)
    const rows = [
      { line: 7, text: 'g' },
      { line: 8, text: 'h' },
    ]
    for (let turn = 0; turn < 3; turn++) {
      const [answer] = await sendTogether(client, [asked])
      assert.deepEqual(answer?.rows, rows)
      // Prepared, and then refused before anything came of it.
      await assert.rejects(sendTogether(client, [named('select $1::integer as number', ['x']), refused]), { code: '22P02' })
      await assert.rejects(sendTogether(client, [refused, asked]), { code: '22012' })
      const [number, whole] = await sendTogether(client, [named('select $1::integer as number', ['3']), { ...refused, values: [2] }])
      assert.deepEqual([number?.rows, whole?.rows], [[{ number: 3 }], [{ whole: 1 }]])
    }
  })
  await pool.query('delete from note')
})

test('the same text has the names of the database for who sends it, and those of the program for kysely, also within JSON', async () => {
  const text = `select 1 as first_one, '{"a_b": [{"c_d": null}]}'::jsonb as in_json, array['{"e_f": 1}', null]::jsonb[] as in_array,
    null::json as in_none, '\\x0a'::bytea as in_bytes, ${Array.from({ length: 20 }, (_, at) => `${at} as column_${at}x`).join(', ')}`
  const columns = (name: (at: number) => string) => Object.fromEntries(Array.from({ length: 20 }, (_, at) => [name(at), at]))
  await withClient(pool, async (client) => {
    for (let turn = 0; turn < 3; turn++) {
      const { rows } = await statementsOver(client).getExecutor().executeQuery(CompiledQuery.raw(text, []))
      const spelled = { firstOne: 1, inJson: { aB: [{ cD: null }] }, inArray: [{ eF: 1 }, null], inNone: null, inBytes: Buffer.from([10]) }
      assert.deepEqual(rows, [{ ...spelled, ...columns((at) => `column${at}x`) }])
      const [raw] = await sendTogether(client, [named(text)])
      const asItCame = {
        first_one: 1,
        in_json: { a_b: [{ c_d: null }] },
        in_array: [{ e_f: 1 }, null],
        in_none: null,
        in_bytes: Buffer.from([10]),
      }
      assert.deepEqual(raw?.rows, [{ ...asItCame, ...columns((at) => `column_${at}x`) }])
    }
  })
})

test('kysely is told how many rows a statement changed, who asked what failed, and nothing of transactions', async () => {
  await withClient(pool, async (client) => {
    const tx = statementsOver(client)
    await client.query(`insert into note values (9, 'i'), (10, 'j')`)
    assert.equal((await sql`update note set text = 'k' where line > 8`.execute(tx)).numAffectedRows, 2n)
    assert.equal((await sql`select from note`.execute(tx)).numAffectedRows, undefined)
    const whoDivides = () => sql`select 1 / 0`.execute(tx).then((answer) => answer)
    await assert.rejects(
      async () => await whoDivides(),
      (error: Error) => /flight\.test\.ts/.test(error.stack ?? ''),
    )
    // The type of what a step is given hides it; whoever gets at it has no transaction of their own all the same.
    await assert.rejects(
      (tx as unknown as Kysely<unknown>).transaction().execute(async () => {}),
      /a transaction is begun and ended by who/,
    )
  })
  await pool.query('delete from note')
})
