import { App, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { incidentActions } from '#contract/cases/incident.ts'
import type { IncidentRow } from '#contract/cases/incident-file.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Signing = 'submit' | 'approve' | 'close' | 'unfounded' | 'reopen'
type Given = { text?: string; signature: SignatureInput; approver?: { userName: string; password: string } }

/** A step of a case that is signed: with a sentence of its own where it has one, and with the 质量负责人 where two end it. */
export function SignDialog<In extends z.ZodObject>({
  incident,
  step,
  endpoint,
  asks,
  isByTwo = false,
  done,
  inputOf,
  onClose,
  children,
}: {
  incident: IncidentRow
  step: Signing
  endpoint: Endpoint<In>
  /** The name of the sentence, where one is asked. */
  asks?: string
  isByTwo?: boolean
  done: string
  /** What is sent for what was given. */
  inputOf: (given: Given & { at: { id: string; rowVersion: number } }) => z.input<In>
  onClose: () => void
  children?: ReactNode
}) {
  const { message } = App.useApp()
  const write = useWrite(endpoint)
  const action = incidentActions[step]
  return (
    <StepDialog<Given>
      title={`${action.label} ${incident.caseNo}`}
      submit={`签名并${action.label}`}
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={(given) =>
        write.mutate(inputOf({ ...given, at: { id: incident.id, rowVersion: incident.rowVersion } }), {
          onSuccess: () => {
            void message.success(done)
            onClose()
          },
        })
      }
    >
      {children}
      {asks !== undefined && (
        <Form.Item name="text" label={asks} rules={[{ required: true, whitespace: true, message: `请填写${asks}` }]}>
          <Input.TextArea maxLength={step === 'reopen' ? 300 : 500} showCount autoSize={{ minRows: 3 }} />
        </Form.Item>
      )}
      <SignatureFields meaning={action.signs} />
      {isByTwo && <SecondPersonFields label="质量负责人" meaning={approvalMeaning} name="approver" />}
    </StepDialog>
  )
}
