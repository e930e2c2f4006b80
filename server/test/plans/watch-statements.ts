import type pg from 'pg'

/** A node of a plan as `explain (analyze, format json)` writes it; only what is asked for. */
type Node = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Relation Name'?: string
  'Index Name'?: string
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Conflict Filter'?: number
  Plans?: Node[]
}

/**
 * Tables with as many rows as the factory has people, places, goods and rules, whatever it did: reading them whole is often the best way, and is not
 * counted. A scan of them that is repeated row by row shows in the pairs that its join leaves out.
 */
const bounded = new Set([
  'account',
  'account_role',
  'asset',
  'dictionary_item',
  'enterprise',
  'material',
  'numbering_rule',
  'pack_spec',
  'place',
  'process_auxiliary',
  'process_step',
  'process_version',
  'processing_method',
  'product',
  'purchase_rule',
  'role',
  'role_right',
  'standard',
  'standard_item',
  'standard_version',
  'step_limit',
  'supplier',
  'supplier_material',
])

/** A statement that was run, also one inside a function. */
export type Statement = {
  /** What was asked for when it was run. */
  during: string
  text: string
  /** Rows that it took from tables, those among them that a condition then left out, and pairs that a join left out. */
  read: number
  /** Rows that it gave back or wrote. */
  given: number
  /** Rows that looks with a limit found on the way, each look once: how many of a list are counted. */
  counted: number
  /** Where it read most of them, for the reader of a finding. */
  mostly: string
}

/**
 * Turns on, for the connections that are opened from now on, that PostgreSQL tells the plan of every statement to who asked. In a small factory it
 * would read a table whole that it reads by an index when it has grown: there, such a plan is only taken where no index would do.
 */
export async function tellPlans(admin: pg.ClientBase | pg.Pool, { small = false } = {}): Promise<void> {
  const { rows } = await admin.query<{ name: string }>('select quote_ident(current_database()) as name')
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    ...(small && { enable_seqscan: 'off' }),
  }
  for (const [name, value] of Object.entries(settings)) await admin.query(`alter database ${rows[0]?.name} set ${name} = '${value}'`)
}

/** Says what was run while something was asked for; one thing at a time. */
export type Watch = { during: (what: string, work: () => Promise<unknown>) => Promise<Statement[]> }

/** Listens to the connections that a pool opens from now on. */
export function watchStatements(pool: pg.Pool): Watch {
  let asked = ''
  let heard: Statement[] = []
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '', where = '' }) => {
      const [, plan] = /^duration: [\d.]+ ms {2}plan:\n(.*)/s.exec(message) ?? []
      if (plan !== undefined) heard.push(statementOf(asked, JSON.parse(plan), where))
    })
  })
  return {
    async during(what, work) {
      asked = what
      heard = []
      await work()
      return heard
    },
  }
}

function statementOf(during: string, { 'Query Text': text, Plan: plan }: { 'Query Text': string; Plan: Node }, within: string): Statement {
  const nodes = nodesOf(plan).map((node) => ({ node, read: readBy(node) }))
  const most = nodes.reduce((one, other) => (other.read > one.read ? other : one)).node
  const where = [most['Relation Name'], most['Index Name']].filter((name) => name !== undefined).join(' by ')
  return {
    during,
    // The body of a function that is kept parsed has no text: then the call says which it is.
    text: text === '' ? `in ${within}` : text,
    read: Math.round(nodes.reduce((sum, { read }) => sum + read, 0)),
    given: Math.round(Math.max(rowsOf(plan), rowsOf(givingIn(plan)))),
    counted: nodesOf(plan).reduce((sum, node) => sum + (node['Node Type'] === 'Limit' && node['Actual Loops'] === 1 ? rowsOf(node) : 0), 0),
    mostly: `${most['Node Type']} ${where}`.trim(),
  }
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
const rowsOf = (node: Node) => node['Actual Rows'] * node['Actual Loops']

/** What a statement gives: what it writes, and what a capped count counts. */
function givingIn(plan: Node): Node {
  for (let node = plan; ;) {
    const [below] = node.Plans ?? []
    if (node['Node Type'] === 'Limit') return node
    if (below === undefined || !['Aggregate', 'ModifyTable', 'Subquery Scan', 'LockRows', 'Result'].includes(node['Node Type'])) return plan
    if (node['Node Type'] === 'ModifyTable') return below
    node = below
  }
}

function readBy(node: Node): number {
  const left =
    (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  const relation = node['Relation Name']
  const isCounted = relation !== undefined && node['Node Type'] !== 'ModifyTable' && !bounded.has(relation)
  return (
    (isCounted ? node['Actual Rows'] + left : relation === undefined ? (node['Rows Removed by Join Filter'] ?? 0) : 0) *
    node['Actual Loops']
  )
}
