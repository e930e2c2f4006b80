import { Form, Input } from 'antd'
import type { z } from 'zod'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { balanceOf, deviationKinds, sumOf, type Masses } from '#contract/making/mass-balance.ts'
import { clearanceChecks, productionActions } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { issuedPieces, returnedPieces, type ProductionRecord, type Weighing } from '#contract/making/production-record.ts'
import { addDays } from '#contract/warehouse/shelf-life.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { kgUnit, today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import { BalanceTable } from './BalanceTable.tsx'
import { ConfirmedChecks } from './ConfirmedChecks.tsx'
import { handedOverIn } from './handed-over.ts'
import { isMass, ReturnFields, returnsOf, type ReturnValues } from './ReturnFields.tsx'
import { caseHint, caseOpened, hasEndedCase, nameOf, type StepInput } from './step-input.ts'

type Values = Omit<z.input<typeof productionApi.finish.input>, 'id' | 'returns'> & ReturnValues
/** How long a clearance certificate usually holds. */
const clearanceDays = 3

/** What the last step gave, kg. */
const lastOutput = ({ steps }: ProductionRecord) => steps.at(-1)?.output ?? '0'

/** Ends production: good output, returned material, clearance, and the mass balance as it is typed. */
export function FinishDialog({ record, onClose }: StepInput) {
  const told = useTold()
  const finish = useWrite(productionApi.finish)
  const inParts = record.partsHandedOver > 0
  return (
    <StepDialog<Values>
      title={`完成生产 ${nameOf(record)}`}
      submit="完成生产，产出待验"
      wide
      error={finish.error}
      busy={finish.isPending}
      initial={{
        output: record.partsHandedOver > 0 ? handedOverIn(record) : exact(lastOutput(record)).toFixed(),
        sampled: '0',
        leftover: '0',
        clearedUntil: addDays(today(), clearanceDays),
        deviation: '',
        remark: '',
      }}
      onClose={onClose}
      onSubmit={({ back, goTo, ...values }) =>
        finish.mutate(
          { id: record.id, ...values, returns: returnsOf({ back, goTo }) },
          {
            onSuccess: ({ batchNo, held, lotId, caseNo }) => {
              if (caseNo !== null) told(caseOpened(caseNo))
              else if (held) told(`${batchNo} 已产出待验，因偏差冻结，等QA审核`)
              else told(`${batchNo} 已产出待验`, { label: '去请验', right: '16:request', to: `/yinpian-qingyan?view=request&lot=${lotId}` })
              onClose()
            },
          },
        )
      }
    >
      <div className="form-columns">
        <Form.Item
          name="output"
          label="合格产出"
          extra={
            inParts
              ? `${record.partsHandedOver} 次交料之和；末道工序产出 ${kgUnit(lastOutput(record))}，还有合格的请先交料`
              : `末道工序产出 ${kgUnit(lastOutput(record))}`
          }
          rules={[{ required: true, message: '请填写合格产出' }]}
        >
          <QuantityInput disabled={inParts} />
        </Form.Item>
        {!inParts && <BinField zone="bulk" isToxic={record.isToxic} prefilled />}
        <Form.Item name="sampled" label="中间控制取样" rules={[{ required: true, message: '没有请填0' }]}>
          <QuantityInput />
        </Form.Item>
        <Form.Item name="leftover" label="尾料" rules={[{ required: true, message: '没有请填0' }]}>
          <QuantityInput />
        </Form.Item>
        {!inParts && <ReturnFields lots={record.lots} />}
      </div>
      <LiveBalance record={record} />
      <ConfirmedChecks name="clearance" legend="清场" checks={clearanceChecks} confirmAll={null} />
      <div className="form-columns">
        <Form.Item name="clearedUntil" label="清场有效期至" rules={[{ required: true, message: '请填写清场有效期' }]}>
          <DayInput />
        </Form.Item>
        <Form.Item name="remark" label="备注">
          <Input.TextArea maxLength={500} autoSize />
        </Form.Item>
      </div>
      <SignatureFields meaning={productionActions.finish.signs} />
    </StepDialog>
  )
}

/** The masses as the form has them now; kg; undefined while one of them is no number. */
function massesOf(
  record: ProductionRecord,
  typed: { output?: string; sampled?: string; leftover?: string; back?: Record<string, string> },
): Masses | undefined {
  const { output = '', sampled = '', leftover = '', back = {} } = typed
  if (![output, sampled, leftover].every(isDecimal)) return undefined
  const lotsOf = (role: 'main' | 'auxiliary') => record.lots.filter((lot) => lot.role === role).map((lot) => lot.lotId)
  const massOf = (pieces: readonly Weighing[], lots: string[]) =>
    sumOf(pieces.filter((one) => lots.includes(one.lotId)).map((one) => one.net))
  const issued = (lots: string[]) => massOf(issuedPieces(record), lots)
  const returned = (lots: string[]) => sumOf([massOf(returnedPieces(record), lots), ...lots.map((lot) => back[lot]).filter(isMass)])
  const auxiliaries = lotsOf('auxiliary')
  return {
    output,
    sampled,
    leftover,
    issued: issued(lotsOf('main')),
    returned: returned(lotsOf('main')),
    auxiliaries: exact(issued(auxiliaries)).minus(returned(auxiliaries)).toFixed(),
    water: sumOf(record.steps.map((step) => step.water ?? '0')),
    losses: sumOf(record.steps.flatMap((step) => step.losses.map((loss) => loss.quantity))),
    coProducts: sumOf(record.steps.map((step) => step.coProducts)),
  }
}

function LiveBalance({ record }: { record: ProductionRecord }) {
  const masses = massesOf(
    record,
    Form.useWatch((values: Values) => ({ output: values.output, sampled: values.sampled, leftover: values.leftover, back: values.back })) ??
      {},
  )
  const nothingFed = masses !== undefined && exact(masses.issued).lessThanOrEqualTo(masses.returned)
  const balance = masses === undefined || nothingFed ? undefined : balanceOf(masses, record.process)
  const deviations = balance?.deviations ?? []
  return (
    <>
      {masses && balance ? (
        <BalanceTable masses={masses} balance={balance} limits={record.process} />
      ) : (
        <p className="quiet">{nothingFed ? '退料等于或超过领料，请核对' : '填写数量后显示物料平衡'}</p>
      )}
      <Form.Item
        name="deviation"
        label={deviations.length > 0 ? `偏差说明（${deviations.map((kind) => deviationKinds[kind]).join('、')}）` : '异常情况 / 偏差说明'}
        extra={caseHint}
        rules={[{ required: deviations.length > 0 && !hasEndedCase(record, null), whitespace: true, message: '请写明原因和处理' }]}
      >
        <Input.TextArea maxLength={500} autoSize={{ minRows: deviations.length > 0 ? 2 : 1 }} />
      </Form.Item>
    </>
  )
}
