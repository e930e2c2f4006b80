import { useState } from 'react'
import { Button, ConfigProvider, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { only } from '#contract/kernel/certain.ts'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import { stepYield, sumOf } from '#contract/making/mass-balance.ts'
import { checkMeaning, lossKinds, productionActions } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { keepsRange, rangeText, type PlannedCoProduct, type ProcessParameter } from '#contract/making/production-record.ts'
import { lastedText, unheldDurations } from '#contract/making/step-time.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime, kgUnit, percent } from '#web/lib/format.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import { CoProductFields, coProductsOf, type CoProductValues } from './CoProductFields.tsx'
import { LateEntry } from './LateEntry.tsx'
import { StepHead } from './StepHead.tsx'
import { caseHint, caseOpened, hasEndedCase, nameOf, nextStep, processStepOf, type StepInput } from './step-input.ts'

type Values = Omit<z.input<typeof productionApi.finishStep.input>, 'id' | 'stepNo' | 'parameters' | 'coProducts'> & {
  values?: Record<string, string>
} & CoProductValues

// What of a co-product was thrown away is written where the co-product is.
const lossOptions = Object.entries(lossKinds)
  .filter(([value]) => value !== 'co_product')
  .map(([value, label]) => ({ value, label }))

/** Ends a step: parameters beside their ranges, what came out and what was lost, with the yield as it is typed. */
export function FinishStepDialog({ record, usual, onClose }: StepInput) {
  const told = useTold()
  const finish = useWrite(productionApi.finishStep)
  const running = only(record.steps.filter((step) => step.endedAt === null))
  const { parameters } = processStepOf(record, running.no)
  const planned = record.process.coProducts.filter(({ stepNo }) => stepNo === running.no)
  const lost = usual.steps.find(({ stepNo }) => stepNo === running.no)?.losses ?? []
  return (
    <StepDialog<Values>
      title={`完成工序 ${nameOf(record)}`}
      submit="完成工序"
      wide
      error={finish.error}
      busy={finish.isPending}
      initial={{
        losses: lost.filter((kind) => kind !== 'co_product').map((kind) => ({ kind, quantity: '' })),
        water: '0',
        deviation: '',
        remark: '',
      }}
      onClose={onClose}
      onSubmit={({ endedAt, values = {}, losses = [], yields, ...given }) =>
        finish.mutate(
          {
            id: record.id,
            stepNo: running.no,
            ...given,
            // A kind that was lost last time and not this time has no quantity.
            losses: losses.filter(({ quantity }) => quantity !== ''),
            parameters: parameters.map(({ code }) => ({ code, value: values[code] ?? '' })),
            coProducts: coProductsOf(planned, yields),
            ...(endedAt && { endedAt }),
          },
          {
            onSuccess: ({ caseNo }) => {
              if (caseNo !== null) told(caseOpened(caseNo))
              else told(`${running.name} 已完成`, nextStep(record, running.no))
              onClose()
            },
          },
        )
      }
    >
      <ConfigProvider componentSize="large">
        <div className="step-work">
          <StepHead record={record} no={running.no} />
          <p className="quiet">
            {running.startedByName} 于 {dateTime(running.startedAt)} 开始；{running.room}，{running.equipment.join('、')}；投入{' '}
            {kgUnit(running.input)}
          </p>
          {parameters.length > 0 && (
            <fieldset className="lines">
              <legend>工艺参数</legend>
              <div className="form-columns">
                {parameters.map((parameter) => (
                  <Parameter key={parameter.code} parameter={parameter} />
                ))}
              </div>
              <TimeReason parameters={parameters} startedAt={running.startedAt} />
            </fieldset>
          )}
          <div className="form-columns">
            <Form.Item name="output" label="产出量" rules={[{ required: true, message: '请填写产出量' }]}>
              <QuantityInput />
            </Form.Item>
            <Form.Item
              name="water"
              label="吸水量"
              extra="洗润、闷润吸入的水；没有填0"
              rules={[{ required: true, message: '没有吸水请填0' }]}
            >
              <QuantityInput />
            </Form.Item>
          </div>
          <Losses />
          {planned.length > 0 && <CoProductFields planned={planned} input={running.input} isToxic={record.isToxic} />}
          <LiveYield input={running.input} planned={planned} />
          <Deviation parameters={parameters} isCleared={hasEndedCase(record, running.no)} />
          <div className="form-columns">
            <LateEntry name="endedAt" label="结束时间" />
            <Form.Item name="remark" label="备注">
              <Input.TextArea maxLength={500} autoSize />
            </Form.Item>
          </div>
          {running.isCritical && <SignatureFields meaning={productionActions.finishStep.signs} />}
          <SecondPersonFields label="复核人" meaning={checkMeaning} name="checker" />
        </div>
      </ConfigProvider>
    </StepDialog>
  )
}

/** A parameter with its range. A value outside it shows a warning at once. */
function Parameter({ parameter }: { parameter: ProcessParameter }) {
  const value: string = Form.useWatch(['values', parameter.code]) ?? ''
  const range = rangeText(parameter)
  const outside = value !== '' && range !== '' && isDecimal(value) && !keepsRange(parameter, value)
  return (
    <Form.Item
      name={['values', parameter.code]}
      label={
        <>
          {parameter.name}
          {range && <strong className="range">{range}</strong>}
        </>
      }
      extra={
        outside ? (
          <span className="broken">超出范围，须填写偏差说明</span>
        ) : (
          parameter.target && `目标 ${parameter.target} ${parameter.unit}`
        )
      }
      rules={[{ required: true, message: `请填写${parameter.name}` }]}
    >
      {range ? <QuantityInput unit={parameter.unit} negative /> : <Input maxLength={60} suffix={parameter.unit} />}
    </Form.Item>
  )
}

function Losses() {
  return (
    <fieldset className="lines">
      <legend>损耗</legend>
      <Form.List name="losses">
        {(lines, { add, remove }) => (
          <>
            {lines.map(({ key, name }) => (
              <div key={key} className="loss">
                <Form.Item name={[name, 'kind']} label="类型" rules={[{ required: true, message: '请选择损耗类型' }]}>
                  <Select options={lossOptions} />
                </Form.Item>
                <Form.Item name={[name, 'quantity']} label="数量">
                  <QuantityInput placeholder="没有不填" />
                </Form.Item>
                <Button type="link" className="text-action" onClick={() => remove(name)} aria-label={`删除第${name + 1}项损耗`}>
                  删除
                </Button>
              </div>
            ))}
            <Button onClick={() => add({ quantity: '' })}>＋ 增加损耗</Button>
          </>
        )}
      </Form.List>
    </fieldset>
  )
}

/** Yield of the step and what the figures leave unexplained, as they are typed. */
function LiveYield({ input, planned }: { input: string; planned: readonly PlannedCoProduct[] }) {
  const output: string = Form.useWatch('output') ?? ''
  const water: string = Form.useWatch('water') ?? '0'
  const losses: { quantity?: string }[] = Form.useWatch('losses') ?? []
  const yields: CoProductValues['yields'] = Form.useWatch('yields')
  const yielded = stepYield(input, output)
  const lost = sumOf(losses.map((loss) => loss?.quantity ?? '').filter(isDecimal))
  const unexplained = isDecimal(output)
    ? exact(input)
        .plus(isDecimal(water) ? water : '0')
        .minus(output)
        .minus(lost)
        .minus(sumOf(coProductsOf(planned, yields).map(({ quantity }) => quantity)))
        .toFixed()
    : undefined
  return (
    <dl className="live" aria-live="polite">
      <div>
        <dt>本工序收率</dt>
        <dd>{yielded === undefined ? '—' : percent(yielded)}</dd>
      </div>
      <div>
        <dt>损耗合计</dt>
        <dd>{kgUnit(lost)}</dd>
      </div>
      <div>
        <dt>差额</dt>
        <dd>{unexplained === undefined ? '—' : kgUnit(unexplained)}</dd>
      </div>
    </dl>
  )
}

/** Why the step lasts less than a duration typed above, asked as soon as it does. */
function TimeReason({ parameters, startedAt }: { parameters: readonly ProcessParameter[]; startedAt: string }) {
  const [now] = useState(() => new Date().toISOString())
  const values: Record<string, string> = Form.useWatch('values') ?? {}
  const typed: string | undefined = Form.useWatch('endedAt')
  const times = { startedAt, endedAt: typed && !Number.isNaN(Date.parse(typed)) ? typed : now }
  const unheld = unheldDurations(
    parameters.map((parameter) => ({ ...parameter, value: values[parameter.code] ?? '' })),
    times,
  )
  if (unheld.length === 0) return null
  return (
    <Form.Item
      name="timeReason"
      label="时长说明"
      extra={`${unheld.map(({ name, value, unit }) => `${name} ${value} ${unit}`).join('、')}，本工序只用了${lastedText(times)}。时间记错的请补录实际时间；确实如此的写明原因，由QA审核。`}
      rules={[{ required: true, whitespace: true, message: '请写明时长为何与工序时间不符' }]}
    >
      <Input maxLength={200} autoComplete="off" />
    </Form.Item>
  )
}

function Deviation({ parameters, isCleared }: { parameters: readonly ProcessParameter[]; isCleared: boolean }) {
  const values: Record<string, string> = Form.useWatch('values') ?? {}
  const outside = parameters.filter((parameter) => {
    const value = values[parameter.code] ?? ''
    return isDecimal(value) && !keepsRange(parameter, value)
  })
  return (
    <Form.Item
      name="deviation"
      label={outside.length > 0 ? `偏差说明（${outside.map(({ name }) => name).join('、')}超出范围）` : '异常情况 / 偏差说明'}
      extra={caseHint}
      rules={[{ required: outside.length > 0 && !isCleared, whitespace: true, message: '请写明原因和处理' }]}
    >
      <Input.TextArea maxLength={500} autoSize={{ minRows: outside.length > 0 ? 2 : 1 }} />
    </Form.Item>
  )
}
