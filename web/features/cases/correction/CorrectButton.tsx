import { useState } from 'react'
import type { CorrectionRecord } from '#contract/cases/correction.ts'
import { useHolds } from '#web/lib/actor.ts'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { CorrectionFormDrawer } from './CorrectionFormDrawer.tsx'

/** 更正 beside a record, for those who may ask for it. */
export function CorrectButton({ record, id }: { record: CorrectionRecord; id: string }) {
  const [asking, setAsking] = useState(false)
  const holds = useHolds('37:propose')
  if (!holds) return null
  return (
    <>
      <DutyButton duty="37:propose" type="link" onClick={() => setAsking(true)}>
        更正
      </DutyButton>
      {asking && <CorrectionFormDrawer record={record} id={id} onClose={() => setAsking(false)} />}
    </>
  )
}
