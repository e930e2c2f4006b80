import { Alert, App, Drawer, Form, Input, Radio, Skeleton } from 'antd'
import { changeApi, changeProposalMeaning, lastEffectiveDay, type ChangeSubject } from '#contract/cases/change.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { supplierChanges, supplierChangeWords, supplierLooks, supplierState, type SupplierTarget } from '#contract/supply/supplier.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { TouchedTable } from './TouchedTable.tsx'

type Values = { state: SupplierTarget; effectiveOn: string; reason: string; signature: SignatureInput }

const consequences = {
  suspended: '不能再下单和收货，未完采购单会标出；以后可再提出恢复',
  qualified: '可以继续下单和收货；审计与证照须在有效期内',
  removed: '不能恢复；同一企业以后可重新登记为候选供应商',
} satisfies Record<SupplierTarget, string>

/** Asks for 暂停, 恢复 or 除名 of a supplier: what it touches first, then the state, the day, the reason and a signature. */
export function SupplierChangeDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const subject = useRead(changeApi.subject, { record: 'supplier', recordId: id })
  if (subject.data) return <SupplierChange id={id} subject={subject.data} onClose={onClose} />
  return (
    <Drawer open size={760} title="提出变更" onClose={onClose}>
      {subject.isPending && <Skeleton active />}
      {subject.error && <CallFailure error={subject.error} onRetry={() => void subject.refetch()} />}
    </Drawer>
  )
}

function SupplierChange({ id, subject, onClose }: { id: string; subject: ChangeSubject; onClose: () => void }) {
  const { message } = App.useApp()
  const propose = useWrite(changeApi.supplier)
  const now = supplierState.parse(subject.values['state'])
  return (
    <FormDrawer<Values>
      title={`变更 ${subject.subject}`}
      submit="提出变更"
      draftName={`change-${id}`}
      initial={{ effectiveOn: today(), reason: '' }}
      error={propose.error}
      busy={propose.isPending}
      onSubmit={({ state, ...values }, saved) =>
        propose.mutate(
          { id, changes: { state }, ...values },
          {
            onSuccess: ({ caseNo }) => {
              message.success(`变更 ${caseNo} 已提出，待第二人批准`)
              saved()
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      {subject.open !== null && <Alert type="warning" showIcon title={`已有未办完的变更 ${subject.open}`} />}
      <TouchedTable touched={subject.touched} isToxic={undefined} />
      <Form.Item name="state" label={`现为${supplierLooks[now].label}，变更为`} rules={[{ required: true, message: '请选择变更为什么' }]}>
        <Radio.Group
          vertical
          options={supplierChanges[now].map((to) => ({ value: to, label: `${supplierChangeWords[to]}：${consequences[to]}` }))}
        />
      </Form.Item>
      <Form.Item name="effectiveOn" label="生效日期" rules={[{ required: true, message: '请选择生效日期' }]}>
        <DayInput min={today()} max={lastEffectiveDay(today())} />
      </Form.Item>
      <Form.Item name="reason" label="变更原因与依据" rules={[{ required: true, whitespace: true, message: '请填写变更的原因与依据' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={changeProposalMeaning} />
    </FormDrawer>
  )
}
