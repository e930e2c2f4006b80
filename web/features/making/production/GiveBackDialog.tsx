import { Form, Input } from 'antd'
import type { z } from 'zod'
import { productionActions, receiptMeaning, returnChecks } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { StationField } from '#web/features/making/asset/StationFields.tsx'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import { ConfirmedChecks } from './ConfirmedChecks.tsx'
import { Containers } from './Containers.tsx'
import { nameOf, type StepInput } from './step-input.ts'

type Values = Omit<z.input<typeof productionApi.giveBack.input>, 'id'>

/** Weighs unused goods back to their lot; the warehouse checks seal and label. */
export function GiveBackDialog({ record, usual, onClose }: StepInput) {
  const told = useTold()
  const giveBack = useWrite(productionApi.giveBack)
  return (
    <StepDialog<Values>
      title={`退料 ${nameOf(record)}`}
      submit="称量完成，退回"
      wide
      error={giveBack.error}
      busy={giveBack.isPending}
      initial={{ weighings: [], ...(usual.scaleId && { scaleId: usual.scaleId }) }}
      onClose={onClose}
      onSubmit={(values) =>
        giveBack.mutate(
          { id: record.id, ...values },
          {
            onSuccess: ({ returnNo }) => {
              told(`已退料，退料单 ${returnNo}`)
              onClose()
            },
          },
        )
      }
    >
      <p>未用的物料称量后退回原批；状态未变的回原货位。已投料的不能退。</p>
      <Form.Item name="reason" label="退料原因" rules={[{ required: true, whitespace: true, message: '请写明退料的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize placeholder="如减少投料、辅料有余" />
      </Form.Item>
      <StationField orderId={record.id} kind="scale" name="scaleId" label="秤" />
      <Containers record={record} bins={null} />
      <ConfirmedChecks name="checks" legend="退料核对" checks={returnChecks} confirmAll={null} />
      <SignatureFields meaning={productionActions.giveBack.signs} />
      <SecondPersonFields label="收料人（仓库）" meaning={receiptMeaning} name="checker" />
    </StepDialog>
  )
}
