import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { isOffline } from '#web/lib/call.ts'

/** The first and the longest wait between two tries, ms. */
const [firstWaitMs, longestWaitMs] = [2_000, 60_000]

/**
 * What is on screen and could not be read, because the network or the server did not answer, is read again by itself: when the browser says
 * that the network is back, and after growing pauses, since the browser knows only its own cable.
 */
export function retryFailedReads(queries: QueryClient): void {
  let waitMs = firstWaitMs
  let timer: ReturnType<typeof setTimeout> | undefined
  const unanswered: QueryFilters = {
    type: 'active',
    predicate: ({ state }) => isOffline(state.error) || isOffline(state.fetchFailureReason),
  }
  const failed = () => queries.getQueryCache().findAll(unanswered)
  const schedule = () => {
    if (failed().length === 0) {
      clearTimeout(timer)
      timer = undefined
    } else
      timer ??= setTimeout(() => {
        timer = undefined
        if (document.visibilityState === 'visible') retry()
        waitMs = Math.min(waitMs * 2, longestWaitMs)
        schedule()
      }, waitMs)
  }
  const retry = () => void queries.refetchQueries(unanswered, { cancelRefetch: false })
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated') return
    if (query.state.status === 'success' && query.state.fetchStatus === 'idle' && failed().length === 0) waitMs = firstWaitMs
    schedule()
  })
  addEventListener('online', retry)
}
