import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { hasCode } from './system-error.ts'

/** Why the master key cannot be used, in a sentence for the person who starts the server. */
export class SecretProblem extends Error {}

const length = 32

/** 32 bytes written as 64 hexadecimal digits or as base64; anything else, and what is plainly not random, is refused. */
function parseKey(text: string, where: string): Buffer {
  const given = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(given)
    ? Buffer.from(given, 'hex')
    : /^[\w+/-]{43}=?$/.test(given)
      ? Buffer.from(given, 'base64')
      : undefined
  if (key?.length !== length) throw new SecretProblem(`${where} 不是有效的主密钥：应为32字节，写作64位十六进制或44位base64`)
  // 32 random bytes almost never have fewer than 12 different ones; zeros or a word repeated always do.
  if (new Set(key).size < 12) throw new SecretProblem(`${where} 过于简单，不能用作主密钥：请用密码学随机数生成`)
  return key
}

function readKey(path: string): Buffer {
  // On systems without such modes every file looks open to all; there the folder is what guards it.
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new SecretProblem(`主密钥文件 ${path} 其他用户可以读取：请执行 chmod 600 后再启动；如已外泄请更换`)
  return parseKey(readFileSync(path, 'utf8'), `主密钥文件 ${path}`)
}

/** Draws a key and puts it in its place whole or not at all; of two processes starting at once, the second takes the first's. */
function createKey(folder: string, path: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(length).toString('hex')}\n`)
    fsyncSync(file)
    linkSync(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    closeSync(file)
    unlinkSync(draft)
  }
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

/**
 * The installation's master secret, from which the keys of trace codes are derived: `BENCAO_MASTER_KEY` if set, else the
 * file `secrets/master-key` below the data folder, made (0600) at the first start. An installation that loses it can no longer read the
 * codes on printed packs, so it belongs into every backup.
 */
export function masterKey(dataFolder: string, environment: NodeJS.ProcessEnv = process.env): Buffer {
  const folder = join(dataFolder, 'secrets')
  const path = join(folder, 'master-key')
  const given = environment['BENCAO_MASTER_KEY']
  if (given !== undefined) {
    const key = parseKey(given, '环境变量 BENCAO_MASTER_KEY')
    if (existsSync(path) && !readKey(path).equals(key))
      throw new SecretProblem(
        `环境变量 BENCAO_MASTER_KEY 与主密钥文件 ${path} 不一致：用错密钥将无法识别已印出的追溯码，请核对后只保留一处`,
      )
    return key
  }
  if (!existsSync(path)) createKey(folder, path)
  return readKey(path)
}

/** A short name of a key that gives nothing away: kept with the issued ranges, it tells that a restored database meets its own key. */
export const keyFingerprint = (key: Uint8Array): string =>
  createHash('sha256')
    .update(new Uint8Array(hkdfSync('sha256', key, 'bencao', 'fingerprint', 32)))
    .digest('hex')
    .slice(0, 16)
