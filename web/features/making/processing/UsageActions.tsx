import { usageActions, type UsageState } from '#contract/making/material.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'

/** What can be done with a row of the master data: change it, take it out of use or bring it back. */
export function UsageActions<Row extends { state: UsageState }>({
  row,
  onEdit,
  onDisable,
  onEnable,
}: {
  row: Row
  onEdit: () => void
  onDisable: () => void
  onEnable: () => void
}) {
  return (
    <>
      <ActionButton action={usageActions.edit} row={row} onClick={onEdit} />
      {row.state === 'active' ? (
        <ActionButton action={usageActions.disable} row={row} danger onClick={onDisable} />
      ) : (
        <ActionButton action={usageActions.enable} row={row} onClick={onEnable} />
      )}
    </>
  )
}
