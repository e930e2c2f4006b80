import { App, Form, Input } from 'antd'
import type { z } from 'zod'
import { standardActions, standardApi, type StandardRow } from '#contract/laboratory/standard.ts'
import { useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof standardApi.redate.input>, 'id' | 'rowVersion'>

/** 撤回 or 更正生效日期 of an edition whose day has not come: the person who asks and the approver sign at one screen. */
export function WithdrawDialog({ what, row, onClose }: { what: 'withdraw' | 'redate'; row: StandardRow; onClose: () => void }) {
  const { message } = App.useApp()
  const withdraw = useWrite(standardApi.withdraw)
  const redate = useWrite(standardApi.redate)
  const { label, signs } = standardActions[what]
  const write = what === 'withdraw' ? withdraw : redate
  const done = (said: string) => {
    void message.success(said)
    onClose()
  }
  return (
    <StepDialog<Values>
      title={`${label} ${row.name} ${row.edition}`}
      submit={label}
      danger={what === 'withdraw'}
      initial={{ effectiveFrom: today() }}
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ effectiveFrom, ...given }) => {
        const input = { id: row.id, rowVersion: row.rowVersion, ...given }
        if (what === 'withdraw') withdraw.mutate(input, { onSuccess: () => done(`${row.name} ${row.edition} 已撤回，上一版继续有效`) })
        else redate.mutate({ ...input, effectiveFrom }, { onSuccess: () => done(`${row.name} ${row.edition} 改自 ${effectiveFrom} 生效`) })
      }}
    >
      <p className="quiet">
        {what === 'withdraw'
          ? `该版本定于 ${row.effectiveFrom} 生效，撤回后不再生效，上一版继续有效。`
          : `该版本原定 ${row.effectiveFrom} 生效。原版本撤回，内容相同的版本自新的日期生效。`}
      </p>
      {what === 'redate' && (
        <Form.Item name="effectiveFrom" label="正确的生效日期" extra="今天或以后" rules={[{ required: true, message: '请填写生效日期' }]}>
          <DayInput />
        </Form.Item>
      )}
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={signs} />
      <SecondPersonFields label="批准人" meaning={`批准${signs}`} name="approver" />
    </StepDialog>
  )
}
