import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What a slip opens: the state of a registration, or the place where its licence is handed in. */
type Use = 'receipt' | 'licence'

/**
 * The number of a registration and its seal. It is made from the installation's key and stored nowhere, so that every letter can carry it.
 * The slip that is part of an address (with the licence) does not show the state of the registration.
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
