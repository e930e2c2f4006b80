import { App, Form, Input } from 'antd'
import type { z } from 'zod'
import { authorityLockApi, authorityUnlockMeaning, type AuthorityLockRow } from '#contract/cases/authority-lock.ts'
import { useWrite } from '#web/lib/call.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Lifted = Omit<z.input<typeof authorityLockApi.lift.input>, 'id' | 'rowVersion'>

/** 解除监管锁定: on the document that lifts it, signed by two. */
export function LiftLockDialog({ lock, onClose }: { lock: AuthorityLockRow; onClose: () => void }) {
  const { message } = App.useApp()
  const lift = useWrite(authorityLockApi.lift)
  return (
    <StepDialog<Lifted>
      title={`解除监管锁定 ${lock.authorityNo}`}
      submit="签名并解除"
      error={lift.error}
      busy={lift.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        lift.mutate(
          { id: lock.id, rowVersion: lock.rowVersion, ...values },
          {
            onSuccess: () => {
              void message.success(`${lock.authorityNo} 的监管锁定已解除`)
              onClose()
            },
          },
        )
      }
    >
      <p>锁定对象：{lock.level === 'enterprise' ? '全企业' : lock.subject}。同一对象有其他文书锁定的，仍然锁定。</p>
      <Form.Item name="liftNo" label="解除文书的文号" rules={[{ required: true, whitespace: true, message: '请填写解除文书的文号' }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="liftOrderedOn" label="解除文书日期" rules={[{ required: true, message: '请选择解除文书日期' }]}>
        <DayInput />
      </Form.Item>
      <Form.Item name="conclusion" label="结论" rules={[{ required: true, whitespace: true, message: '请写明为何可以解除' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={authorityUnlockMeaning} commentLabel={null} />
      <SecondPersonFields label="质量负责人" meaning={authorityUnlockMeaning} name="approver" />
    </StepDialog>
  )
}
