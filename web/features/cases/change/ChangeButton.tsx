import { useState } from 'react'
import type { ChangeRecord } from '#contract/cases/change.ts'
import { useHolds } from '#web/lib/actor.ts'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { AssetChangeDrawer } from './AssetChangeDrawer.tsx'
import { ChangeFormDrawer } from './ChangeFormDrawer.tsx'
import { SupplierChangeDrawer } from './SupplierChangeDrawer.tsx'
import { VersionChangeDrawer } from './VersionChangeDrawer.tsx'

/** 变更 beside what is critical, for those who may ask for it. */
export function ChangeButton({ record, id, label = '提出变更' }: { record: ChangeRecord; id: string; label?: string }) {
  const [asking, setAsking] = useState(false)
  const holds = useHolds('37:propose')
  if (!holds) return null
  return (
    <>
      <DutyButton duty="37:propose" type="default" onClick={() => setAsking(true)}>
        {label}
      </DutyButton>
      {asking && <ChangeDrawer record={record} id={id} onClose={() => setAsking(false)} />}
    </>
  )
}

function ChangeDrawer({ record, ...asked }: { record: ChangeRecord; id: string; onClose: () => void }) {
  switch (record) {
    case 'supplier':
      return <SupplierChangeDrawer {...asked} />
    case 'asset':
      return <AssetChangeDrawer {...asked} />
    case 'process':
    case 'standard':
    case 'pack_spec':
      return <VersionChangeDrawer record={record} {...asked} />
    default:
      return <ChangeFormDrawer record={record} {...asked} />
  }
}
