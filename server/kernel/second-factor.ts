import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { recoveryCodes } from '#contract/people/second-factor.ts'

/** RFC 6238 as every authenticator knows it. */
const stepSeconds = 30
const keyFor = (masterKey: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', masterKey, 'bencao second factor', purpose, 32))
const totp = (secret: Secret, label = '') =>
  new TOTP({ issuer: '本草溯源', label, algorithm: 'SHA1', digits: 6, period: stepSeconds, secret })

/** A new secret: as a person types it, and as the address that a QR carries to the authenticator. */
export function newSecondFactor(userName: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 })
  return { secret: secret.base32, uri: totp(secret, userName).toString() }
}

/** Locks a secret up for one account: in another account's row it opens nothing. */
export function sealSecret(masterKey: Uint8Array, accountId: string, secret: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(masterKey, 'secret'), nonce).setAAD(Buffer.from(accountId))
  const text = Buffer.concat([cipher.update(secret, 'ascii'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** The time step whose code this is, one step before or after now allowed; undefined for any other, and for a box that does not open. */
export function stepOf(masterKey: Uint8Array, accountId: string, box: Buffer, code: string, now = Date.now()): number | undefined {
  const secret = openSecret(masterKey, accountId, box)
  if (secret === undefined || !/^\d{6}$/.test(code)) return undefined
  const off = totp(Secret.fromBase32(secret)).validate({ token: code, timestamp: now, window: 1 })
  return off === null ? undefined : Math.floor(now / 1000 / stepSeconds) + off
}

function openSecret(masterKey: Uint8Array, accountId: string, box: Buffer): string | undefined {
  const key = keyFor(masterKey, 'secret')
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12)).setAAD(Buffer.from(accountId)).setAuthTag(box.subarray(12, 28))
  try {
    return decipher.update(box.subarray(28), undefined, 'ascii') + decipher.final('ascii')
  } catch {
    return undefined // another installation's key, or a row that was tampered with: no code fits
  }
}

// Easily read and typed: no 0 1 i l o. 10 of 31 are 49 bits, behind the lock-out and a keyed hash.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** Ten codes to be written down, for the day the telephone is lost, and what is kept of them. */
export function newRecoveryCodes(masterKey: Uint8Array, accountId: string): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: recoveryCodes }, () => Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join(''))
  return {
    codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    hashes: codes.map((code) => recoveryHash(masterKey, accountId, code)),
  }
}

const recoveryHash = (masterKey: Uint8Array, accountId: string, code: string) =>
  createHmac('sha256', keyFor(masterKey, 'recovery')).update(`${accountId} ${code}`).digest()

/** Spends a code in the database, where two who show the same one meet. */
type Spend = (how: 'take_code' | 'take_recovery_code', value: number | Buffer) => Promise<boolean>

/** Whether the code in hand opens this person's box, and which kind it was; it is spent, so no code opens twice. */
export async function takeCode(
  masterKey: Uint8Array,
  accountId: string,
  box: Buffer,
  code: string,
  spend: Spend,
): Promise<'code' | 'recovery' | undefined> {
  const step = stepOf(masterKey, accountId, box, code)
  if (step !== undefined) return (await spend('take_code', step)) ? 'code' : undefined
  const isRecovery = code.length === 10 && (await spend('take_recovery_code', recoveryHash(masterKey, accountId, code)))
  return isRecovery ? 'recovery' : undefined
}

/** The second factor of a person who signs in and whose password was right; undefined when they have none. */
export async function factorAtTheDoor(pool: pg.Pool, masterKey: Uint8Array, accountId: string) {
  const { rows } = await pool.query<{ secret_box: Buffer }>(`select secret_box from find_second_factor($1)`, [accountId])
  const box = rows[0]?.secret_box
  if (box === undefined) return undefined
  const spend: Spend = async (how, value) =>
    only((await pool.query<{ taken: boolean }>(`select ${how}($1, $2) as taken`, [accountId, value])).rows).taken
  return { take: (code: string) => takeCode(masterKey, accountId, box, code, spend) }
}
