import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/*
 * Under row security an index is used only for operators that leak nothing: `=`, `<`, `>`, `^@`. Anything else becomes a filter that looks at every row of
 * the enterprise. So what is looked up in a growing table is looked up by those; a range that holds a number by the greatest beginning below it.
 * Any other condition is named here, with what has already narrowed its rows when it is asked.
 */
const namedConditions: Record<string, string> = {
  'server/features/packing/codes/queries.ts': 'the events of one range',
  'server/features/people/user/administrators.ts': 'the rights of one person',
  'server/features/people/user/queries.ts': 'the rights of the people that are there',
  'server/db/definitions/recall.sql': 'the lots of one node, within the days that were asked',
  'server/db/definitions/deputies.sql': 'the duties and the name of one row',
  'server/db/definitions/making.sql': 'a word of one row',
  'server/db/definitions/office.sql': 'the type of one file',
  'server/db/definitions/people.sql': 'the rights of one person',
  'server/db/definitions/supply.sql': 'the categories of one supplier',
  'server/db/definitions/witness.sql': 'the ids since the last link, in a table without a policy',
}

/** What a file asks with an operator that no index serves; in TypeScript, SQL stands in templates and `&&` means something else beside ranges. */
function filtersIn(file: string, text: string): string[] {
  const code = file.endsWith('.sql')
    ? text.replace(/--.*$/gm, '')
    : [...text.matchAll(/`[^`]*`|'(?:@>|<@|&&|i?like|~\*?)'/g)].map(([part]) => part).join('\n')
  return [...code.matchAll(/@>|<@|\[\]'\) &&|&& (?:int8)?(?:multi)?range|'&&'|\bi?like\b|\s~\*?\s/g)].map(([operator]) => operator)
}

const files = ['server/features', 'server/kernel', 'server/db/definitions'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|sql)$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`),
)

test('a condition over rows of an enterprise is one that an index serves, or is named with its reason', () => {
  assert.ok(files.length > 300, `${files.length} files were found`)
  const asking = files.filter((file) => filtersIn(file, readFileSync(file, 'utf8')).length > 0)
  assert.deepEqual(asking.sort(), Object.keys(namedConditions).sort())
})

test('the rule about conditions can say no', () => {
  const inTemplate = (condition: string) => filtersIn('a.ts', `sql\`select 1 from lot where ${condition}\``)
  assert.deepEqual(inTemplate(`int8range(first_index, last_index, '[]') @> 5`), ['@>'])
  assert.deepEqual(inTemplate(`int8range(first_index, last_index, '[]') && int8range(1, 2, '[]')`), [`[]') &&`])
  assert.deepEqual(inTemplate(`name like '%当归%'`), ['like'])
  assert.deepEqual(
    filtersIn('a.ts', `query.where('name', 'ilike', pattern)`),
    [`'ilike'`].map((word) => word.slice(1, -1)),
  )
  assert.deepEqual(filtersIn('a.ts', `if (one && other) return \`\${one}\``), [])
  assert.deepEqual(filtersIn('a.sql', '-- what is like another\nselect 1 where a = b'), [])
  assert.deepEqual(inTemplate('first_index <= 5 order by first_index desc limit 1'), [])
})
