import { useState } from 'react'
import type { Right } from '#contract/kernel/duties.ts'
import type { ImportSheet } from '#contract/office/import.ts'
import { DutyButton } from './DutyButton.tsx'
import { ImportDialog } from './ImportDialog.tsx'

/** Opens the import of a kind of record, from beside the page's primary button. */
export function ImportButton({ sheet }: { sheet: ImportSheet }) {
  const [open, setOpen] = useState(false)
  const right = sheet.create.right as Right // no step that creates is open without a right
  return (
    <>
      <DutyButton type="default" duty={right} onClick={() => setOpen(true)}>
        导入
      </DutyButton>
      {open && <ImportDialog sheet={sheet} onClose={() => setOpen(false)} />}
    </>
  )
}
