import { Form, Input, Radio, Select } from 'antd'
import type { z } from 'zod'
import { partMeaning, productionActions } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { StationField } from '#web/features/making/asset/StationFields.tsx'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { dateTime, kgUnit } from '#web/lib/format.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import { standingParts } from './handed-over.ts'
import { PartFields } from './PartFields.tsx'
import { nameOf, type StepInput } from './step-input.ts'

type Values = Omit<z.input<typeof productionApi.replacePart.input>, 'id'> & { how: 'again' | 'never' }

/** Puts a part right that was written wrong: weighed again, or never handed over. */
export function ReplacePartDialog({ record, usual, onClose }: StepInput) {
  const told = useTold()
  const replace = useWrite(productionApi.replacePart)
  const parts = standingParts(record)
  const [only, ...others] = parts
  return (
    <StepDialog<Values>
      title={`更正交料 ${nameOf(record)}`}
      submit="更正"
      wide
      error={replace.error}
      busy={replace.isPending}
      initial={{
        how: 'again',
        weighings: [{ gross: '', tare: '0' }],
        ...(usual.scaleId && { scaleId: usual.scaleId }),
        ...(only !== undefined && others.length === 0 && { partId: only.id }),
      }}
      onClose={onClose}
      onSubmit={({ how, weighings, scaleId, placeId, ...values }) =>
        replace.mutate(
          {
            id: record.id,
            ...values,
            ...(how === 'again' && { weighings, ...(scaleId && { scaleId }), ...(placeId && { placeId }) }),
          },
          {
            onSuccess: ({ partNo, handedOver }) => {
              told(`已更正，${partNo}；现在累计 ${kgUnit(handedOver)}`)
              onClose()
            },
          },
        )
      }
    >
      <p>原来的交料单冲回，留在批生产记录里；重新称量的数量入库。</p>
      <Form.Item name="partId" label="要更正的交料单" rules={[{ required: true, message: '请选择交料单' }]}>
        <Select
          options={parts.map(({ id, partNo, quantity, handedAt }) => ({
            value: id,
            label: `${partNo}，${kgUnit(quantity)}，${dateTime(handedAt)}`,
          }))}
        />
      </Form.Item>
      <Form.Item name="how" label="实际情况">
        <Radio.Group
          options={[
            { value: 'again', label: '重量或货位有误，重新称量' },
            { value: 'never', label: '没有这一次交料（重复登记）', disabled: others.length === 0 },
          ]}
        />
      </Form.Item>
      <Form.Item name="reason" label="更正原因" rules={[{ required: true, whitespace: true, message: '请写明更正原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize />
      </Form.Item>
      <Again record={record} />
      <SignatureFields meaning={productionActions.replacePart.signs} />
      <SecondPersonFields label="收料人（仓库）" meaning={partMeaning} name="checker" />
    </StepDialog>
  )
}

function Again({ record }: Pick<StepInput, 'record'>) {
  const how: Values['how'] | undefined = Form.useWatch('how')
  if (how === 'never') return null
  return (
    <>
      <StationField orderId={record.id} kind="scale" name="scaleId" label="秤" />
      <PartFields />
      <BinField zone="bulk" isToxic={record.isToxic} prefilled />
    </>
  )
}
