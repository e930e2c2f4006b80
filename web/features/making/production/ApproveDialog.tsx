import { App } from 'antd'
import { blendMeaning, productionActions } from '#contract/making/production.ts'
import { reworkMeaning } from '#contract/making/rework.ts'
import { productionApi } from '#contract/making/production-api.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { kgUnit, percent } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { LotTable } from './LotTable.tsx'
import { reworkFacts } from './rework-facts.ts'
import { nameOf, type StepInput } from './step-input.ts'

/** The production manager approves an order; QA also signs for a blended charge, the 质量负责人 for a rework. */
export function ApproveDialog({ record, onClose }: StepInput) {
  const { message } = App.useApp()
  const approve = useWrite(productionApi.approve)
  const { process } = record
  return (
    <StepDialog<{
      signature: SignatureInput
      qa?: { userName: string; password: string }
      qualityHead?: { userName: string; password: string }
    }>
      title={`批准生产指令 ${nameOf(record)}`}
      submit="批准"
      wide
      error={approve.error}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        approve.mutate(
          { id: record.id, ...values },
          {
            onSuccess: () => {
              message.success(`${record.orderNo} 已批准，批次已预留`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['产品', `${record.productName} ${record.cutSpec}`],
          ['工艺规程', `${process.code} 第${process.version}版，${process.steps.map((step) => step.name).join(' → ')}`],
          ['执行标准', record.standardName],
          ['计划投料', `${kgUnit(record.plannedInput)}（最大批量 ${kgUnit(process.maxBatch)}）`],
          [
            '收率 / 物料平衡限度',
            `${percent(process.yieldMin)} ～ ${percent(process.yieldMax)} / ${percent(process.balanceMin)} ～ ${percent(process.balanceMax)}`,
          ],
          ['车间 / 生产线', `${record.workshop} / ${record.line}`],
          ...reworkFacts(record),
          ['编制人', record.createdByName],
          ['备注', record.remark],
        ]}
      />
      <LotTable lots={record.lots} />
      <SignatureFields meaning={productionActions.approve.signs} />
      {record.rework && <SecondPersonFields label="质量负责人" meaning={reworkMeaning} name="qualityHead" />}
      {record.isBlend && <SecondPersonFields label="QA" meaning={blendMeaning} name="qa" />}
    </StepDialog>
  )
}
