import { App, ConfigProvider, Form, Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { only } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { sumOf } from '#contract/making/mass-balance.ts'
import { preChecks } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { overrunOf } from '#contract/making/step-time.ts'
import { issuedPieces, returnedPieces, type ProductionRecord, type Weighing } from '#contract/making/production-record.ts'
import { RoomAndMachines } from '#web/features/making/asset/StationFields.tsx'
import { useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ConfirmedChecks } from './ConfirmedChecks.tsx'
import { LateEntry } from './LateEntry.tsx'
import { RestrictionsField } from './RestrictionsField.tsx'
import { StepHead } from './StepHead.tsx'
import { caseHint, caseOpened, hasEndedCase, nameOf, processStepOf, type StepInput } from './step-input.ts'

type Values = Omit<z.input<typeof productionApi.startStep.input>, 'id' | 'stepNo'>

/** The most that the next step can take in, kg: the output of the step before, or what was weighed out of the main herb. */
function mostInputOf(record: ProductionRecord): string {
  const { steps, lots } = record
  const before = steps.at(-1)?.output
  if (before) return exact(before).toFixed()
  const main = lots.filter((lot) => lot.role === 'main').map((lot) => lot.lotId)
  const massOf = (pieces: readonly Weighing[]) => sumOf(pieces.filter((one) => main.includes(one.lotId)).map((one) => one.net))
  return exact(massOf(issuedPieces(record)))
    .minus(massOf(returnedPieces(record)))
    .toFixed()
}

/** Asks what is to be said where the goods lay longer than the step before allows. */
function Overrun({ record }: Pick<StepInput, 'record'>) {
  const startedAt: string | undefined = Form.useWatch('startedAt')
  const [opened] = useState(() => new Date().toISOString())
  const last = record.steps.at(-1)
  if (last === undefined || last.endedAt === null) return null
  const { holdHours } = processStepOf(record, last.no)
  const lasted = holdHours === null ? undefined : overrunOf(holdHours, { endedAt: last.endedAt, startedAt: startedAt ?? opened })
  if (lasted === undefined) return null
  return (
    <Form.Item
      name="deviation"
      label="存放超时说明"
      extra={`${last.name}后已存放 ${lasted}，不得超过 ${holdHours} 小时；${caseHint}`}
      rules={[{ required: !hasEndedCase(record, last.no + 1), whitespace: true, message: '请写明原因和物料状态' }]}
    >
      <Input.TextArea maxLength={500} autoSize={{ minRows: 2 }} />
    </Form.Item>
  )
}

/** Starts a step: the checks before it, the room, the machines, what goes in. The first one is the feeding (投料). */
export function StartStepDialog({ record, usual, onClose }: StepInput) {
  const { message } = App.useApp()
  const start = useWrite(productionApi.startStep)
  const step = only([record.step].filter((next) => next !== null))
  const most = mostInputOf(record)
  const last = usual.steps.find(({ stepNo }) => stepNo === step.no)
  return (
    <StepDialog<Values>
      title={`开始工序 ${nameOf(record)}`}
      submit={record.batchNo === null ? '投料，开始' : '开始'}
      wide
      error={start.error}
      busy={start.isPending}
      initial={{ input: most, ...(last?.roomId && { roomId: last.roomId }), ...(last && { equipmentIds: last.equipmentIds }) }}
      onClose={onClose}
      onSubmit={({ startedAt, ...values }) =>
        start.mutate(
          { id: record.id, stepNo: step.no, ...values, ...(startedAt && { startedAt }) },
          {
            onSuccess: ({ batchNo, caseNo }) => {
              if (caseNo !== null) message.warning(caseOpened(caseNo))
              else message.success(record.batchNo === null ? `已投料，批号 ${batchNo}` : `${step.name} 已开始`)
              onClose()
            },
          },
        )
      }
    >
      <ConfigProvider componentSize="large">
        <div className="step-work">
          <StepHead record={record} no={step.no} />
          <RestrictionsField record={record} />
          <ConfirmedChecks
            name="preChecks"
            legend="生产前检查"
            checks={preChecks}
            // Of toxic goods each check is confirmed by itself.
            confirmAll={record.isToxic ? null : '已逐项检查，全部确认'}
          />
          <div className="form-columns">
            <RoomAndMachines orderId={record.id} />
            <Form.Item name="temperature" label="温度" rules={[{ required: true, message: '请填写温度' }]}>
              <QuantityInput unit="℃" negative />
            </Form.Item>
            <Form.Item name="humidity" label="相对湿度" rules={[{ required: true, message: '请填写相对湿度' }]}>
              <QuantityInput unit="%" />
            </Form.Item>
            <Form.Item name="input" label="投入量" extra={`最多 ${kgUnit(most)}`} rules={[{ required: true, message: '请填写投入量' }]}>
              <QuantityInput />
            </Form.Item>
            <LateEntry name="startedAt" label="开始时间" />
            <Overrun record={record} />
          </div>
        </div>
      </ConfigProvider>
    </StepDialog>
  )
}
