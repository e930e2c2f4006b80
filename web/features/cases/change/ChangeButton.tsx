import { useState } from 'react'
import type { ChangeRecord } from '#contract/cases/change.ts'
import { useHolds } from '#web/lib/actor.ts'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ChangeFormDrawer } from './ChangeFormDrawer.tsx'

/** 变更 beside a material or product, for those who may ask for it. */
export function ChangeButton({ record, id }: { record: ChangeRecord; id: string }) {
  const [asking, setAsking] = useState(false)
  const holds = useHolds('37:propose')
  if (!holds) return null
  return (
    <>
      <DutyButton duty="37:propose" type="default" onClick={() => setAsking(true)}>
        提出变更
      </DutyButton>
      {asking && <ChangeFormDrawer record={record} id={id} onClose={() => setAsking(false)} />}
    </>
  )
}
