import { Form, Input } from 'antd'
import type { z } from 'zod'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { sumOf } from '#contract/making/mass-balance.ts'
import { checkMeaning, issueTolerance, productionActions } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { StationField } from '#web/features/making/asset/StationFields.tsx'
import { useWrite } from '#web/lib/call.ts'
import { kg } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { AuthorisationHint } from '#web/features/people/authorisation/AuthorisationHint.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import { Containers, netOf, type Container } from './Containers.tsx'
import { RestrictionsField } from './RestrictionsField.tsx'
import { nameOf, nextStep, type StepInput } from './step-input.ts'

type Values = Omit<z.input<typeof productionApi.issue.input>, 'id'>

/** Weighs the lots out: the label is scanned, gross and tare are read from the scale, and another person checks. */
export function IssueDialog({ record, bins, usual, onClose }: StepInput) {
  const told = useTold()
  const issue = useWrite(productionApi.issue)
  return (
    <StepDialog<Values>
      title={`领料 ${nameOf(record)}`}
      submit="称量完成，发料"
      wide
      error={issue.error}
      busy={issue.isPending}
      initial={{ weighings: [], reason: '', ...(usual.scaleId && { scaleId: usual.scaleId }) }}
      onClose={onClose}
      onSubmit={(values) =>
        issue.mutate(
          { id: record.id, ...values },
          {
            onSuccess: ({ issueNo }) => {
              told(`已发料，领料单 ${issueNo}`, nextStep(record, 0))
              onClose()
            },
          },
        )
      }
    >
      <AuthorisationHint asked={['weighing']} />
      <Progress record={record} />
      <RestrictionsField record={record} />
      <StationField orderId={record.id} kind="scale" name="scaleId" label="秤" />
      <Containers record={record} bins={bins} />
      <Form.Item
        name="reason"
        label="偏离计划的原因"
        extra={`主药材实发不得超出计划 ${issueTolerance}%；少发超过 ${issueTolerance}% 或辅料偏离比例时必填`}
      >
        <Input.TextArea maxLength={200} showCount autoSize />
      </Form.Item>
      <SignatureFields meaning={productionActions.issue.signs} />
      <SecondPersonFields label="复核人" meaning={checkMeaning} name="checker" />
    </StepDialog>
  )
}

/** Planned and weighed, lot by lot, kg, during the weighing. */
function Progress({ record }: Pick<StepInput, 'record'>) {
  const weighings: Container[] = Form.useWatch('weighings') ?? []
  const rows = record.lots.map((lot) => {
    const containers = weighings.filter((one) => one.lotNo === lot.lotNo)
    return { ...lot, pieces: containers.length, weighed: sumOf(containers.map((one) => netOf(one) ?? '0')) }
  })
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { title: '批号', key: 'lotNo' },
    { title: '物料', key: 'name' },
    { title: '计划 (kg)', key: 'planned', align: 'right', render: (row) => kg(row.planned) },
    { title: '已称 (kg)', key: 'weighed', align: 'right', render: (row) => kg(row.weighed) },
    { title: '尚差 (kg)', key: 'open', align: 'right', render: (row) => kg(exact(row.planned).minus(row.weighed).toFixed()) },
    { title: '件数', key: 'pieces', align: 'right' },
  ]
  return <DataTable caption="称量进度" columns={columns} rows={rows} rowKey={(row) => row.lotId} />
}
