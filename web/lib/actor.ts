import { createContext, useContext } from 'react'
import type { Session } from '#contract/people/account.ts'
import type { Actor } from '#contract/kernel/action.ts'
import type { Right } from '#contract/kernel/duties.ts'

export const SessionContext = createContext<Session | null>(null)

/** Who is signed in, with enterprise, codes and duties. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession outside the signed-in shell')
  return session
}

/** The session as the contract's rules know it: the actor. */
const actorOf = ({ user, enterprise, codes, duties }: Session): Actor => ({
  id: user.id,
  name: user.name,
  enterpriseId: enterprise.id,
  rights: [...codes, ...duties],
})

/** The signed-in person, as `refusal()` takes them. */
export const useActor = (): Actor => actorOf(useSession())

/** Whether the signed-in person holds a page code or duty. */
export const useHolds = (right: Right): boolean => useActor().rights.includes(right)
