import { App } from 'antd'
import { standardApi, type StandardRow } from '#contract/laboratory/standard.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { EditionFields, type EditionValues } from './EditionFields.tsx'

/** 新版本: a draft that begins as a copy of this edition. */
export function RenewDialog({ row, onClose, onMade }: { row: StandardRow; onClose: () => void; onMade: (row: StandardRow) => void }) {
  const { message } = App.useApp()
  const renew = useWrite(standardApi.renew)
  return (
    <StepDialog<EditionValues>
      title={`${row.name} 的新版本`}
      submit="建立草稿"
      error={renew.error}
      busy={renew.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        renew.mutate(
          { id: row.id, ...values },
          {
            onSuccess: (draft) => {
              message.success(`已以 ${row.edition} 为底稿建立草稿`)
              onClose()
              onMade(draft)
            },
          },
        )
      }
    >
      <p className="quiet">
        以 {row.kind} {row.edition}（{row.itemCount} 项）为底稿。已请验的批次仍按请验时的版本检验。
      </p>
      <EditionFields />
    </StepDialog>
  )
}
