import type { z } from 'zod'
import { partMeaning, productionActions } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { StationField } from '#web/features/making/asset/StationFields.tsx'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import { handedOverIn } from './handed-over.ts'
import { PartFields } from './PartFields.tsx'
import { nameOf, type StepInput } from './step-input.ts'

type Values = Omit<z.input<typeof productionApi.handOver.input>, 'id'>

/** Weighs what of the batch is ready into the store, before the rest. */
export function HandOverDialog({ record, usual, onClose }: StepInput) {
  const told = useTold()
  const handOver = useWrite(productionApi.handOver)
  const lastOutput = record.steps.at(-1)?.output ?? null
  return (
    <StepDialog<Values>
      title={`分次交料 ${nameOf(record)}`}
      submit="称量完成，入库待验"
      wide
      error={handOver.error}
      busy={handOver.isPending}
      initial={{ weighings: [{ gross: '', tare: '0' }], ...(usual.scaleId && { scaleId: usual.scaleId }) }}
      onClose={onClose}
      onSubmit={(values) =>
        handOver.mutate(
          { id: record.id, ...values },
          {
            onSuccess: ({ partNo, handedOver }) => {
              told(`已交料，交料单 ${partNo}，累计 ${kgUnit(handedOver)}`)
              onClose()
            },
          },
        )
      }
    >
      <p>已完成的部分先入库待验，各次同属一批，全部交完并完成生产后一起请验。第一次交料后不能再补领或退料，余料请先退回。</p>
      <p className="quiet">
        已交 {record.partsHandedOver} 次，合计 {kgUnit(handedOverIn(record))}
        {lastOutput !== null && `；末道工序产出 ${kgUnit(lastOutput)}`}
      </p>
      <StationField orderId={record.id} kind="scale" name="scaleId" label="秤" />
      <PartFields />
      <BinField zone="bulk" isToxic={record.isToxic} prefilled />
      <SignatureFields meaning={productionActions.handOver.signs} />
      <SecondPersonFields label="收料人（仓库）" meaning={partMeaning} name="checker" />
    </StepDialog>
  )
}
