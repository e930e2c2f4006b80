import { useSession } from '#web/lib/actor.ts'
import { exactTime } from '#web/lib/format.ts'
import { usePrinting } from '#web/lib/printing.ts'
import { brandName } from './brand.ts'
import markTile from '#web/parts/images/mark.svg'

/** Above a page on paper: whose it is, who printed it and when. On the screen it is not there. */
export function PrintHead() {
  const { user, enterprise } = useSession()
  const printing = usePrinting()
  if (printing === undefined) return null
  return (
    <header className="print-head">
      <img src={markTile} alt="" width={28} height={28} />
      <span>
        <strong>{enterprise.name}</strong> {brandName}
      </span>
      <span>
        {user.name} 打印于 {exactTime(printing)}
      </span>
    </header>
  )
}
