import { Form, Input } from 'antd'
import type { z } from 'zod'
import { exact, Exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { sumOf } from '#contract/making/mass-balance.ts'
import { clearanceChecks, productionActions } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { issuedPieces, returnedPieces, type ProductionRecord, type Weighing } from '#contract/making/production-record.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { addDays } from '#contract/warehouse/shelf-life.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { kgUnit, today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import { ConfirmedChecks } from './ConfirmedChecks.tsx'
import { handedOverIn } from './handed-over.ts'
import { isMass, ReturnFields, returnsOf, type ReturnValues } from './ReturnFields.tsx'
import { nameOf, type StepInput } from './step-input.ts'

type Values = Omit<z.input<typeof productionApi.terminate.input>, 'id' | 'returns'> & ReturnValues

/** How long a clearance certificate usually holds. */
const clearanceDays = 3

/** What was weighed out of the main herb and never fed, kg, lot by lot: it goes back unless somebody says otherwise. */
function unfedOf(record: ProductionRecord): Record<string, string> {
  const { lots, steps } = record
  const mains = lots.filter(({ role }) => role === 'main').map(({ lotId }) => lotId)
  let left = exact(thereOf(record, mains)).minus(steps[0]?.input ?? '0')
  const back: Record<string, string> = {}
  for (const { lotId, role } of lots) {
    if (role !== 'main' || left.lessThanOrEqualTo(0)) continue
    const own = Exact.min(left, thereOf(record, [lotId]))
    back[lotId] = own.toFixed()
    left = left.minus(own)
  }
  return back
}

/** What was weighed out of these lots and did not go back yet, kg. */
function thereOf(record: ProductionRecord, lotIds: readonly string[]): string {
  const massOf = (pieces: readonly Weighing[]) => sumOf(pieces.filter(({ lotId }) => lotIds.includes(lotId)).map(({ net }) => net))
  return exact(massOf(issuedPieces(record)))
    .minus(massOf(returnedPieces(record)))
    .toFixed()
}

/** QA and the 质量负责人 end a batch before its time: its goods are weighed into the 不合格区, what was never fed goes back, the line is cleared. */
export function TerminateDialog({ record, onClose }: StepInput) {
  const told = useTold()
  const terminate = useWrite(productionApi.terminate)
  const inParts = record.partsHandedOver > 0
  const kept = record.coProducts.filter(({ lotId }) => lotId !== null)
  return (
    <StepDialog<Values>
      title={`终止生产 ${nameOf(record)}`}
      submit="终止生产"
      wide
      danger
      error={terminate.error}
      busy={terminate.isPending}
      initial={{ ...(inParts ? {} : { back: unfedOf(record) }), water: '0', clearedUntil: addDays(today(), clearanceDays) }}
      onClose={onClose}
      onSubmit={({ back, goTo, ...values }) =>
        terminate.mutate(
          { id: record.id, ...values, returns: returnsOf({ back, goTo }) },
          {
            onSuccess: ({ batchNo, lotId }) => {
              if (lotId === null) told(`${nameOf(record)} 已终止，没有剩余物料`)
              else told(`${batchNo} 已终止，在产物料入不合格区`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {record.isChargeDoubtful && '投料批次已不可用。'}
        在产物料称量后以本批批号入不合格区，不得再用；未投的物料退回；批号保留。此操作不能撤销。
      </p>
      {(inParts || kept.length > 0) && (
        <p>
          随本批判为不合格、移入不合格区：
          {[
            ...(inParts ? [`已分次交料 ${kgUnit(handedOverIn(record))}`] : []),
            ...kept.map(({ name, lotNo, quantity }) => `联产品 ${name} ${lotNo} ${kgUnit(quantity)}`),
          ].join('；')}
        </p>
      )}
      <Form.Item name="reason" label="终止原因" rules={[{ required: true, whitespace: true, message: '请写明终止原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item
          name="remains"
          label="在产物料重量"
          extra={`已投 ${kgUnit(record.steps[0]?.input ?? '0')}；没有剩余请填0`}
          rules={[{ required: true, message: '请称量后填写' }]}
        >
          <QuantityInput />
        </Form.Item>
        <RejectedBin isToxic={record.isToxic} isNeeded={inParts || kept.length > 0} />
        {record.isStepRunning && (
          <Form.Item name="water" label="本工序吸水" extra="进行中的工序已加的水" rules={[{ required: true, message: '没有请填0' }]}>
            <QuantityInput />
          </Form.Item>
        )}
        {!inParts && <ReturnFields lots={record.lots} />}
      </div>
      <ConfirmedChecks name="clearance" legend="清场" checks={clearanceChecks} confirmAll={null} />
      <div className="form-columns">
        <Form.Item name="clearedUntil" label="清场有效期至" rules={[{ required: true, message: '请填写清场有效期' }]}>
          <DayInput />
        </Form.Item>
      </div>
      <SignatureFields meaning={productionActions.terminate.signs} />
      <SecondPersonFields label="质量负责人" meaning={approvalMeaning} name="approver" />
    </StepDialog>
  )
}

/** The bin for what is left; asked for once something is. */
function RejectedBin({ isToxic, isNeeded }: { isToxic: boolean; isNeeded: boolean }) {
  const remains: string | undefined = Form.useWatch('remains')
  return isNeeded || (remains !== undefined && isDecimal(remains) && isMass(remains)) ? (
    <BinField zone="rejected" isToxic={isToxic} prefilled />
  ) : null
}
