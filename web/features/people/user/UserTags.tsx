import { userLooks, type UserRow } from '#contract/people/user.ts'
import { StateTag } from '#web/parts/StateTag.tsx'

/** The state of an account, and what keeps its person from working as usual. */
export function UserTags({ user }: { user: UserRow }) {
  const active = user.state === 'active'
  return (
    <span className="tags">
      <StateTag of={userLooks} state={user.state} />
      {active && user.locked && <span className="tag tag-bad">已锁定</span>}
      {active && user.secretWaiting && <span className="tag tag-waiting">待确认，不能签名</span>}
      {active && user.oneTimeUntil !== null && <span className="tag tag-waiting">一次性口令</span>}
      {active && user.oneTimeUntil === null && user.mustChangePassword && <span className="tag tag-waiting">须改口令</span>}
    </span>
  )
}
