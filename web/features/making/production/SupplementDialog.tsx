import { Form, Input } from 'antd'
import type { z } from 'zod'
import { checkMeaning, productionActions, supplementMeaning } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { StationField } from '#web/features/making/asset/StationFields.tsx'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { AuthorisationHint } from '#web/features/people/authorisation/AuthorisationHint.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import { Containers } from './Containers.tsx'
import { RestrictionsField } from './RestrictionsField.tsx'
import { nameOf, type StepInput } from './step-input.ts'

type Values = Omit<z.input<typeof productionApi.supplement.input>, 'id'>

/** Weighs more out than was planned, for a reason that a third person approves. */
export function SupplementDialog({ record, bins, usual, onClose }: StepInput) {
  const told = useTold()
  const supplement = useWrite(productionApi.supplement)
  // Of the main herb only while nothing of it was fed.
  const open = record.steps.length === 0 ? record : { ...record, lots: record.lots.filter(({ role }) => role === 'auxiliary') }
  return (
    <StepDialog<Values>
      title={`补领 ${nameOf(record)}`}
      submit="称量完成，补发"
      wide
      error={supplement.error}
      busy={supplement.isPending}
      initial={{ weighings: [], ...(usual.scaleId && { scaleId: usual.scaleId }) }}
      onClose={onClose}
      onSubmit={(values) =>
        supplement.mutate(
          { id: record.id, ...values },
          {
            onSuccess: ({ issueNo }) => {
              told(`已补发，补领单 ${issueNo}`)
              onClose()
            },
          },
        )
      }
    >
      <AuthorisationHint asked={['weighing']} />
      <p>{record.steps.length === 0 ? '投料前可补领主药材和辅料。' : '主药材已投料，只能补领辅料。'}须由复核人以外的人批准。</p>
      <RestrictionsField record={record} />
      <Form.Item name="reason" label="补领原因" rules={[{ required: true, whitespace: true, message: '请写明补领的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize placeholder="如运送途中洒落、辅料用量不足" />
      </Form.Item>
      <StationField orderId={record.id} kind="scale" name="scaleId" label="秤" />
      <Containers record={open} bins={bins} />
      <SignatureFields meaning={productionActions.supplement.signs} />
      <SecondPersonFields label="复核人" meaning={checkMeaning} name="checker" />
      <SecondPersonFields label="批准人" meaning={supplementMeaning} name="approver" />
    </StepDialog>
  )
}
