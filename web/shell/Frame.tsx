import { Outlet, useLoaderData } from 'react-router'
import type { Session } from '#contract/people/account.ts'
import { GateFrame } from './GateFrame.tsx'
import { Shell } from './Shell.tsx'

/** The shell for a signed-in person; strangers get "no permission" and "not found" on a page of their own. */
export function Frame() {
  const session = useLoaderData<Session | null>()
  return session ? (
    <Shell />
  ) : (
    <GateFrame>
      <Outlet />
    </GateFrame>
  )
}
