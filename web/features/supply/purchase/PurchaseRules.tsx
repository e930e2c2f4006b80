import { App, Button, Form, Input, InputNumber, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import { pages } from '#contract/kernel/pages.ts'
import { purchaseRuleApi, type PurchaseRule } from '#contract/supply/purchase-rule.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { useTab } from '#web/lib/tab.ts'
import { decimal } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 采购规则: how many approve an order of which amount, and how far back orders and arrivals may be dated. */
export function PurchaseRules({ header }: { header: ReactNode }) {
  const rule = useRead(purchaseRuleApi.read, {})
  const { path } = useTab()
  const [doing, setDoing] = useState<'change' | 'history'>()
  const close = () => setDoing(undefined)
  return (
    <section className="page" aria-label="采购规则">
      <header className="page-head">
        <h1>{pages.find((page) => page.path === path)?.title}</h1>
        <div className="page-tools">
          {rule.data?.ruleId && <Button onClick={() => setDoing('history')}>历史</Button>}
          {rule.data && (
            <DutyButton duty="36:manage" onClick={() => setDoing('change')}>
              更改规则
            </DutyButton>
          )}
        </div>
      </header>
      {header}
      {rule.isPending && <Skeleton active />}
      {rule.error && <CallFailure error={rule.error} onRetry={() => void rule.refetch()} />}
      {rule.data && (
        <Facts
          rows={[
            ['规则', rule.data.ruleId === null ? '系统默认' : '本厂'],
            [
              '二审限额',
              rule.data.secondApprovalAbove === null
                ? '不设：每张采购单由一人批准'
                : `${decimal(rule.data.secondApprovalAbove, 2)} 元：超过此数，或有未填单价的物料，须由两人先后批准`,
            ],
            ['采购日期可补录', `${rule.data.orderBackDays} 天以内`],
            ['到货日期可补录', `${rule.data.receiptBackDays} 天以内`],
          ]}
        />
      )}
      {doing === 'change' && rule.data && <RuleDialog rule={rule.data} onClose={close} />}
      {doing === 'history' && rule.data?.ruleId && (
        <HistoryDrawer table="purchase_rule" id={rule.data.ruleId} title="采购规则" onClose={close} />
      )}
    </section>
  )
}

type Values = { secondApprovalAbove?: string; orderBackDays: number; receiptBackDays: number; reason: string }

function RuleDialog({ rule, onClose }: { rule: PurchaseRule; onClose: () => void }) {
  const { message } = App.useApp()
  const save = useWrite(purchaseRuleApi.save)
  return (
    <StepDialog<Values>
      title="更改采购规则"
      submit="保存"
      error={save.error}
      busy={save.isPending}
      initial={{
        ...(rule.secondApprovalAbove !== null && { secondApprovalAbove: rule.secondApprovalAbove }),
        orderBackDays: rule.orderBackDays,
        receiptBackDays: rule.receiptBackDays,
      }}
      onClose={onClose}
      onSubmit={({ secondApprovalAbove = '', ...values }) =>
        save.mutate(
          { ...values, secondApprovalAbove: secondApprovalAbove === '' ? null : secondApprovalAbove, rowVersion: rule.rowVersion },
          {
            onSuccess: () => {
              message.success('采购规则已更改')
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="secondApprovalAbove" label="二审限额" extra="超过此数的采购单须由两人先后批准；留空为不设二审">
        <QuantityInput unit="元" />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="orderBackDays" label="采购日期可补录" rules={[{ required: true, message: '请填写天数' }]}>
          <InputNumber min={0} max={3650} precision={0} suffix="天" style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="receiptBackDays" label="到货日期可补录" rules={[{ required: true, message: '请填写天数' }]}>
          <InputNumber min={0} max={3650} precision={0} suffix="天" style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
