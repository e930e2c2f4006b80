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

type Spent = { answers: number; milliseconds: number; server: number; postgres: number; bytes: number }

/** Asks with four at a time for so many milliseconds. */
async function window({ meter, ask }: Asked, length: number): Promise<Spent> {
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
  return { answers, milliseconds, server: after.server - before.server, postgres: after.postgres - before.postgres, bytes }
}

const eachOf = ({ answers, milliseconds, server, postgres, bytes }: Spent): Cost => ({
  perSecond: answers / (milliseconds / 1000),
  server: server / answers,
  postgres: postgres / answers,
  bytes: bytes / answers,
})

const sumOf = (one: Spent, other: Spent): Spent => ({
  answers: one.answers + other.answers,
  milliseconds: one.milliseconds + other.milliseconds,
  server: one.server + other.server,
  postgres: one.postgres + other.postgres,
  bytes: one.bytes + other.bytes,
})

/** Asks until the cost has become steady. */
export async function warmUp(asked: Asked): Promise<void> {
  let last = totalOf(eachOf(await window(asked, warmUpLength)))
  for (let count = 1; count < mostWindows; count++) {
    const next = totalOf(eachOf(await window(asked, warmUpLength)))
    if (Math.abs(next - last) < steady * last) break
    last = next
  }
}

/**
 * What one answer of each cost, asked in turns (A B C, C B A, …): a machine that becomes slower does so for all of them, so that they can be compared
 * when the times themselves cannot.
 */
export async function inTurns(several: readonly Asked[], rounds: number): Promise<Cost[]> {
  const spent: (Spent | undefined)[] = several.map(() => undefined)
  for (let round = 0; round < rounds; round++) {
    const order = [...several.entries()]
    for (const [at, asked] of round % 2 === 0 ? order : order.reverse()) {
      const now = await window(asked, turnLength)
      const sum = spent[at]
      spent[at] = sum === undefined ? now : sumOf(sum, now)
    }
  }
  return spent.map((sum) => {
    if (sum === undefined) throw new RangeError('no rounds')
    return eachOf(sum)
  })
}
