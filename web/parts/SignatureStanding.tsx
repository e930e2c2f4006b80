/** Whether a signature still stands for its record: nothing when it does, else what took its place or that it is broken. */
export function SignatureStanding({ holds, supersededBy }: { holds: boolean; supersededBy: string | null }) {
  if (holds) return null
  if (supersededBy !== null) return <span className="quiet">已被更正 {supersededBy} 取代</span>
  return <span className="broken">签名已失效：记录在签名后被修改</span>
}
