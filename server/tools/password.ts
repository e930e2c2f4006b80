import { argon2, randomBytes, randomInt, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, result: Buffer) => void) =>
  argon2('argon2id', parameters, done),
)

// OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. Tests turn the memory down, never the check.
const memory = Number(process.env['BENCAO_ARGON2_KIB'] ?? 19_456)
const passes = 2

/** The stored form of a password, PHC string: `$argon2id$v=19$m=…,t=…,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await derive({ message: password.normalize('NFKC'), nonce, parallelism: 1, tagLength: 32, memory, passes })
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${nonce.toString('base64url')}$${hash.toString('base64url')}`
}

/** Whether `password` is the one behind `stored`. A stored form that cannot be read is never matched. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w-]+)\$([\w-]+)$/.exec(stored)
  if (parts === null) return false
  const [, m, t, nonce = '', hash = ''] = parts
  const expected = Buffer.from(hash, 'base64url')
  const actual = await derive({
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce, 'base64url'),
    parallelism: 1,
    tagLength: expected.length,
    memory: Number(m),
    passes: Number(t),
  })
  return timingSafeEqual(actual, expected)
}

let decoy: Promise<string> | undefined
/** A hash that no password matches: checking it makes an unknown user take as long as a known one. */
export const decoyHash = () => (decoy ??= hashPassword(randomBytes(24).toString('base64url')))

// Easily read from a screen and typed: no 0 O 1 I l. 16 characters of 32 are 80 bits.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz-'

/** A random password, to be shown once and changed at the first occasion. */
export function oneTimePassword(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
