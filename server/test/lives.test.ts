import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { fieldValue } from '#contract/office/field-words.ts'
import { historyTables } from '#contract/office/history.ts'
import { columnTypes } from '#server/db/column-types.ts'
import { lives as waiting } from '#server/features/office/home/lives.ts'
import { postsWhere } from '#server/features/office/home/posts.ts'
import { builtInRoles, factoryRoles } from '#server/features/people/enterprise/first-roles.ts'
import { lifeCodes, stages } from '#contract/office/work.ts'
import { everyLife, noLives, type Actions, type Life } from './every-life.ts'

/** Every life of the product in one test: its words, the ways through it, and who is waited for in it. */

const sourceOf = (file: string) => readFileSync(`server/features/${file}`, 'utf8')
const sources = readdirSync('server/features', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map(sourceOf)

type Way = { from: string; to: string }

/** Every change of state that the life has. */
const waysOf = ({ actions = {}, steps = [], follows }: Life): Way[] => [
  ...Object.values(actions).flatMap(({ from, to, orTo = [], stays }) =>
    from.flatMap((state) => [...(stays ? [] : [to]), ...orTo].map((next) => ({ from: state, to: next }))),
  ),
  ...steps,
  ...Object.entries(follows?.life ?? {}).flatMap(([from, next]) => next.map((to) => ({ from, to }))),
]

/** The states that some step of the server may write. Where a function moves along the life, those it is called with. */
function writtenIn({ starts, actions = {}, follows }: Life, ways: readonly Way[]): Set<string> {
  if (follows === undefined) return new Set([...starts, ...ways.map(({ to }) => to)])
  const calls = new RegExp(`${follows.setter}\\([^\\n]*'(\\w+)'`, 'g')
  // The plural takes several states at once, each as `to`.
  const callsOfSeveral = new RegExp(`${follows.setter}s\\([^]*?\\]\\)`, 'g')
  const given = sources.flatMap((source) => [
    ...[...source.matchAll(calls)].map(([, word]) => word!),
    ...[...source.matchAll(callsOfSeveral)].flatMap(([call]) => [...call.matchAll(/to: '(\w+)'/g)].map(([, word]) => word!)),
  ])
  return new Set([...starts, ...Object.values(actions).map(({ to }) => to), ...given])
}

function reachedIn(life: Life, ways: readonly Way[]): Set<string> {
  const written = writtenIn(life, ways)
  const reached = new Set(life.starts)
  for (let size = 0; size !== reached.size;) {
    size = reached.size
    for (const { from, to } of ways) if (reached.has(from) && written.has(to)) reached.add(to)
  }
  return reached
}

/** The states in which an action of the life is what comes next. */
const awaitedIn = ({ actions = {} }: Pick<Life, 'actions'>) => new Set(Object.values(actions).flatMap((action) => action.awaitedIn ?? []))

/** What is not whole about a life, in words. */
function faultsOf(life: Life): string[] {
  const { states, looks, starts, actions = {}, steps = [], rest, waits = {}, unwritten = {} } = life
  const ways = waysOf(life)
  const reached = reachedIn(life, ways)
  const awaited = awaitedIn(life)
  const named: [string, readonly string[]][] = [
    ['label', Object.keys(looks ?? {})],
    ['start', starts],
    ['rest', rest],
    ['wait', Object.keys(waits)],
    ['exception', Object.keys(unwritten)],
    ...Object.entries(actions).map(([name, { from, to, orTo = [] }]): [string, string[]] => [name, [...from, to, ...orTo]]),
    ...steps.map(({ from, to, by }): [string, string[]] => [by, [from, to]]),
  ]
  return [
    ...named.flatMap(([what, words]) => words.filter((word) => !states.includes(word)).map((word) => `${what}: ${word} is no state`)),
    ...Object.entries(actions).flatMap(([name, { from, awaitedIn: there = [] }]) =>
      there.filter((state) => !from.includes(state)).map((state) => `${name} is awaited in ${state} and does not begin there`),
    ),
    ...steps.filter(({ to, by }) => !sourceOf(by).includes(`'${to}'`)).map(({ to, by }) => `${by} does not write ${to}`),
    ...states.flatMap((state) => {
      const isKnown = looks === undefined || state in looks
      const isUnwritten = state in unwritten
      const isAtRest = rest.includes(state)
      const isAwaited = awaited.has(state)
      const leaves = ways.some(({ from, to }) => from === state && to !== state) || states.length === 1
      return [
        ...(isKnown ? [] : [`${state} has no label`]),
        ...(reached.has(state) === isUnwritten
          ? [isUnwritten ? `${state} is written now: drop the exception` : `nothing leads to ${state}`]
          : []),
        ...(isUnwritten || isAtRest || leaves ? [] : [`nothing leads out of ${state}`]),
        ...(isUnwritten || isAtRest || isAwaited || state in waits ? [] : [`nobody is waited for in ${state}`]),
        ...(isAwaited && isAtRest ? [`${state} is at rest and an action is awaited in it`] : []),
        ...(state in waits && (isAtRest || isAwaited) ? [`${state} is awaited or at rest: drop the reason`] : []),
      ]
    }),
  ].map((fault) => `${life.name}: ${fault}`)
}

test('every life is whole: its states have a label, are reached, are left or at rest, and each that is not at rest waits for a person or a thing', () => {
  assert.ok(everyLife.length >= 30, `${everyLife.length} lives`)
  assert.deepEqual(everyLife.flatMap(faultsOf), [])
})

test('the check of a life can say no', () => {
  const actions: Actions = {
    send: { label: '提交', duty: '11:create', from: ['draft'], awaitedIn: ['draft'], to: 'sent' },
    reject: { label: '退回', duty: '11:approve', from: ['sent'], awaitedIn: ['sent'], to: 'draft' },
    approve: { label: '批准', duty: '11:approve', from: ['sent'], to: 'done' },
  }
  const tone = 'neutral'
  const looks = { draft: { label: '草稿', tone }, sent: { label: '待批准', tone }, done: { label: '已批准', tone } } as const
  const whole: Life = { name: 'x', states: ['draft', 'sent', 'done'], looks, starts: ['draft'], actions, rest: ['done'] }
  const faults = (changed: Partial<Life>) => faultsOf({ ...whole, ...changed })
  assert.deepEqual(faults({}), [])
  assert.deepEqual(faults({ states: [...whole.states, 'held'] }), [
    'x: held has no label',
    'x: nothing leads to held',
    'x: nothing leads out of held',
    'x: nobody is waited for in held',
  ])
  assert.deepEqual(faults({ states: ['draft', 'sent'] }), [
    'x: label: done is no state',
    'x: rest: done is no state',
    'x: approve: done is no state',
  ])
  assert.deepEqual(faults({ rest: [] }), ['x: nothing leads out of done', 'x: nobody is waited for in done'])
  assert.deepEqual(faults({ rest: ['sent', 'done'] }), ['x: sent is at rest and an action is awaited in it'])
  assert.deepEqual(faults({ unwritten: { done: 'later' } }), ['x: done is written now: drop the exception'])
  assert.deepEqual(faults({ waits: { sent: { nobody: 'somebody' } } }), ['x: sent is awaited or at rest: drop the reason'])
  assert.deepEqual(faults({ actions: { ...actions, approve: { ...actions.approve!, awaitedIn: ['done'] } } }), [
    'x: approve is awaited in done and does not begin there',
    'x: done is at rest and an action is awaited in it',
  ])
  assert.deepEqual(faults({ steps: [{ from: 'sent', to: 'done', by: 'supply/purchase/close-order.ts' }] }), [
    'x: supply/purchase/close-order.ts does not write done',
  ])
  assert.deepEqual(faults({ actions: { ...actions, approve: { ...actions.approve!, stays: true } } }), ['x: nothing leads to done'])
})

type Exported = { name: string; value: unknown }

/** Everything that the modules of the contract export, and what lies one table deeper (`lotStates.raw`). */
async function exportsOfContract(): Promise<Exported[]> {
  const files = readdirSync('contract', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  const modules = await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(pathToFileURL(`contract/${file}`).href)))
  const exported = modules.flatMap((module) => Object.entries(module).map(([name, value]) => ({ name, value })))
  return exported.flatMap(({ name, value }) => [
    { name, value },
    ...(isTable(value) ? Object.entries(value).map(([key, inner]) => ({ name: `${name}.${key}`, value: inner })) : []),
  ])
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
const has = (value: unknown, ...keys: string[]) => isTable(value) && keys.every((key) => key in value)
const isTableOf = (value: unknown, ...keys: string[]): value is Record<string, unknown> =>
  isTable(value) && Object.keys(value).length > 0 && Object.values(value).every((one) => has(one, ...keys))

/** Tables of states or actions and lists of states of the contract that no life of `among` has. */
const strayIn = (exported: readonly Exported[], among: readonly Life[]) => {
  const looks = new Set<unknown>(among.map((life) => life.looks))
  const actions = new Set<unknown>(among.flatMap((life) => Object.values(life.actions ?? {})))
  const states = new Set(among.map((life) => life.states.join(' ')))
  return exported
    .filter(({ name, value }) => {
      if (name in noLives) return false
      if (isTableOf(value, 'label', 'tone')) return !looks.has(value)
      if (has(value, 'label', 'duty', 'from', 'to')) return !actions.has(value)
      if (isTableOf(value, 'label', 'duty', 'from', 'to')) return Object.values(value).some((action) => !actions.has(action))
      return value instanceof z.ZodEnum && name.endsWith('State') && !states.has(value.options.join(' '))
    })
    .map(({ name }) => name)
}

const exported = await exportsOfContract()

test('no table of states or actions of the contract is without its life', () => {
  assert.deepEqual(strayIn(exported, everyLife), [])
  const found = (...keys: string[]) => exported.filter(({ value }) => isTableOf(value, ...keys)).length
  assert.ok(found('label', 'tone') >= 25, `${found('label', 'tone')} tables of labels`)
  assert.ok(found('label', 'duty', 'from', 'to') >= 20, `${found('label', 'duty', 'from', 'to')} tables of actions`)
  const withoutSales = everyLife.filter(({ name }) => !['销售单', '发运单'].includes(name))
  const stray = strayIn(exported, withoutSales).filter((name) => !name.includes('.'))
  assert.deepEqual(stray.sort(), ['saleActions', 'saleLooks', 'saleState'])
  for (const name of Object.keys(noLives))
    assert.ok(
      exported.some((one) => one.name === name),
      `${name} is gone: drop the exception`,
    )
})

/** In what a column of the schema and the lives that name it differ. */
function columnFaults(table: string, words: readonly string[], among: readonly Life[]): string[] {
  const own = among.filter(({ columns = [] }) => columns.includes(table))
  if (own.length === 0) return [`${table}.state belongs to no life`]
  return own.flatMap(({ name, states, storedAs = {} }) => {
    const shown = new Set(words.flatMap((word) => storedAs[word] ?? [word]).concat(storedAs[''] ?? []))
    return [...shown]
      .filter((word) => !states.includes(word))
      .concat(states.filter((state) => !shown.has(state)))
      .map((state) => `${table}.state and ${name} differ in ${state}`)
  })
}

const stateColumns = Object.entries(columnTypes).flatMap(([table, columns]) =>
  'state' in columns ? [{ table, words: columns.state.options.map(String) }] : [],
)

test('every column of states belongs to a life, and holds its words', () => {
  assert.ok(stateColumns.length >= 19, `${stateColumns.length} columns of states`)
  assert.deepEqual(
    stateColumns.flatMap(({ table, words }) => columnFaults(table, words, everyLife)),
    [],
  )
  assert.deepEqual(columnFaults('recall', ['open'], everyLife), ['recall.state belongs to no life'])
  assert.deepEqual(columnFaults('shipment', ['shipped', 'delivered', 'refused'], everyLife), [
    'shipment.state and 发运单 differ in partly_delivered',
  ])
})

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('a history shows every stored state by its label', () => {
  const untold = stateColumns
    .filter(({ table }) => snake(table) in historyTables)
    .flatMap(({ table, words }) =>
      words.filter((word) => /^[a-z_—]+$/.test(fieldValue(snake(table), 'state', word))).map((word) => `${table} ${word}`),
    )
  assert.deepEqual(untold, [])
  assert.equal(fieldValue('no_such_table', 'state', 'released'), 'released')
})

test('the home page knows every life in which an action is awaited, and no other', () => {
  const awaiting = everyLife.filter((life) => awaitedIn(life).size > 0)
  const isListed = ({ actions = {} }: Life) =>
    waiting.some((one) => Object.values(actions).every((action) => one.actions.some((other) => other === action)))
  assert.deepEqual(
    awaiting.filter((life) => !isListed(life)).map(({ name }) => name),
    [],
  )
  assert.equal(waiting.length, awaiting.length)
  for (const { document, actions, looks } of waiting)
    for (const state of actions.flatMap((action) => action.awaitedIn ?? [])) assert.ok(looks[state], `${document}: ${state} has no name`)
})

test('what waits for a person waits in a list of the home page, for a duty that somebody holds together with its page', () => {
  const documents = new Set(waiting.map(({ document }) => document))
  const unlisted = everyLife.flatMap(({ name, waits = {} }) =>
    Object.entries(waits).flatMap(([state, waited]) =>
      'listed' in waited
        ? waited.listed.filter((document) => !documents.has(document)).map((document) => `${name} ${state}: ${document}`)
        : [],
    ),
  )
  assert.deepEqual(unlisted, [])
  const known = postsWhere(() => true)
  const roles: [string, readonly string[]][] = Object.entries({ ...factoryRoles, admin: builtInRoles.admin })
  const unseen = known.filter(
    ({ page, steps }) => !steps.every((step) => roles.some(([, rights]) => rights.includes(step.duty) && rights.includes(page))),
  )
  assert.deepEqual(
    unseen.map(({ code, state }) => `${code} ${state}`),
    [],
  )
  // A post that holds a duty and not its page would never see what waits for it.
  const blind = roles.flatMap(([role, rights]) =>
    known.flatMap(({ code, page, steps }) =>
      steps
        .filter((step) => rights.includes(step.duty) && !rights.includes(page))
        .map((step) => `${role}: ${code} ${step.label} on ${page}`),
    ),
  )
  assert.deepEqual([...new Set(blind)], [])
  assert.deepEqual(
    Object.values(stages)
      .flatMap(({ lives }) => [...lives])
      .sort(),
    [...lifeCodes].sort(),
    'every life belongs to one stage',
  )
})
