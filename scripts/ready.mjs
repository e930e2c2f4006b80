// What must be there before anything runs: the packages of the lockfile, and Node 24. Plain JavaScript that any Node ≥ 20 understands.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)
export const bin = join(root, 'node_modules', '.bin')
const node24 = join(bin, 'node')

/** Installs exactly what the lockfile says, when it was not installed yet or the lockfile has changed since. */
export function install() {
  const stamp = join(root, 'node_modules', '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('正在安装依赖（npm ci）…… / installing packages')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' })
  if (npm.status !== 0)
    stopHere('依赖安装失败，请检查网络后重试。', 'The packages could not be installed. Check the network and try again.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** Goes on under the project's own Node 24 when this script was started by an older one. */
export async function underNode24(/** @type {string} */ script) {
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  if (!existsSync(node24)) install()
  process.exit(await run(node24, [script, ...process.argv.slice(2)]))
}

/** Runs a command to its end, hands signals on to it, and gives back its exit code. */
export function run(/** @type {string} */ command, /** @type {string[]} */ parameters, /** @type {NodeJS.ProcessEnv} */ env = process.env) {
  return new Promise((/** @type {(code: number) => void} */ done) => {
    const child = spawn(command, parameters, { stdio: 'inherit', cwd: root, env })
    const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
    const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, pass)
    child.once('error', (error) => {
      console.error(error.message)
      done(1)
    })
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
