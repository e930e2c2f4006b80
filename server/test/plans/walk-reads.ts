import { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { requestOf } from '#server/demo/person.ts'
import { herbs } from '#server/test/fill/factory.ts'

type Input = Record<string, string | number>
type Row = Record<string, unknown>

/** Things of the factory that are asked for by name. */
export type Known = {
  /** Lots whose history is walked: raw, batch, pack. */
  lots: readonly string[]
  code: string
  /** A lot of packaging material that is counted. */
  countedLot: string
  shipmentNo: string
}

/** Asks for one read and gives back its answer. */
type Ask = (what: string, request: { method: 'GET'; url: string }) => Promise<{ status: number; body: string }>

/** Whose rows have the ids that an address asks for, where it does not begin with its list; or the ids themselves. */
const idsFrom: Record<string, (rowsOf: (path: string) => Row[], known: Known) => Input[]> = {
  '/reports/{id}': (rowsOf) => idsIn(rowsOf('/records'), 'reportId'),
  '/laboratory-means/{id}': (rowsOf) => idsIn(rowsOf('/raw-inspections')),
  '/avatars/{id}/{digest}': (rowsOf) => idsIn(rowsOf('/users')).map((input) => ({ ...input, digest: 'a'.repeat(64) })),
  '/attachment-files/{id}': (rowsOf) => idsIn(rowsOf('/users')),
  '/deputy-duties/{id}': (rowsOf) => idsIn(rowsOf('/users')),
  '/asset-choices/{orderId}': (rowsOf) => idsIn(rowsOf('/productions')).map((input) => ({ orderId: String(input['id']) })),
  '/history/{table}/{id}': (rowsOf, { lots }) => [
    ...lots.map((id) => ({ table: 'lot', id })),
    ...historyOf.flatMap(([table, list]) => idsIn(rowsOf(list)).map((input) => ({ table, ...input }))),
  ],
  '/attachments/{of}/{id}': (rowsOf) => attachedTo.flatMap(([of, list]) => idsIn(rowsOf(list)).map((input) => ({ of, ...input }))),
  '/shipments/{id}/code': (rowsOf, { code }) => idsIn(rowsOf('/sales-orders')).map((input) => ({ ...input, side: 'went', code })),
  '/sales-orders/{id}/scan': (rowsOf, { code }) => idsIn(rowsOf('/sales-orders')).map((input) => ({ ...input, code })),
  '/production-lots': (rowsOf) => idsIn(rowsOf('/materials'), 'id', 'materialId'),
  '/record-trend': (rowsOf) => idsIn(rowsOf('/materials'), 'id', 'goodsId').map((input) => ({ ...input, item: '水分' })),
  '/record-reviews': (rowsOf) => idsIn(rowsOf('/products'), 'id', 'productId').map((input) => ({ ...input, year: '2026' })),
  '/incidents/trend': () => [{ from: '2026-01-01', to: '2026-12-31' }],
  '/stock-months/{goodsClass}/{month}': () => ['raw', 'toxic'].map((goodsClass) => ({ goodsClass, month: '2026-03' })),
  '/corrections/subject': (_, { lots }) => lots.map((recordId) => ({ recordId, record: 'batch' })),
  '/changes/subject': (rowsOf) => idsIn(rowsOf('/materials'), 'id', 'recordId').map((input) => ({ ...input, record: 'material' })),
  '/purchase-orders/suppliers': () => asTyped.map((q) => ({ category: 'crude_drug', on: '2026-03-01', ...q })),
  '/purchase-orders/materials': () => asTyped.map((q) => ({ category: 'crude_drug', on: '2026-03-01', ...q })),
  '/sales-choices/customers': () => asTyped,
  '/sales-choices/goods': () => asTyped,
  '/packaging-choices': () => asTyped,
  '/production-products': () => asTyped,
  '/code-story': (_, { code }) => [{ code }],
  '/box-goods': (_, { code }) => [{ code }],
  '/repack-goods': (rowsOf, { code }) => idsIn(rowsOf('/repack-lots'), 'id', 'lotId').map((input) => ({ ...input, code })),
  '/raw-lots/{id}/acceptances': (_, { countedLot }) => [{ id: countedLot }],
  '/raw-care-spots': (_, { lots }) => lots.map((lotId) => ({ lotId })),
  '/pack-care-spots': (_, { lots }) => lots.map((lotId) => ({ lotId })),
  '/trace/search': (_, { code, shipmentNo }) => [code, shipmentNo, ...called].map((q) => ({ q })),
  '/search': (_, { shipmentNo }) => [shipmentNo, ...called, '医院'].map((q) => ({ q })),
}
for (const path of ['', '/preview'])
  idsFrom[`/papers/{kind}/{id}${path}`] = (rowsOf) =>
    printed.flatMap(([kind, list]) => idsIn(rowsOf(list)).map((input) => ({ kind, ...input })))
for (const path of ['', '/timeline', '/recall', '/recall/export'])
  idsFrom[`/trace/lots/{id}${path}`] = (_, { lots }) => lots.map((id) => ({ id }))

/** What nearly all lots are called, what few are, and how both begin in pinyin: one plan for both names is wrong for one of them. */
const called = [herbs.usual, 'dg', herbs.rare, 'hq']
/** A choice before anything is typed, by name and by pinyin. */
const asTyped: Input[] = [{}, ...called.map((q) => ({ q }))]
const historyOf = [
  ['purchase_order', '/purchase-orders'],
  ['production_order', '/productions'],
  ['sales_order', '/sales-orders'],
  ['supplier', '/suppliers'],
] as const
const printed = [
  ['purchase_order', '/purchase-orders'],
  ['production_record', '/productions'],
  ['bin_card', '/raw-lots'],
] as const
const attachedTo = [
  ['supplier', '/suppliers'],
  ['product', '/products'],
] as const

/** The ids that some rows tell, the first and one from the midst. */
function idsIn(rows: readonly Row[], column = 'id', as = 'id'): Input[] {
  const ids = [...new Set(rows.flatMap((row) => (typeof row[column] === 'string' ? [row[column]] : [])))]
  return [...new Set([ids[0], ids[ids.length >> 1]])].flatMap((id) => (id === undefined ? [] : [{ [as]: id }]))
}

/** A list of its own; what belongs to one row is asked with the ids of the rows. */
const isList = ({ input, path }: Endpoint) => 'pageSize' in input.shape && !path.includes('{id}')

/** The words that a parameter may be, where it is one of some. */
function wordsOf(endpoint: Endpoint): { name: string; words: string[]; required: boolean }[] {
  const { properties = {}, required = [] } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'object' && schema.enum !== undefined
      ? [{ name, words: schema.enum.map(String), required: required.includes(name) }]
      : [],
  )
}

