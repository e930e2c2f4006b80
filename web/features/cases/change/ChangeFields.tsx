import { Form, Input, Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { changeApi } from '#contract/cases/change-api.ts'
import { changeProposalMeaning, lastEffectiveDay } from '#contract/cases/change.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useChoices } from '#web/lib/choices.ts'
import { today } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'

/** What every change asks: from when, why, what it means, who is trained first, and a signature. */
export type ChangeReasons = { effectiveOn: string; reason: string; impact: string; traineeIds: string[]; signature: SignatureInput }

export const noReasons = () => ({ effectiveOn: today(), reason: '', impact: '', traineeIds: [] })

export const EffectiveDay = () => (
  <Form.Item name="effectiveOn" label="生效日期" rules={[{ required: true, message: '请选择生效日期' }]}>
    <DayInput min={today()} max={lastEffectiveDay(today())} />
  </Form.Item>
)

/** `note` says what becomes of what there is already. */
export function ReasonFields({ note }: { note?: ReactNode }) {
  return (
    <>
      {note !== undefined && <p className="quiet">{note}</p>}
      <Form.Item name="reason" label="变更原因与依据" rules={[{ required: true, whitespace: true, message: '请填写变更的原因与依据' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Form.Item
        name="impact"
        label="影响评估"
        extra="对产品质量、在库与在产批次、文件和人员的影响，及要做的准备"
        rules={[{ required: true, whitespace: true, message: '请填写影响评估' }]}
      >
        <Input.TextArea maxLength={1000} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Trainees />
      <SignatureFields meaning={changeProposalMeaning} />
    </>
  )
}

/** Who is to be trained before the change is carried out; nobody, where it changes no one's work. */
function Trainees() {
  const people = useChoices(changeApi.people, {}, undefined)
  // Who was chosen keeps the name while somebody else is looked for.
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  return (
    <>
      {people.error && <CallFailure error={people.error} onRetry={people.again} />}
      <Form.Item name="traineeIds" label="执行前须培训的人" extra="培训合格并登记之前，变更不执行；不需培训的不填">
        <Select
          mode="multiple"
          maxCount={50}
          placeholder="输入姓名或账号"
          showSearch={{ filterOption: false, onSearch: people.search }}
          loading={people.isSearching}
          options={people.rows.map(({ id, name }) => ({ value: id, label: name }))}
          labelRender={({ value, label }) => known.get(String(value)) ?? label ?? '读取中'}
          onSelect={(value: string) => {
            const name = people.rows.find(({ id }) => id === value)?.name
            if (name !== undefined) setKnown(new Map([...known, [value, name]]))
          }}
        />
      </Form.Item>
    </>
  )
}
