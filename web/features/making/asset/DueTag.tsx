import { calibrationStanding } from '#contract/laboratory/instrument.ts'
import { dueLooks, type AssetRow } from '#contract/making/asset.ts'
import { day, today } from '#web/lib/format.ts'
import { StateTag } from '#web/parts/StateTag.tsx'

/** How 校准 or 保养 of an asset stands today; nothing where it has no plan. */
export function DueTag({ row, of }: { row: AssetRow; of: 'calibration' | 'maintenance' }) {
  const { months, result, dueOn } =
    of === 'calibration'
      ? { months: row.calibrationMonths, result: row.calibrationResult, dueOn: row.calibrationDue }
      : { months: row.maintenanceMonths, result: row.serviceResult, dueOn: row.serviceDue }
  if (months === null) return null
  const standing = calibrationStanding({ calibrationResult: result, dueOn }, today())
  return (
    <>
      {standing === 'good' ? null : <StateTag of={dueLooks} state={standing} />} {dueOn && day(dueOn)}
    </>
  )
}
