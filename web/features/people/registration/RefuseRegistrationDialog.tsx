import type { foundingApi, joiningApi, RegistrationRow } from '#contract/people/registration.ts'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'

/** Asks why a registration, of a person or of an enterprise (`of`), is sent back; they get a letter with the reason. */
export function RefuseRegistrationDialog({
  registration,
  endpoint,
  of,
  onClose,
}: {
  registration: RegistrationRow
  endpoint: typeof foundingApi.refuse | typeof joiningApi.refuse
  of: string
  onClose: () => void
}) {
  return (
    <ReasonDialog title={`退回 ${of} 的申请`} submit="退回" danger endpoint={endpoint} id={registration.id} done="已退回" onClose={onClose}>
      <p>
        {registration.confirmedAt === null
          ? '邮箱没有确认，不发邮件；申请人可在进度页看到原因。'
          : '申请人会收到邮件，也可在进度页看到原因。'}
      </p>
    </ReasonDialog>
  )
}
