import { networkOf } from '#tools/network.ts'
import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { named } from '#server/db/connection.ts'
import type { Statement } from '#server/db/flight.ts'

/**
 * How many wrong passwords and codes there may be in 15 minutes; a window that passes forgets them, nothing locks for good.
 * An address with many wrong ones is given fewer tries for each name and never none, so that a guesser locks out no colleague behind the
 * same address. Whether a name is known makes no difference.
 */
export const guessesAllowed = {
  /** At signing in: for one name from one address, for one name from everywhere, and from one address until it counts as crowded. */
  hereForOne: 10,
  forOne: 30,
  fromAddress: 100,
  hereForOneWhenCrowded: 3,
  /** At signing, and wherever a person who is signed in gives a secret again. */
  atSigning: 10,
}

/**
 * What is guessed at: the name at the door with the address or the known browser it is tried from, the account of a person who signs, or a second person's account
 * with the first person, at whose screen it is tried. What others guess never keeps a person from signing at their own screen, nor from signing as second
 * at the screen of somebody who did not guess: from the thirtieth wrong one on each first person has a few tries left, never none.
 */
export type Guessed = { key: string; address: string | null }
const keyAtTheDoor = (userName: string) => `sign-in:${userName}`
export const atTheDoor = (userName: string, address: string): Guessed => ({ key: keyAtTheDoor(userName), address: networkOf(address) })
/** In a browser in which the person has signed in before: apart from what strangers guess, and with the same limits. */
export const inKnownBrowser = (userName: string, browser: string): Guessed => ({
  key: `${keyAtTheDoor(userName)} from known browsers`,
  address: `browser:${browser}`,
})
export const asSecond = (account: string, firstId: string): Guessed => ({ key: `second:${account}`, address: firstId })
export const atSigning = (accountId: string): Guessed => ({ key: `sign:${accountId}`, address: null })

/** How long a guess counts. */
export const guessWindow = '15 minutes'

/** What ends the counting of guesses that were right: their rows in the order in which the database locks them. */
export function givingBack(right: readonly Guessed[]): Statement[] {
  if (right.length === 0) return []
  const [besides, names, addresses] = [new Array<string>(), new Array<string>(), new Array<string>()]
  for (const { key, address } of right) {
    names.push(key)
    if (address === null) continue
    besides.push(`${key} from ${address}`)
    addresses.push(`sign-in-from:${address}`)
  }
  return [named('select give_back_guesses($1)', [[...besides.sort(), ...names.sort(), ...addresses.sort()]])]
}

const lastInTurn = new Map<string, Promise<unknown>>()

/** Runs what is done under one key one after the other in this process: right passwords at the same moment do not use up each other's slots. */
async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const before = lastInTurn.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  lastInTurn.set(key, mine)
  try {
    return await mine
  } finally {
    if (lastInTurn.get(key) === mine) lastInTurn.delete(key)
  }
}

/**
 * Lets somebody give a secret. The guess is counted before `check` looks at the secret, in a transaction of its own, so that of any number
 * at the same moment no more are looked at than there are slots; it is given back when `check` returns. A `check` that throws leaves it
 * counted. Refused with `too_many_attempts`. At signing the count is taken with the account, and given back with the end of the request (`sign.ts`).
 */
export function guess<Result>(pool: pg.Pool, guessed: Guessed, check: () => Promise<Result>): Promise<Result> {
  const { key, address } = guessed
  const forOne = address === null ? guessesAllowed.atSigning : guessesAllowed.forOne
  return inTurn(`${key} ${address ?? ''}`, async () => {
    const { rows } = await pool.query<{ taken: boolean }>({
      name: 'take_guess',
      text: `select take_guess($1, $2, '${guessWindow}', $3, $4, $5, $6) as taken`,
      values: [key, address, forOne, guessesAllowed.hereForOne, guessesAllowed.fromAddress, guessesAllowed.hereForOneWhenCrowded],
    })
    if (!only(rows).taken) throw new Refusal('too_many_attempts')
    const result = await check()
    for (const { text, values } of givingBack([guessed])) await pool.query(text, [...values])
    return result
  })
}
