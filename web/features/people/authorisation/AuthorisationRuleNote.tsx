import { App, Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { activities, authorisationApi, ruleMeanings, type AuthorisationRule } from '#contract/people/authorisation.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { day, today } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Whether steps ask for authorisations, since when, and who would stand still: above the list of them. */
export function AuthorisationRuleNote() {
  const rule = useRead(authorisationApi.rule, {})
  const [isChanging, setChanging] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (rule.error) return <CallFailure error={rule.error} onRetry={() => void rule.refetch()} />
  if (rule.data === undefined) return null
  const { missing } = rule.data
  const people = missing.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="authorisation-rule">
      <p className="quiet">
        {sentenceOf(rule.data)}
        {people > 0 && (
          <Button type="link" className="text-action" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {`${people} 项职责没有授权`}
          </Button>
        )}
        <DutyButton duty="31:qualify" type="link" onClick={() => setChanging(true)}>
          更改要求
        </DutyButton>
      </p>
      {isOpen && (
        <ul className="quiet">
          {missing.map(({ activity, count, people: named }) => (
            <li key={activity}>
              {activities[activity].label}：{named.map(({ name }) => name).join('、')}
              {count > named.length && ` 等 ${count} 人`}
            </li>
          ))}
        </ul>
      )}
      {isChanging && <ChangeRuleDialog rule={rule.data} onClose={() => setChanging(false)} />}
    </div>
  )
}

function sentenceOf({ askedFrom }: AuthorisationRule): string {
  if (askedFrom === null) return '现在不要求上岗授权，取样、检验、称量和放行只看角色。'
  if (askedFrom > today()) return `自 ${day(askedFrom)} 起要求上岗授权，没有授权的人届时不能取样、检验、称量和放行。`
  return `自 ${day(askedFrom)} 起要求上岗授权，没有授权的人不能取样、检验、称量和放行。`
}

type Values = {
  isAsked: boolean
  askedFrom?: string
  reason: string
  signature: { password: string }
  approver: { userName: string; password: string }
}

function ChangeRuleDialog({ rule, onClose }: { rule: AuthorisationRule; onClose: () => void }) {
  const { message } = App.useApp()
  const change = useWrite(authorisationApi.changeRule)
  const [isAsked, setAsked] = useState(true)
  return (
    <StepDialog<Values>
      title="更改授权要求"
      submit="更改"
      wide
      initial={{ isAsked: true, askedFrom: today() }}
      error={change.error}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={({ isAsked: asked, askedFrom = '', ...values }) =>
        change.mutate(
          { ...values, serial: rule.serial, askedFrom: asked ? askedFrom : null },
          {
            onSuccess: () => {
              message.success('授权要求已更改')
              onClose()
            },
          },
        )
      }
    >
      <p>要求之后，没有有效授权的人不能取样、检验、称量发料和放行。请先看“没有授权”的名单。</p>
      <Form.Item name="isAsked" label="上岗授权">
        <Radio.Group
          options={[
            { value: true, label: '要求' },
            { value: false, label: '不要求' },
          ]}
          onChange={({ target }) => setAsked(target.value === true)}
        />
      </Form.Item>
      {isAsked && (
        <Form.Item name="askedFrom" label="自哪天起" rules={[{ required: true, message: '请选择日期' }]}>
          <DayInput min={today()} />
        </Form.Item>
      )}
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={ruleMeanings.change} />
      <SecondPersonFields label="批准人" meaning={ruleMeanings.approve} name="approver" />
    </StepDialog>
  )
}
