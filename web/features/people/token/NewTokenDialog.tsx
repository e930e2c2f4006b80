import { Form, Input } from 'antd'
import type { Right } from '#contract/kernel/duties.ts'
import { tokenApi, tokenDays, tokenRights, type NewToken } from '#contract/people/token.ts'
import { useActor } from '#web/lib/actor.ts'
import { useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { RightsField } from '#web/features/people/role/RightsField.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { name: string; rights: Right[]; validUntil: string; password: string }

/** 新建令牌: its name, its rights, and its last day. */
export function NewTokenDialog({ onMade, onClose }: { onMade: (given: NewToken) => void; onClose: () => void }) {
  const { rights: own } = useActor()
  const create = useWrite(tokenApi.create)
  const offered = (right: Right) => own.includes(right) && tokenRights.includes(right)
  return (
    <StepDialog<Values>
      title="新建接口令牌"
      submit="建立"
      wide
      initial={{ rights: [], validUntil: daysFromToday(180) }}
      error={create.error}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        create.mutate(values, {
          onSuccess: (given) => {
            onClose()
            onMade(given)
          },
        })
      }
    >
      <p>
        程序用令牌代替登录：单据记您的姓名，审计记令牌的名称。它视同您本人，不能当您的第二人，也不能解除冻结。它能做的是下面所选、并且您此刻仍持有的权限；不能签名，也不能维护用户、角色和令牌。您的账号停用后，令牌随即失效。
      </p>
      <div className="form-columns">
        <Form.Item
          name="name"
          label="名称"
          extra="写明是哪个程序，如“ERP 采购接口”"
          rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="validUntil"
          label="有效期至"
          extra={`最长一年，到 ${daysFromToday(tokenDays.longest)}`}
          rules={[{ required: true, message: '请选择到期日' }]}
        >
          <DayInput min={daysFromToday(1)} max={daysFromToday(tokenDays.longest)} />
        </Form.Item>
      </div>
      <Form.Item name="rights" label="权限" extra="只列出您自己持有、令牌可以有的" rules={[{ required: true, message: '请选择权限' }]}>
        <RightsField offered={offered} />
      </Form.Item>
      <Form.Item name="password" label="您的口令" rules={[{ required: true, message: '请输入您的口令' }]}>
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
    </StepDialog>
  )
}

function daysFromToday(days: number): string {
  return new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)
}
