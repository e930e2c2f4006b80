import { App, Form, Input, InputNumber, Radio, Skeleton } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { assetActions, overdueRules, serviceMeanings, type AssetRow } from '#contract/making/asset.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  months?: number | null
  content?: string
  onOverdue: keyof typeof overdueRules
  reason: string
  signature: SignatureInput
  approver: { userName: string; password: string }
}

/** 保养计划 of one asset: how often, what, and what follows where it is overdue. */
export function MaintenancePlanDialog({ asset, onClose }: { asset: AssetRow; onClose: () => void }) {
  const { message } = App.useApp()
  const read = useRead(assetApi.read, { id: asset.id })
  const plan = useWrite(assetApi.planMaintenance)
  const months: number | null = asset.maintenanceMonths
  return (
    <StepDialog<Values>
      title={`保养计划 ${asset.number} ${asset.name}`}
      submit="签名并设定"
      error={plan.error}
      busy={plan.isPending || read.isPending}
      initial={{ months, content: asset.maintenanceContent, onOverdue: asset.maintenanceOverdue }}
      onClose={onClose}
      onSubmit={({ months: every = null, content = '', ...values }) =>
        plan.mutate(
          { ...values, id: asset.id, serial: read.data?.plans[0]?.serial ?? 0, months: every, content },
          {
            onSuccess: () => {
              message.success(`${asset.number} 的保养计划已设定`)
              onClose()
            },
          },
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      <Form.Item name="months" label="周期（不再保养则空）">
        <InputNumber min={1} max={60} precision={0} suffix="个月" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="content" label="保养内容">
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} placeholder="如：检查刀片与传动，紧固、润滑，试运转" />
      </Form.Item>
      <Form.Item name="onOverdue" label="逾期未保养" extra="保养不合格的一律不能使用">
        <Radio.Group options={keysOf(overdueRules).map((value) => ({ value, label: overdueRules[value] }))} />
      </Form.Item>
      <Form.Item name="reason" label="依据" rules={[{ required: true, whitespace: true, message: '请填写依据' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={assetActions.planMaintenance.signs} commentLabel={null} />
      <SecondPersonFields label="QA" meaning={serviceMeanings.planApproval} name="approver" />
    </StepDialog>
  )
}
