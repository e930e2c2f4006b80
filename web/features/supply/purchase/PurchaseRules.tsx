import { App, Button, Form, Input, InputNumber, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { pages } from '#contract/kernel/pages.ts'
import {
  mostLimits,
  purchaseRuleApi,
  ruleApprovalMeaning,
  ruleChangeMeaning,
  type PurchaseRule,
  type PurchaseRuleChange,
} from '#contract/supply/purchase-rule.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { useTab } from '#web/lib/tab.ts'
import { decimal } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import './purchase.css'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
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
            ['审批', <Steps key="steps" limits={rule.data.approvalsAbove} />],
            ['采购日期可补录', `${rule.data.orderBackDays} 天以内`],
            ['到货日期可补录', `${rule.data.receiptBackDays} 天以内`],
          ]}
        />
      )}
      {rule.data && rule.data.changes.length > 0 && <Changes changes={rule.data.changes} />}
      {doing === 'change' && rule.data && <RuleDialog rule={rule.data} onClose={close} />}
      {doing === 'history' && rule.data?.ruleId && (
        <HistoryDrawer table="purchase_rule" id={rule.data.ruleId} title="采购规则" onClose={close} />
      )}
    </section>
  )
}

const yuan = (limit: string) => `${decimal(limit, 2)} 元`

/** From which amount how many persons approve. */
function Steps({ limits }: { limits: readonly string[] }) {
  const [first] = limits
  if (first === undefined) return '每张采购单由一人批准'
  return (
    <ol className="plain">
      <li>{yuan(first)}及以下：1 人</li>
      {limits.map((limit, place) => (
        <li key={limit}>
          超过 {yuan(limit)}：{place + 2} 人先后批准
        </li>
      ))}
      <li className="quiet">每人都不同，也不是编制人；有未填单价的物料时按最多人数</li>
    </ol>
  )
}

/** Each limit on a line of its own: what two persons signed is read whole. */
const Limits = ({ limits }: { limits: readonly string[] }) => (
  <ol className="plain">
    {limits.map((limit, place) => (
      <li key={limit} className="unbroken">
        超过 {yuan(limit)}：{place + 2} 人
      </li>
    ))}
  </ol>
)

const changeColumns: readonly Column<PurchaseRuleChange>[] = [
  { title: '更改', key: 'changedAt', render: (change) => <Done by={change.changedBy.name} at={change.changedAt} /> },
  { title: '会签', key: 'approvedBy' },
  { title: '原因', key: 'reason', width: 28 },
  {
    title: '审批金额',
    key: 'approvalsAbove',
    render: ({ approvalsAbove }) => (approvalsAbove.length === 0 ? '一人批准' : <Limits limits={approvalsAbove} />),
  },
  { title: '采购补录', key: 'orderBackDays', align: 'right', render: (change) => `${change.orderBackDays} 天` },
  { title: '到货补录', key: 'receiptBackDays', align: 'right', render: (change) => `${change.receiptBackDays} 天` },
]

/** The latest changes of the rule, each with the two who signed it. */
function Changes({ changes }: { changes: readonly PurchaseRuleChange[] }) {
  const [shown, setShown] = useState<PurchaseRuleChange>()
  return (
    <>
      <h2 className="drawer-heading">更改记录</h2>
      <DataTable
        caption="更改记录"
        columns={changeColumns}
        rows={changes}
        rowKey={(change) => change.id}
        actions={(change) => (
          <Button type="link" className="text-action" onClick={() => setShown(change)}>
            签名
          </Button>
        )}
      />
      {shown && <HistoryDrawer table="purchase_rule_change" id={shown.id} title="采购规则更改" onClose={() => setShown(undefined)} />}
    </>
  )
}

type Values = Omit<z.input<typeof purchaseRuleApi.save.input>, 'rowVersion'>

function RuleDialog({ rule, onClose }: { rule: PurchaseRule; onClose: () => void }) {
  const { message } = App.useApp()
  const save = useWrite(purchaseRuleApi.save)
  return (
    <StepDialog<Values>
      title="更改采购规则"
      submit="签名并保存"
      error={save.error}
      busy={save.isPending}
      initial={{ approvalsAbove: rule.approvalsAbove, orderBackDays: rule.orderBackDays, receiptBackDays: rule.receiptBackDays }}
      onClose={onClose}
      onSubmit={(values) =>
        save.mutate(
          { ...values, rowVersion: rule.rowVersion },
          {
            onSuccess: () => {
              message.success('采购规则已更改')
              onClose()
            },
          },
        )
      }
    >
      <StepFields />
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
      <SignatureFields meaning={ruleChangeMeaning} />
      <SecondPersonFields label="质量负责人" meaning={ruleApprovalMeaning} name="approver" />
    </StepDialog>
  )
}

/** The limits, one field each: above the first two approve, above the next three. */
function StepFields() {
  return (
    <Form.List name="approvalsAbove">
      {(limits, { add, remove }) => (
        <>
          {limits.map(({ key, name }) => (
            <div key={key} className="limit-line">
              <Form.Item name={name} label={`${name + 2} 人批准：金额超过`} rules={[{ required: true, message: '请填写金额' }]}>
                <QuantityInput unit="元" />
              </Form.Item>
              <Button type="link" danger className="text-action" onClick={() => remove(name)}>
                删除
              </Button>
            </div>
          ))}
          <Form.Item extra={limits.length === 0 ? '现在每张采购单由一人批准' : '金额逐级增大；每级由另一人批准'}>
            <Button type="dashed" block disabled={limits.length >= mostLimits} onClick={() => add()}>
              添加一级审批
            </Button>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}
