/**
 * The account names of the people who have signed at this screen as second persons, the last one first: in a workshop they are always the
 * same few. A name is no secret and gives no right; the password is typed anew by its owner each time.
 */
const place = 'bencao-second-people'
const most = 6

export function secondPeople(): readonly string[] {
  const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
  return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []
}

/** Keeps who signed as second person in an input that the server has taken. */
export function rememberSecondPeople(input: object) {
  const names = Object.values(input).flatMap(nameOf)
  if (names.length > 0) localStorage.setItem(place, JSON.stringify([...new Set([...names, ...secondPeople()])].slice(0, most)))
}

const nameOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && 'password' in value && 'userName' in value && typeof value.userName === 'string'
    ? [value.userName]
    : []
