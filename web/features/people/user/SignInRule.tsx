import { App, Form, Input } from 'antd'
import { useState } from 'react'
import { secondFactorApi } from '#contract/people/second-factor.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Whether every person of the enterprise needs a second factor, and the button that changes it. */
export function SignInRule() {
  const rule = useRead(secondFactorApi.readRule, {})
  const [changing, setChanging] = useState(false)
  if (!rule.data) return null
  const { secondFactorRequired } = rule.data
  return (
    <span className="sign-in-rule">
      两步验证：{secondFactorRequired ? '全员必须' : '各人自愿'}
      <DutyButton duty="31:manage" type="link" onClick={() => setChanging(true)}>
        {secondFactorRequired ? '改为自愿' : '改为全员必须'}
      </DutyButton>
      {changing && <RuleDialog rule={rule.data} onClose={() => setChanging(false)} />}
    </span>
  )
}

function RuleDialog({ rule, onClose }: { rule: { secondFactorRequired: boolean; rowVersion: number }; onClose: () => void }) {
  const { message } = App.useApp()
  const save = useWrite(secondFactorApi.saveRule)
  const required = !rule.secondFactorRequired
  return (
    <StepDialog<{ reason: string }>
      title={required ? '要求全员两步验证' : '两步验证改为自愿'}
      submit="确定"
      danger={required}
      error={save.error}
      busy={save.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        save.mutate(
          { secondFactorRequired: required, rowVersion: rule.rowVersion, reason },
          {
            onSuccess: () => {
              message.success('登录规则已修改')
              onClose()
            },
          },
        )
      }
    >
      <p>
        {required
          ? '还没有设置的人，包括正在登录的，下一次操作就要先设置，之前不能做别的事。请先通知大家在手机上装好身份验证器。接口令牌不受影响。'
          : '已开启的人仍按各自的设置登录，以后可以自行关闭。'}
      </p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
