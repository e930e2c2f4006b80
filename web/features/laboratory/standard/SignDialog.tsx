import { App, Skeleton } from 'antd'
import { standardActions, standardApi, type StandardRow } from '#contract/laboratory/standard.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ItemTable } from './ItemTable.tsx'
import { TypedItems } from './TypedItems.tsx'

/** 编制 or 批准: everything that is signed is shown above the signature. */
export function SignStandardDialog({ what, row, onClose }: { what: 'submit' | 'approve'; row: StandardRow; onClose: () => void }) {
  const { message } = App.useApp()
  const file = useRead(standardApi.read, { id: row.id })
  // Right after the editor has saved, what was read before is still at hand: it is neither shown nor signed.
  const shown = file.data !== undefined && file.data.standard.rowVersion >= row.rowVersion ? file.data : undefined
  const write = useWrite(standardApi[what])
  const { label, signs } = standardActions[what]
  return (
    <StepDialog<{ signature: SignatureInput; acceptsTyped?: boolean }>
      title={`${label} ${row.name} ${row.edition}`}
      submit={label}
      wide
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ signature, acceptsTyped = false }) =>
        write.mutate(
          // The signature is for the version read here, not for a later change by another person.
          { id: row.id, rowVersion: shown?.standard.rowVersion ?? row.rowVersion, ...(what === 'approve' && { acceptsTyped }), signature },
          {
            onSuccess: (done) => {
              message.success(
                what === 'submit' ? `${row.name} 已提交，等待另一人批准` : `${row.name} 已批准，自 ${done.effectiveFrom} 生效`,
              )
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['标准', `${row.kind} ${row.edition}（第 ${row.version} 版）`],
          ['生效日期', `${row.effectiveFrom}，上一版同日失效`],
          ...(row.writtenByName === null || what === 'submit' ? [] : ([['编制人', row.writtenByName]] as const)),
        ]}
      />
      {!shown && !file.error && <Skeleton active />}
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      {shown && <ItemTable items={shown.items} />}
      {shown && <TypedItems editions={[shown.standard]} accepts={what === 'approve'} />}
      <SignatureFields meaning={signs} />
    </StepDialog>
  )
}
