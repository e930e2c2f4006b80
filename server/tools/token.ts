import { createHash, randomBytes } from 'node:crypto'

/** A secret that opens something by being known: 256 bits as 43 characters of an address, and the SHA-256 that is kept. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOfToken(token) }
}

/** The part of a token that is kept: a person who reads the database cannot use it. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()
