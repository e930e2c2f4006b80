import { tokenDays, tokenLooks, type TokenRow } from '#contract/people/token.ts'
import { today } from '#web/lib/format.ts'
import { StateTag } from '#web/parts/StateTag.tsx'

/** The state of a token, and whether it ends soon. */
export function TokenTags({ token }: { token: TokenRow }) {
  const daysLeft = (Date.parse(token.validUntil) - Date.parse(today())) / 86_400_000
  return (
    <span className="tags">
      <StateTag of={tokenLooks} state={token.state} />
      {token.state === 'active' && daysLeft <= tokenDays.warning && <span className="tag tag-warning">即将到期</span>}
      {token.state === 'active' && token.resting.length > 0 && <span className="tag tag-warning">{token.resting.length} 项权限无效</span>}
    </span>
  )
}
