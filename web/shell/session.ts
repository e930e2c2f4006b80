import { QueryCache, QueryClient } from '@tanstack/react-query'
import { accountApi, type Session } from '#contract/people/account.ts'
import { draft } from '#web/lib/draft.ts'
import { call, CallError, isUnclear } from '#web/lib/call.ts'
import { retryFailedReads } from './retry-failed-reads.ts'
import { tabs } from './tabs.ts'

/** All that was read from the server; a read is tried once more when the network or the server failed. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // The rule has changed while the person works: the session is read again, and the gate opens where a refusal would be a dead end.
    onError: (error) => {
      if (error instanceof CallError && error.code === 'second_factor_due') void queryClient.invalidateQueries({ queryKey: key })
    },
  }),
  defaultOptions: {
    queries: { retry: (failures, error) => failures < 1 && isUnclear(error), retryDelay: 800, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

retryFailedReads(queryClient)

const key = [accountApi.current.method, accountApi.current.path, {}]
// The guard has just asked when the shell asks; afterwards it is asked again every minute and after every write.
queryClient.setQueryDefaults(key, { staleTime: 30_000 })

/** The browser's hint of who was here last. It gives no right: the server alone knows sessions. */
const hint = 'bencao-user'

/** The enterprise that this browser saw last: its name stands on the sign-in page. It outlives signing out; it is no secret in its own rooms. */
const enterpriseHint = 'bencao-enterprise'
export const enterpriseHere = () => localStorage.getItem(enterpriseHint)

/** Who is signed in, asked of the server once per page load; null without a session. */
export async function loadSession(): Promise<Session | null> {
  try {
    const session = await queryClient.ensureQueryData({
      queryKey: key,
      queryFn: ({ signal }) => call(accountApi.current, {}, { signal, asksForSession: true }),
    })
    welcome(session)
    return session
  } catch (error) {
    if (error instanceof CallError && error.code === 'unauthenticated') return null
    throw error
  }
}

/** Whether it is worth waiting for the server's answer before showing the login form. */
export const wasHere = () => localStorage.getItem(hint) !== null

/** Who was here last and did not sign out: their name need not be typed again. */
export const lastUserName = () => localStorage.getItem(hint) ?? ''

export function signedIn(session: Session) {
  queryClient.clear()
  queryClient.setQueryData(key, session)
  welcome(session)
}

function welcome(session: Session) {
  localStorage.setItem(hint, session.user.userName)
  localStorage.setItem(enterpriseHint, session.enterprise.name)
  tabs.belongTo(session.user.id)
}

/** The person signs out: nothing of theirs stays in this window. */
export async function signOut(userId: string) {
  await call(accountApi.signOut, {})
  localStorage.removeItem(hint)
  draft.dropAll(userId)
  tabs.forget()
  queryClient.clear()
}

/** The server ended the session: drafts and tabs wait for the same person to sign in again. */
export function forgetSession() {
  localStorage.removeItem(hint)
  queryClient.clear()
}
