import { App, Button, Form, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { secondFactorApi } from '#contract/people/second-factor.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx'

/** 两步验证: whether signing in asks for a code, and how to turn that on and off. */
export function SecondFactorView() {
  const factor = useRead(secondFactorApi.read, {})
  const [settingUp, setSettingUp] = useState(false)
  const [leaving, setLeaving] = useState(false)
  if (settingUp) return <SecondFactorSetUp onDone={() => setSettingUp(false)} onCancel={() => setSettingUp(false)} />
  if (factor.isPending) return <Skeleton active />
  if (factor.error) return <CallFailure error={factor.error} onRetry={() => void factor.refetch()} />
  const { since, recoveryLeft, required } = factor.data
  if (since === null)
    return (
      <div className="narrow">
        <p>两步验证还没有开启。开启后，登录时除口令外还要输入手机上的动态码；口令泄露时，别人也进不来。</p>
        <Button type="primary" onClick={() => setSettingUp(true)}>
          开启两步验证
        </Button>
      </div>
    )
  return (
    <div className="narrow">
      <Facts
        rows={[
          [
            '状态',
            <span key="on" className="tag tag-good">
              已开启
            </span>,
          ],
          ['开启时间', dateTime(since)],
          ['剩余恢复码', `${recoveryLeft} 个`],
        ]}
      />
      {recoveryLeft <= 2 && <p>恢复码快用完了：请关闭后重新开启，会得到新的恢复码。</p>}
      {required && <p className="quiet">企业要求两步验证：关闭后须立即重新设置，才能继续工作。换手机时可以这样做。</p>}
      <Button onClick={() => setLeaving(true)}>关闭两步验证</Button>
      {leaving && <TurnOffDialog onClose={() => setLeaving(false)} />}
    </div>
  )
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const turnOff = useWrite(secondFactorApi.turnOff)
  return (
    <StepDialog<{ password: string; code: string }>
      title="关闭两步验证"
      submit="关闭"
      danger
      error={turnOff.error}
      busy={turnOff.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        turnOff.mutate(values, {
          onSuccess: () => {
            message.success('两步验证已关闭')
            onClose()
          },
        })
      }
    >
      <p>关闭后只凭口令就能登录。手机遗失、恢复码也没有时，请管理员在用户管理中解除。</p>
      <Form.Item name="password" label="您的口令" rules={[{ required: true, message: '请输入您的口令' }]}>
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
      <Form.Item name="code" label="动态码或恢复码" rules={[{ required: true, message: '请输入动态码' }]}>
        <Input autoComplete="one-time-code" maxLength={20} />
      </Form.Item>
    </StepDialog>
  )
}
