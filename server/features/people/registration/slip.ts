import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What a slip is good for: seeing how a registration stands, or handing its licence in. */
type Use = 'receipt' | 'licence'

/**
 * The number of a registration and its seal. It is made from the installation's key and kept nowhere, so that every letter can carry it. The
 * one that travels in an address (with the licence) does not show how the registration stands.
 */
export const slipOf = (masterKey: Uint8Array, use: Use, id: string) => `${id}.${sealOf(masterKey, use, id).toString('base64url')}`

/** The registration a slip belongs to; undefined when the seal is not ours, or for another use. */
export function idOfSlip(masterKey: Uint8Array, use: Use, slip: string): string | undefined {
  const [id = '', seal = ''] = slip.split('.')
  const given = Buffer.from(seal, 'base64url')
  const right = sealOf(masterKey, use, id)
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined
}

const sealOf = (masterKey: Uint8Array, use: Use, id: string) =>
  createHmac('sha256', new Uint8Array(hkdfSync('sha256', masterKey, 'bencao', `registration ${use}`, 32)))
    .update(id)
    .digest()
