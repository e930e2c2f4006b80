import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const pages = [
  'README.md',
  'README.zh-CN.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]

/** The samples of a page: fences whose first line names the file they are cut from. */
const samplesIn = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^```\w+ (\S+)\n([^]*?)\n```$/gm)].map(([, file = '', text = '']) => ({ page, file, text }))

const withoutIndent = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')

/** Whether `text` is a piece of `source`, however far it is indented. */
const isCutFrom = (source: string, text: string) => withoutIndent(source).includes(withoutIndent(text))

/** Paths of the project that a page names in code: they begin with a workspace and end with a file's ending. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:contract|server|web|e2e|bench|scripts|docs)\/[\w./-]+\.(?:ts|tsx|sql|mjs|md|json))`/g)].map(
    ([, path = '']) => path,
  )

test('every sample in the docs is cut from the file it names', () => {
  const samples = pages.flatMap(samplesIn)
  assert.ok(samples.length >= 8, 'the samples were found')
  const stale = samples.filter(({ file, text }) => !existsSync(file) || !isCutFrom(readFileSync(file, 'utf8'), text))
  assert.deepEqual(
    stale.map(({ page, file }) => `${page}: ${file}`),
    [],
  )
})

test('every file that the docs name exists', () => {
  // A decision keeps the words of its day.
  const present = pages.filter((page) => !page.startsWith('docs/decisions/'))
  const named = present.flatMap((page) => pathsIn(readFileSync(page, 'utf8')).map((path) => ({ page, path })))
  assert.ok(named.length >= 20, 'the paths were found')
  assert.deepEqual(
    named.filter(({ path }) => !existsSync(path)).map(({ page, path }) => `${page}: ${path}`),
    [],
  )
})

test('the checks of the docs can say no', () => {
  assert.ok(!isCutFrom('const a = 1\nconst b = 2', 'const a = 2'))
  assert.ok(isCutFrom('  const a = 1\n    const b = 2', 'const a = 1\n  const b = 2'))
  assert.deepEqual(pathsIn('see `server/platform/serve.ts` and `npm test`'), ['server/platform/serve.ts'])
})
