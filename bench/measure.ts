import type { CpuMeter } from './cpu.ts'

/** What one answer cost: CPU milliseconds of the server (or the plain client) and of PostgreSQL, and bytes. */
export type Cost = { perSecond: number; server: number; postgres: number; bytes: number }

export const totalOf = ({ server, postgres }: Pick<Cost, 'server' | 'postgres'>) => server + postgres

/** Something that is asked, and whose CPU counts for it. */
export type Asked = { meter: CpuMeter; ask: () => Promise<{ bytes: number }> }

/** How many ask at the same time. */
const askers = 4
/** Milliseconds: many short windows in turns meet the same machine. Two of the warm-up that differ by less than `steady` end it. */
const turnLength = 250
const warmUpLength = 500
const steady = 0.1
const mostWindows = 12

/** Asks with four at a time for so many milliseconds. */
async function window({ meter, ask }: Asked, length: number): Promise<Cost> {
  const before = meter()
  const began = performance.now()
  let [answers, bytes] = [0, 0]
  await Promise.all(
    Array.from({ length: askers }, async () => {
      while (performance.now() < began + length) {
        const answer = await ask() // added after it is there: a sum that is read before the wait would lose what others added meanwhile
        bytes += answer.bytes
        answers += 1
      }
    }),
  )
  const milliseconds = performance.now() - began
  const after = meter()
  return {
    perSecond: answers / (milliseconds / 1000),
    server: (after.server - before.server) / answers,
    postgres: (after.postgres - before.postgres) / answers,
    bytes: bytes / answers,
  }
}

/** Asks until the cost has become steady. */
export async function warmUp(asked: Asked): Promise<void> {
  let last = totalOf(await window(asked, warmUpLength))
  for (let count = 1; count < mostWindows; count++) {
    const next = totalOf(await window(asked, warmUpLength))
    if (Math.abs(next - last) < steady * last) break
    last = next
  }
}

/**
 * What one answer of each cost, asked in turns (A B C, C B A, …): a machine that becomes slower does so for all of them, so that they can be compared
 * when the times themselves cannot.
 */
export async function inTurns(several: readonly Asked[], rounds: number): Promise<Cost[]> {
  const measured = several.map((asked) => ({ asked, costs: new Array<Cost>() }))
  for (let round = 0; round < rounds; round++)
    for (const { asked, costs } of round % 2 === 0 ? measured : measured.toReversed()) costs.push(await window(asked, turnLength))
  return measured.map(({ costs }) => {
    // The mean of the rounds, each of which counts the same: of a sum of all, cheap operations would have more of the rounds in which the machine was fast.
    const mean = (part: keyof Cost) => costs.reduce((sum, cost) => sum + cost[part], 0) / costs.length
    return { perSecond: mean('perSecond'), server: mean('server'), postgres: mean('postgres'), bytes: mean('bytes') }
  })
}
