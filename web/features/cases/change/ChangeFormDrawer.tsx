import { Alert, App, Drawer, Form, Input, Select, Skeleton } from 'antd'
import {
  changeApi,
  changeProposalMeaning,
  lastEffectiveDay,
  type ChangeRecord,
  type ChangeRow,
  type ChangeSubject,
} from '#contract/cases/change.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { TouchedTable } from './TouchedTable.tsx'

type Values = {
  isToxic: boolean
  months: string
  retention: string
  effectiveOn: string
  reason: string
  signature: SignatureInput
}

type MasterData = Exclude<ChangeRecord, 'supplier'>

/** Asks for a change of master data: what it touches first, then the values, the day, the reason and a signature. */
export function ChangeFormDrawer({ record, id, onClose }: { record: MasterData; id: string; onClose: () => void }) {
  const subject = useRead(changeApi.subject, { record, recordId: id })
  if (subject.data) return <ChangeForm record={record} id={id} subject={subject.data} onClose={onClose} />
  return (
    <Drawer open size={760} title="提出变更" onClose={onClose}>
      {subject.isPending && <Skeleton active />}
      {subject.error && <CallFailure error={subject.error} onRetry={() => void subject.refetch()} />}
    </Drawer>
  )
}

const monthsLabel = { material: '复验期', product: '保质期' } as const

function ChangeForm({ record, id, subject, onClose }: { record: MasterData; id: string; subject: ChangeSubject; onClose: () => void }) {
  const { message } = App.useApp()
  const propose = { material: useWrite(changeApi.material), product: useWrite(changeApi.product) }
  const { error, isPending } = propose[record]
  const { is_toxic: wasToxic = false, retest_months: retest, shelf_life_months: shelfLife, retention_months: kept } = subject.values
  const begun = String(record === 'material' ? retest : shelfLife)
  return (
    <FormDrawer<Values>
      title={`变更 ${subject.subject}`}
      submit="提出变更"
      draftName={`change-${id}`}
      initial={{ isToxic: wasToxic === true, months: begun, retention: String(kept), effectiveOn: today(), reason: '' }}
      error={error}
      busy={isPending}
      onSubmit={({ isToxic, months, retention, effectiveOn, reason, signature }, saved) => {
        const both = { ...(isToxic !== wasToxic && { isToxic }), ...(retention !== String(kept) && { retentionMonths: Number(retention) }) }
        const done = {
          onSuccess: ({ caseNo }: ChangeRow) => {
            message.success(`变更 ${caseNo} 已提出，待第二人批准`)
            saved()
            onClose()
          },
        }
        const shared = { id, effectiveOn, reason, signature }
        if (record === 'material')
          propose.material.mutate({ ...shared, changes: { ...both, ...(months !== begun && { retestMonths: Number(months) }) } }, done)
        else propose.product.mutate({ ...shared, changes: { ...both, ...(months !== begun && { shelfLifeMonths: Number(months) }) } }, done)
      }}
      onClose={onClose}
    >
      {subject.open !== null && <Alert type="warning" showIcon title={`已有未办完的变更 ${subject.open}`} />}
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => (
          <TouchedTable touched={subject.touched} isToxic={getFieldValue('isToxic') === wasToxic ? undefined : !wasToxic} />
        )}
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="isToxic" label="毒性分类">
          <Select
            options={[
              { value: false, label: '非毒性' },
              { value: true, label: '毒性（双人、双锁）' },
            ]}
          />
        </Form.Item>
        <Form.Item
          name="months"
          label={monthsLabel[record]}
          rules={[{ required: true, pattern: /^[1-9]\d{0,2}$/, message: '请填写整月数' }]}
        >
          <QuantityInput unit="个月" />
        </Form.Item>
        <Form.Item
          name="retention"
          label="留样期"
          rules={[{ required: true, pattern: /^(1[2-9]|[2-9]\d|1\d\d|2[0-3]\d|240)$/, message: '请填写12至240之间的整月数' }]}
        >
          <QuantityInput unit="个月" />
        </Form.Item>
        <Form.Item name="effectiveOn" label="生效日期" rules={[{ required: true, message: '请选择生效日期' }]}>
          <DayInput min={today()} max={lastEffectiveDay(today())} />
        </Form.Item>
      </div>
      <p className="quiet">
        {record === 'material'
          ? '复验期缩短时，尚按收货日计算复验期的批次随之提前；延长不改变已给出的日期。'
          : '保质期只影响以后投料的批次；已印在标签上的日期不变。'}
        留样期不少于12个月，从生效日起判定或接收的留样按新留样期；已定的日期不变。
      </p>
      <Form.Item name="reason" label="变更原因与依据" rules={[{ required: true, whitespace: true, message: '请填写变更的原因与依据' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={changeProposalMeaning} />
    </FormDrawer>
  )
}
