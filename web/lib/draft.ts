/** Input not yet submitted, stored for this browser window, so that it survives a reload and an expired session. */

const prefix = 'bencao-draft:'
const keyOf = (userId: string, path: string, name: string) => `${prefix}${userId}:${path}:${name}`

/** Secrets are never written down. */
const withoutSecrets = (key: string, value: unknown) => (/password|signature/i.test(key) ? undefined : value)

export const draft = {
  read: (userId: string, path: string, name: string): unknown => {
    const stored = sessionStorage.getItem(keyOf(userId, path, name))
    return stored === null ? undefined : JSON.parse(stored)
  },
  keep: (userId: string, path: string, name: string, values: unknown) =>
    sessionStorage.setItem(keyOf(userId, path, name), JSON.stringify(values, withoutSecrets)),
  drop: (userId: string, path: string, name: string) => sessionStorage.removeItem(keyOf(userId, path, name)),
  /** Whether this person has unsubmitted input on a page, or on any page. */
  exists: (userId: string, path?: string) => keysOf(userId, path).length > 0,
  dropAll: (userId: string, path?: string) => keysOf(userId, path).forEach((key) => sessionStorage.removeItem(key)),
}

const keysOf = (userId: string, path?: string) =>
  Object.keys(sessionStorage).filter((key) => key.startsWith(`${prefix}${userId}:${path === undefined ? '' : `${path}:`}`))
