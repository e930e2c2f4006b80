import type { CpuMeter } from './cpu.ts'

/** What one answer cost: CPU milliseconds of the server (or the plain client) and of PostgreSQL, and bytes. */
export type Cost = { perSecond: number; server: number; postgres: number; bytes: number }

export const totalOf = ({ server, postgres }: Pick<Cost, 'server' | 'postgres'>) => server + postgres

/** How many ask at the same time. */
const askers = 4
/** A window of the warm-up, in milliseconds; two that differ by less than `steady` end it. */
const warmUpWindow = 500
const steady = 0.1
const mostWindows = 12

async function during(ask: () => Promise<{ bytes: number }>, milliseconds: number) {
  const end = performance.now() + milliseconds
  let [answers, bytes] = [0, 0]
  await Promise.all(
    Array.from({ length: askers }, async () => {
      while (performance.now() < end) {
        const answer = await ask() // added after it is there: a sum that is read before the wait would lose what others added meanwhile
        bytes += answer.bytes
        answers += 1
      }
    }),
  )
  return { answers, bytes }
}

/** Asks with four at a time for some seconds, once the cost has become steady, and says what one answer cost. */
export async function measure(meter: CpuMeter, seconds: number, ask: () => Promise<{ bytes: number }>): Promise<Cost> {
  const window = async (milliseconds: number): Promise<Cost> => {
    const before = meter()
    const began = performance.now()
    const { answers, bytes } = await during(ask, milliseconds)
    const after = meter()
    return {
      perSecond: answers / ((performance.now() - began) / 1000),
      server: (after.server - before.server) / answers,
      postgres: (after.postgres - before.postgres) / answers,
      bytes: bytes / answers,
    }
  }
  let last = totalOf(await window(warmUpWindow))
  for (let count = 1; count < mostWindows; count++) {
    const next = totalOf(await window(warmUpWindow))
    if (Math.abs(next - last) < steady * last) break
    last = next
  }
  return window(seconds * 1000)
}
