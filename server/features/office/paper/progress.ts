import { Refusal } from '#contract/kernel/refusals.ts'
import type { paperApi, PaperKind, PaperProgress } from '#contract/office/paper.ts'
import type { Actor, Handler } from '#kernel/serve.ts'
import type { PressProgress } from '#tools/paper.ts'

/**
 * What is being set for whom in this process, and what failed of it a short while ago: a person who left a long document and comes back sees how far
 * it is. It is kept in memory, as the work is: where the process ended, neither is there any more, and nothing was registered.
 */
const underWay = new Map<string, PaperProgress>()
const failedFor = 10 * 60_000

type What = PaperProgress['what']

/** Whose document it is, of which record, for what. */
export const placeOf = (actor: Actor, what: What, kind: PaperKind, id: string) => ({
  key: `${actor.enterpriseId} ${actor.id} ${kind} ${id} ${what}`,
  what,
})

/** Does the work while its progress can be asked for. A failure is told for a while; the next try takes its place. */
export async function shown<Result>(
  { key, what }: { key: string; what: What },
  work: (tell: (progress: PressProgress) => void) => Promise<Result>,
) {
  underWay.set(key, { what, part: 0, pages: 0, failed: null })
  try {
    const result = await work(({ part, pages }) => underWay.set(key, { what, part: Math.round(part * 100), pages, failed: null }))
    underWay.delete(key)
    return result
  } catch (error) {
    const failure: PaperProgress = { what, part: 0, pages: 0, failed: error instanceof Refusal ? error.code : 'internal' }
    underWay.set(key, failure)
    setTimeout(() => underWay.get(key) === failure && underWay.delete(key), failedFor).unref()
    throw error
  }
}

/** How far the asker's own preview and print of this document are; empty when nothing of it is under way. */
export const readProgress: Handler<typeof paperApi.progress> = async (_tx, actor, { kind, id }) =>
  (['preview', 'print'] as const).flatMap((what) => underWay.get(placeOf(actor, what, kind, id).key) ?? [])
