import { usageActions, type UsageState } from '#contract/making/material.ts'
import { RowActions } from '#web/parts/RowActions.tsx'

/** What can be done with a row of the master data: change it (null where it may not be), take it out of use or bring it back. */
export function UsageActions<Row extends { state: UsageState }>({
  row,
  onEdit,
  onDisable,
  onEnable,
}: {
  row: Row
  onEdit: (() => void) | null
  onDisable: () => void
  onEnable: () => void
}) {
  return <RowActions of={usageActions} row={row} danger={['disable']} on={{ edit: onEdit, disable: onDisable, enable: onEnable }} />
}
