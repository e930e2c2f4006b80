import { App, Drawer, Form, Input, InputNumber, Skeleton } from 'antd'
import { useState } from 'react'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { trainingApi, trainingRuleMeanings, type TrainingRule } from '#contract/people/training.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

const columns: readonly Column<TrainingRule>[] = [
  { title: '培训类别', key: 'label' },
  { title: '有效期', key: 'months', render: ({ months }) => (months === null ? '长期' : `${months}个月`) },
  { title: '依据', key: 'reason', width: 14 },
  { title: '更改', key: 'changedAt', render: (rule) => rule.changedAt && <Done by={rule.changedByName ?? ''} at={rule.changedAt} /> },
  { title: '批准', key: 'approvedByName' },
]

/** 培训有效期: how long each kind of training holds, by the firm's own rule. */
export function TrainingRuleDrawer({ onClose }: { onClose: () => void }) {
  const rules = useRead(trainingApi.rules, {})
  const [changing, setChanging] = useState<TrainingRule>()
  return (
    <Drawer open size={760} title="培训有效期" onClose={onClose}>
      <p className="quiet">
        由企业按自己的规程设定。此后登记的培训按新的有效期计算；到期前再培训并登记，以它为依据的授权随之续期；过期后授权不能再用，须由两人重新授权。
      </p>
      {rules.isPending && <Skeleton active />}
      {rules.error && <CallFailure error={rules.error} onRetry={() => void rules.refetch()} />}
      {rules.data && (
        <DataTable
          caption="各类培训的有效期"
          columns={columns}
          rows={rules.data}
          rowKey={(rule) => rule.kind}
          actions={(rule) => (
            <DutyButton type="link" duty="31:qualify" onClick={() => setChanging(rule)}>
              更改
            </DutyButton>
          )}
        />
      )}
      {changing && <RuleDialog rule={changing} onClose={() => setChanging(undefined)} />}
    </Drawer>
  )
}

type Values = {
  months?: number | null
  reason: string
  signature: SignatureInput
  approver: { userName: string; password: string }
}

function RuleDialog({ rule, onClose }: { rule: TrainingRule; onClose: () => void }) {
  const { message } = App.useApp()
  const setRule = useWrite(trainingApi.setRule)
  return (
    <StepDialog<Values>
      title={`培训有效期：${rule.label}`}
      submit="签名并更改"
      initial={{ months: rule.months }}
      error={setRule.error}
      busy={setRule.isPending}
      onClose={onClose}
      onSubmit={({ months = null, ...values }) =>
        setRule.mutate(
          { ...values, kind: rule.kind, serial: rule.serial, months },
          {
            onSuccess: () => {
              message.success('有效期已更改，此后登记的培训按新的计算')
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="months" label="有效期（长期有效则空）">
        <InputNumber min={1} max={120} precision={0} suffix="个月" style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="reason" label="依据" rules={[{ required: true, whitespace: true, message: '请填写依据' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={trainingRuleMeanings.change} commentLabel={null} />
      <SecondPersonFields label="批准人" meaning={trainingRuleMeanings.approve} name="approver" />
    </StepDialog>
  )
}
