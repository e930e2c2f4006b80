import { Link } from 'react-router'
import { oosKinds, oosLooks } from '#contract/cases/oos.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { useHolds } from '#web/lib/actor.ts'
import { StateTag } from '#web/parts/StateTag.tsx'

/** What is looked into, where it stands, and the way to it. */
export function OosMark({ oos }: { oos: InspectionFile['oosCases'][number] }) {
  const canOpen = useHolds('37')
  const kind = oosKinds[oos.kind]
  return (
    <span className="oos-mark">
      <StateTag of={oosLooks} state={oos.state} />{' '}
      {canOpen ? <Link to={`/zhiliang-shijian?view=oos&id=${oos.id}`}>{kind}</Link> : <small className="quiet">{kind}</small>}
    </span>
  )
}
