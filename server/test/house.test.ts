import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { test } from 'node:test'

/** The only files one server feature may open in another; each is the only writer of its ledger. */
const doors = ['lot/lot', 'lot/hold-lot', 'stock/move-stock', 'trace/record-trace', 'qr/code-spans', 'qr/issue-codes', 'qr/fill-boxes']

/** Rooms of the server, from the lowest up: a room may use those before it. */
const rooms = ['db', 'platform', 'features', 'app']

const roomOf = (path: string) =>
  path.startsWith('server/features/')
    ? 'features'
    : path.startsWith('server/platform/')
      ? 'platform'
      : path.startsWith('server/db/')
        ? 'db'
        : 'app'

/** Why `from` may not import `to`, or undefined when it may. */
function trespass(from: string, to: string): string | undefined {
  const [house, room, name] = from.split('/')
  const [toHouse, toRoom, toName, ...rest] = to.split('/')
  if (house === 'contract') return toHouse === 'contract' ? undefined : 'the contract knows nobody'
  if (house !== toHouse) return toHouse === 'contract' ? undefined : `${house} may only leave its house for the contract`
  if (house === 'web') {
    const order = ['lib', 'parts', 'features', 'shell']
    if (room === 'features' && toRoom === 'features') return name === toName ? undefined : `${name} enters ${toName} by the window`
    if (room === 'public' || toRoom === 'public') return room === toRoom || toRoom === 'parts' ? undefined : 'the public pages stand alone'
    return order.includes(room!) && order.indexOf(toRoom!) > order.indexOf(room!) ? `${room} is below ${toRoom}` : undefined
  }
  if (isKit(from) || isKit(to)) return isKit(from) ? undefined : `${from} may not use what is made for tests and demo`
  if (rooms.indexOf(roomOf(to)) > rooms.indexOf(roomOf(from))) return `${roomOf(from)} is below ${roomOf(to)}`
  if (room !== 'features' || toRoom !== 'features' || name === toName) return undefined
  return doors.includes(`${toName}/${rest.join('/').replace(/\.tsx?$/, '')}`) ? undefined : `${name} enters ${toName} by the window`
}

/** Tests, demo and seeds stand outside the rooms: they may use all of the server, and only main may use them. */
const isKit = (path: string) => /^server\/(test|demo|main\.ts|welcome\.ts|verify\.ts|db\/seed)/.test(path) || path.endsWith('.test.ts')

test('nobody enters by the window', () => {
  const files = ['contract', 'server', 'web'].flatMap((house) =>
    readdirSync(house, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${house}/${file}`),
  )
  assert.ok(files.length > 100, 'the walk found the house')
  const broken = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].flatMap(([, path]) => {
      const why = trespass(file, posix.join(posix.dirname(file), path!))
      return why === undefined ? [] : [`${file} → ${path}: ${why}`]
    }),
  )
  assert.deepEqual(broken, [])
})

test('no room has a name that says nothing', () => {
  const nameless = ['contract', 'server', 'web'].flatMap((house) =>
    readdirSync(house, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(^|\/)(index|utils?|helpers?|common|service|manager|types)\.tsx?$/.test(file),
    ),
  )
  assert.deepEqual(nameless, [])
})

test('the rule can say no', () => {
  assert.ok(trespass('server/features/stock/move-stock.ts', 'server/features/release/queries.ts'))
  assert.ok(trespass('contract/release.ts', 'server/app.ts'))
  assert.ok(trespass('server/platform/serve.ts', 'server/features/stock/move-stock.ts'))
  assert.ok(trespass('server/db/connection.ts', 'server/platform/serve.ts'))
  assert.ok(trespass('server/features/stock/move-stock.ts', 'server/test/world.ts'))
  assert.ok(trespass('web/features/a/APage.tsx', 'web/features/b/BPage.tsx'))
  assert.ok(trespass('web/parts/A.tsx', 'web/features/b/BPage.tsx'))
  assert.ok(trespass('web/shell/A.tsx', 'server/app.ts'))
  assert.equal(trespass('server/features/release/release-lot.ts', 'server/features/stock/move-stock.ts'), undefined)
  assert.equal(trespass('web/features/a/APage.tsx', 'web/parts/ListPage.tsx'), undefined)
})
