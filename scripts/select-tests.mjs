// Which tests the words after `npm test --` name.

/** The suites; each is also a word. */
export const suites = ['check', 'server', 'browser']

/**
 * A suite is named by its own name. Any other word names test files: those with a folder or file of exactly that name in their path, else
 * those with the word anywhere in their path. So `people` is the room alone, `purchase` a feature, `shell-` five browser tests.
 * Without a word everything is named. `unknown` holds the words that name nothing.
 * @param {readonly string[]} words
 * @param {readonly string[]} files all test files, as paths from the root
 */
export function selectTests(words, files) {
  if (words.length === 0) return { checks: true, files: [...files], unknown: /** @type {string[]} */ ([]) }
  const found = words.map((word) => ({ word, files: filesOf(word, files) }))
  const chosen = new Set(found.flatMap((one) => one.files))
  return {
    checks: words.includes('check'),
    files: files.filter((file) => chosen.has(file)),
    unknown: found.filter((one) => one.word !== 'check' && one.files.length === 0).map((one) => one.word),
  }
}

export const isBrowserTest = (/** @type {string} */ file) => file.endsWith('.spec.ts')

/** @param {readonly string[]} files */
function filesOf(/** @type {string} */ word, files) {
  if (word === 'check') return []
  if (word === 'browser') return files.filter(isBrowserTest)
  if (word === 'server') return files.filter((file) => !isBrowserTest(file))
  const path = word.replace(/^\.\//, '').replace(/\/$/, '')
  const exact = files.filter((file) => namesIn(file).includes(path))
  return exact.length > 0 ? exact : files.filter((file) => file.includes(path))
}

/** Every folder of the path, and the file with and without its ending. */
const namesIn = (/** @type {string} */ file) => file.split('/').flatMap((name) => [name, name.replace(/\.(test|spec)\.ts$/, '')])

/** What a word may be, for a person whose word named nothing. */
export function describeWords(/** @type {readonly string[]} */ files) {
  const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)))
  for (const suite of suites) folders.delete(suite)
  return [
    `suites:  ${suites.join(' ')}`,
    `folders: ${[...folders].sort().join(' ')}`,
    `files:   a test file, or any part of its path (${files.length} files)`,
  ].join('\n')
}
