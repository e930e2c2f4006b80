import { Button } from 'antd'
import { lazy, Suspense, useRef, useState } from 'react'
import { avatarApi } from '#contract/people/avatar.ts'
import { useSession } from '#web/lib/actor.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { Avatar } from '#web/parts/Avatar.tsx'

const AvatarDialog = lazy(async () => ({ default: (await import('./AvatarDialog.tsx')).AvatarDialog }))

/** The person's own picture, and the choice of another one. */
export function AvatarField() {
  const { user } = useSession()
  const chooser = useRef<HTMLInputElement>(null)
  /** The address of the chosen file in this browser, while it is being cut. */
  const [source, setSource] = useState<string>()
  const remove = useButtonWrite(avatarApi.remove)
  const close = () => {
    if (source) URL.revokeObjectURL(source)
    setSource(undefined)
  }
  return (
    <div className="avatar-field">
      <Avatar user={user} side={72} />
      <Button onClick={() => chooser.current?.click()}>{user.avatar === null ? '上传头像' : '更换头像'}</Button>
      {user.avatar !== null && (
        <Button type="link" className="text-action" loading={remove.busy} onClick={() => void remove.run({})}>
          去掉
        </Button>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="选择头像图片"
        accept="image/jpeg,image/png,image/webp"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) setSource(URL.createObjectURL(file))
          event.target.value = '' // the same file may be chosen again
        }}
      />
      {source && (
        <Suspense>
          <AvatarDialog source={source} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
