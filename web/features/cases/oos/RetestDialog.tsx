import { App, Form, Input } from 'antd'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { oosLaboratoryApi, type OosFile } from '#contract/cases/oos-api.ts'
import { oosActions } from '#contract/cases/oos.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { meansApi, type MeansChoices, type MeansInput } from '#contract/laboratory/means.ts'
import { MeansSelect } from '#web/features/laboratory/inspection/MeansSelect.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ValueFields, valueOf, type ValueCells } from './ValueFields.tsx'
import './oos.css'

type Room = { temperature?: string; humidity?: string }
type Draws = Record<string, string | undefined>
type Values = { values: ValueCells[]; means?: MeansInput; draws?: Draws; environment?: Room; signature: SignatureInput }

/** 复检: all values at once, none left out, with what they were made with and the room, as in the first test. */
export function RetestDialog({ file, onClose }: { file: OosFile; onClose: () => void }) {
  const { case: row, item, retests, moisture } = file
  const { message } = App.useApp()
  const retest = useWrite(oosLaboratoryApi[row.side].retest)
  const choices = useRead(meansApi.choices, { id: row.inspectionId })
  const count = retests ?? 1
  return (
    <StepDialog<Values>
      title={`复检 ${row.lotNo} ${row.itemName}`}
      submit="签名并提交"
      error={retest.error}
      busy={retest.isPending}
      onClose={onClose}
      onSubmit={({ values, means, draws, environment, signature }) =>
        retest.mutate(
          {
            ...{ id: row.id, rowVersion: row.rowVersion, values: values.map(valueOf), signature },
            ...(means && { means, draws: drawsOf(means, draws) }),
            ...roomOf(environment),
          },
          {
            onSuccess: () => {
              message.success('复检结果已提交，转QA裁定')
              onClose()
            },
          },
        )
      }
    >
      <p>
        标准规定：{item.specText}。批准的复检共 {count} 次，一次填全；提交后不能改写。
      </p>
      {Array.from({ length: count }, (_, index) => (
        <ValueFields key={index} item={item} moisture={moisture} name={['values', index]} label={`第${index + 1}次`} />
      ))}
      {choices.error && <CallFailure error={choices.error} onRetry={() => void choices.refetch()} />}
      {choices.data && (choices.data.hasInstruments || choices.data.reagents.length > 0) && (
        <>
          <Form.Item name="means" label="所用仪器、试剂" initialValue={usualMeans(file, choices.data)}>
            <MeansField choices={choices.data} />
          </Form.Item>
          <Form.Item noStyle dependencies={['means']}>
            {({ getFieldValue }) => <DrawFields choices={choices.data} means={getFieldValue('means')} />}
          </Form.Item>
          <div className="form-columns">
            <RoomField name="temperature" label="温度" unit="℃" />
            <RoomField name="humidity" label="相对湿度" unit="%" />
          </div>
        </>
      )}
      <SignatureFields meaning={oosActions[row.side].retest.signs} />
    </StepDialog>
  )
}

/** What the doubted value was measured with, as far as it may be used today; where it named nothing, what the item is usually measured with. */
function usualMeans({ item, results }: OosFile, { instruments, reagents, usual }: MeansChoices): MeansInput {
  const first = results.findLast(({ part }) => part !== 'retest')
  const fit = (used: readonly (string | null)[], offered: readonly { id: string }[]) =>
    offered.flatMap(({ id }) => (used.includes(id) ? [id] : []))
  if (first !== undefined && first.means.length > 0)
    return {
      instrumentIds: fit(
        first.means.map(({ instrumentId }) => instrumentId),
        instruments,
      ),
      reagentIds: fit(
        first.means.map(({ reagentId }) => reagentId),
        reagents,
      ),
    }
  const { instrumentIds, reagentIds } = usual.find(({ itemId }) => itemId === item.id) ?? none
  return { instrumentIds, reagentIds }
}

/** The room is measured anew; it may be left out as in the first test, and then both of it. */
const roomOf = ({ temperature = '', humidity = '' }: Room = {}) =>
  temperature === '' && humidity === '' ? {} : { environment: { temperature, humidity } }

/** What was taken of the bottles that are chosen now; one that was chosen before and not any more is left out. */
const drawsOf = ({ reagentIds }: MeansInput, draws: Draws = {}) =>
  reagentIds.flatMap((reagentId) => (draws[reagentId] ? [{ reagentId, quantity: draws[reagentId] }] : []))

const halfWidth = (event: { target: { value: string } }) => event.target.value.normalize('NFKC').replaceAll('。', '.').trim()

/** 用量 of each bottle that is chosen, for all retests together. It may be left out, as in the first test. */
const DrawFields = ({ choices, means = none }: { choices: MeansChoices; means: MeansInput | undefined }) =>
  choices.reagents
    .filter(({ id }) => means.reagentIds.includes(id))
    .map(({ id, number, name, unit, amountLeft }) => (
      <Form.Item
        key={id}
        name={['draws', id]}
        label={`${number} ${name} 用量（可不填，余 ${exact(amountLeft).toFixed()} ${unit}）`}
        getValueFromEvent={halfWidth}
      >
        <Input suffix={unit} inputMode="decimal" autoComplete="off" maxLength={14} />
      </Form.Item>
    ))

const RoomField = ({ name, label, unit }: { name: keyof Room; label: string; unit: string }) => (
  <Form.Item name={['environment', name]} label={label} getValueFromEvent={halfWidth}>
    <Input suffix={unit} inputMode="decimal" autoComplete="off" maxLength={5} />
  </Form.Item>
)

const none: MeansInput = { instrumentIds: [], reagentIds: [] }

/** The form gives value and change. */
const MeansField = ({
  choices,
  value = none,
  onChange = () => {},
}: {
  choices: MeansChoices
  value?: MeansInput
  onChange?: (value: MeansInput) => void
}) => <MeansSelect choices={choices} label="所用仪器、试剂" value={value} onChange={onChange} />