/** A number that a row tells, as a whole, as far as its year, and as it begins. */
function numbersOf(row: Row | undefined): string[] {
  const number = Object.values(row ?? {}).find((value) => typeof value === 'string' && /^[A-Z]{2}\d{6}/.test(value))
  return typeof number === 'string' ? [number, number.slice(0, 4), number.slice(0, 2)] : []
}

/** What a list is asked: its first page, a late one, one found by each name and by a number, each of its orders and each word of its filters. */
function* inputsOfList(endpoint: Endpoint, totalOf: (input: Input) => number, first: () => Row | undefined): Generator<Input> {
  const words = wordsOf(endpoint)
  const must = Object.fromEntries(words.filter(({ required }) => required).map(({ name, words }) => [name, words[0] ?? '']))
  yield must
  if (totalOf(must) >= 1000) yield { ...must, page: 50 }
  for (const q of [...called, '0101', ...numbersOf(first())]) yield { ...must, q }
  for (const { name, words: each } of words) for (const word of each) yield { ...must, [name]: word }
}

/**
 * Asks for every read of the contract: lists in many ways, what a list leads to, choices, figures, files. Gives back what was asked without one
 * good answer, and what the server could not do.
 */
export async function walkReads(
  endpoints: readonly Endpoint[],
  known: Known,
  ask: Ask,
): Promise<{ unanswered: string[]; broken: string[] }> {
  const reads = endpoints.filter(({ method }) => method === 'GET')
  const rows = new Map<string, Row[]>()
  const answered = new Set<string>()
  const broken: string[] = []
  const get = async (endpoint: Endpoint, input: Input) => {
    const answer = await ask(`${endpoint.path} ${JSON.stringify(input)}`, { method: 'GET', url: requestOf(endpoint, input).url })
    if (answer.status >= 500) broken.push(`${endpoint.path} ${JSON.stringify(input)}: ${answer.body}`)
    if (answer.status < 300) answered.add(endpoint.path)
    return answer
  }
  for (const endpoint of reads.filter(isList)) {
    const found: Row[] = []
    let total = 0
    for (const input of inputsOfList(
      endpoint,
      () => total,
      () => found[0],
    )) {
      const { status, body } = await get(endpoint, input)
      if (status >= 300) continue
      const { rows: some = [], total: all = 0 }: { rows?: Row[]; total?: number } = JSON.parse(body)
      if (found.length === 0) total = all
      found.push(...some)
    }
    rows.set(endpoint.path, found)
  }
  const rowsOf = (path: string) => (rows.get(path) ?? []).map((row) => ({ ...row, id: row['id'] ?? row['lotId'] }))
  for (const endpoint of reads.filter((one) => !isList(one))) {
    const given = idsFrom[endpoint.path]
    const list = endpoint.path.replace(/\/\{id\}.*$/, '')
    const ids = given?.(rowsOf, known) ?? (endpoint.path.includes('{id}') ? idsIn(rowsOf(list)) : [{}])
    for (const input of ids) {
      const words = wordsOf(endpoint).filter(({ name }) => !(name in input))
      const must = Object.fromEntries(words.filter(({ required }) => required).map(({ name, words: each }) => [name, each[0] ?? '']))
      await get(endpoint, { ...must, ...input })
    }
  }
  return { unanswered: reads.filter(({ path }) => !answered.has(path)).map(({ path }) => path), broken }
}
