// What must be there before anything runs: the packages of the lockfile, Node 24, and the built web. Plain JavaScript for any Node ≥ 20.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)
export const node24 = join(root, 'node_modules', '.bin', 'node')
// What one process has stripped and compiled the next need not do again: a start takes a third less. Where it cannot be written, nothing is lost.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'node-compile')

/**
 * The server as it is run. Short-lived objects get half of the usual room: with a quarter of that a wide answer takes the server a third more time, with all of it
 * it keeps more while idle. Functions are compiled when they are first called, which keeps 7 MB less (docs/performance.md).
 */
export const serverCommand = ['--max-semi-space-size=8', '--max-lazy', join(root, 'server', 'main.ts')]

/** The file a package's command runs, for `node24`: the links in .bin would take the first Node in the path. */
export const tool = (/** @type {string} */ path) => join(root, 'node_modules', path)

/** Installs exactly what the lockfile says, when that is not what is there. */
export function install() {
  if (isInstalled()) return
  console.log('正在安装依赖（npm ci）……')
  // Also where NODE_ENV is production: the web is built here.
  const npm = spawnSync('npm', ['ci', '--include=dev', '--include=optional', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (npm.status === 0 && existsSync(node24)) return
  stopHere('依赖没有安装成功。请检查网络，然后重新运行。', 'The packages could not be installed. Check the network and run this again.')
}

function isInstalled() {
  const [wanted, present] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
    existsSync(join(root, file)) ? JSON.parse(readFileSync(join(root, file), 'utf8')).packages : {},
  )
  return (
    existsSync(node24) &&
    Object.entries(wanted).every(
      ([path, { integrity, optional }]) => path === '' || (path in present ? present[path].integrity === integrity : optional),
    )
  )
}

// Each thing that is built, and all that it is built from.
const builds = [
  {
    name: 'web',
    inputs: ['web', 'contract', 'vite.config.ts', 'package-lock.json'],
    output: 'dist/web/index.html',
    command: [tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
  },
  {
    name: 'public',
    inputs: ['web/public', 'contract', 'vite.public.config.ts', 'package-lock.json'],
    output: 'dist/public/render.js',
    command: [tool('vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--config', 'vite.public.config.ts'],
  },
  {
    name: 'openapi',
    inputs: ['contract', 'server', 'scripts/openapi.mjs', 'package.json'],
    output: 'dist/openapi.json',
    command: [join(root, 'scripts', 'openapi.mjs')],
  },
]

/** Builds what is missing, or older than what it is made from: everything, or what is named. */
export function build(/** @type {readonly string[]} */ names = builds.map(({ name }) => name)) {
  for (const { name, inputs, output, command } of builds) {
    if (!names.includes(name)) continue
    const stamp = join(root, 'dist', `${name}.inputs`)
    const digest = digestOf(inputs)
    if (existsSync(join(root, output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) continue
    console.log(`正在构建 ${name} ……`)
    const made = spawnSync(node24, command, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (made.status !== 0) stopHere(`构建 ${name} 失败，原因见上。`, `Building ${name} failed; see the reason above.`)
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, digest)
  }
}

/** One digest of all files at these paths; a test does not change what is built. */
function digestOf(/** @type {string[]} */ paths) {
  const digest = createHash('sha256')
  for (const path of paths) {
    const top = join(root, path)
    const files = statSync(top).isDirectory()
      ? readdirSync(top, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
          .map((entry) => join(entry.parentPath, entry.name))
      : [top]
    for (const file of files.sort())
      digest
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return digest.digest('hex')
}

/** Continues under the project's own Node 24 when this script was started by an older one. */
export async function underNode24(/** @type {string} */ script) {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  install()
  process.exit(await run([script, ...process.argv.slice(2)]))
}

/** Runs Node 24 to its end, hands signals on to it, and gives back its exit code. */
export function run(/** @type {string[]} */ parameters, /** @type {NodeJS.ProcessEnv} */ environment = process.env) {
  return new Promise((/** @type {(code: number) => void} */ done) => {
    const child = spawn(node24, parameters, { stdio: 'inherit', cwd: root, env: environment })
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
    const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, pass)
    child.once('close', (code) => {
      for (const signal of signals) process.off(signal, pass)
      done(code ?? 1)
    })
  })
}

/** Ends with one clear sentence in both languages. */
export function stopHere(/** @type {string} */ chinese, /** @type {string} */ english) {
  console.error(`${chinese}\n${english}`)
  process.exit(1)
}
