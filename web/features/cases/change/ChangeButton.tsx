import { useState } from 'react'
import type { ChangeRecord } from '#contract/cases/change.ts'
import { useHolds } from '#web/lib/actor.ts'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ChangeFormDrawer } from './ChangeFormDrawer.tsx'
import { SupplierChangeDrawer } from './SupplierChangeDrawer.tsx'

/** 变更 beside a material, product or supplier, for those who may ask for it. */
export function ChangeButton({ record, id, label = '提出变更' }: { record: ChangeRecord; id: string; label?: string }) {
  const [asking, setAsking] = useState(false)
  const holds = useHolds('37:propose')
  if (!holds) return null
  return (
    <>
      <DutyButton duty="37:propose" type="default" onClick={() => setAsking(true)}>
        {label}
      </DutyButton>
      {asking &&
        (record === 'supplier' ? (
          <SupplierChangeDrawer id={id} onClose={() => setAsking(false)} />
        ) : (
          <ChangeFormDrawer record={record} id={id} onClose={() => setAsking(false)} />
        ))}
    </>
  )
}
