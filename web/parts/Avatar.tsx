/** A person's picture, or the first character of their name where they have none. It says nothing that the name beside it does not. */
export function Avatar({ user, side = 30 }: { user: { id: string; name: string; avatar: string | null }; side?: number }) {
  const style = { width: side, height: side, lineHeight: `${side - 2}px`, fontSize: side / 2.2 }
  return user.avatar === null ? (
    <span className="avatar" style={style} aria-hidden="true">
      {[...user.name][0]}
    </span>
  ) : (
    <img className="avatar" style={style} src={`/api/avatars/${user.id}/${user.avatar}`} alt="" width={side} height={side} />
  )
}
