import { Alert, App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { codeLockApi, lockMeaning, unlockMeaning, type CodeLock } from '#contract/packing/code-lock.ts'
import type { CodeStory } from '#contract/packing/codes.ts'
import { inGroups } from '#contract/packing/trace-code.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useHolds } from '#web/lib/actor.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

const lockable: readonly CodeStory['state'][] = ['activated', 'in_stock', 'shipped', 'returned']

/** 监管锁定 of one code: what the authority locked, what was lifted, and the step of quality assurance. */
export function CodeLocks({ story }: { story: CodeStory }) {
  const canDecide = useHolds('37:decide')
  const [isLocking, setLocking] = useState(false)
  const [lifting, setLifting] = useState<CodeLock>()
  const [active, over] = [story.locks.filter(({ lifted }) => lifted === null), story.locks.filter(({ lifted }) => lifted !== null)]
  return (
    <>
      {active.map((lock) => (
        <Alert
          key={lock.id}
          className="form-failure"
          type="error"
          showIcon
          title={`监管锁定：${lock.authorityNo}`}
          description={`${lock.reason}。锁定 ${lock.packs} 袋，不能发出、重新入库或换签；${lock.placedBy} ${dateTime(lock.placedAt)}`}
          action={canDecide && <Button onClick={() => setLifting(lock)}>解除锁定</Button>}
        />
      ))}
      {over.map(({ id, authorityNo, lifted }) => (
        <p key={id} className="quiet">
          监管锁定 {authorityNo} 已解除：{lifted?.conclusion}（{lifted?.evidence}），{lifted?.by}、{lifted?.second}{' '}
          {lifted && dateTime(lifted.at)}
        </p>
      ))}
      {canDecide && lockable.includes(story.state) && <Button onClick={() => setLocking(true)}>监管锁定</Button>}
      {isLocking && <LockDialog story={story} onClose={() => setLocking(false)} />}
      {lifting && <LiftDialog lock={lifting} onClose={() => setLifting(undefined)} />}
    </>
  )
}

type Placed = { authorityNo: string; reason: string; signature: SignatureInput }

function LockDialog({ story: { code, level }, onClose }: { story: CodeStory; onClose: () => void }) {
  const { message } = App.useApp()
  const place = useWrite(codeLockApi.place)
  return (
    <StepDialog<Placed>
      title={`监管锁定 ${inGroups(code)}`}
      submit="签名并锁定"
      danger
      error={place.error}
      busy={place.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        place.mutate(
          { code, ...values },
          {
            onSuccess: ({ packs }) => {
              void message.success(`已锁定 ${packs} 袋，扫码立即显示`)
              onClose()
            },
          },
        )
      }
    >
      <p className="quiet">
        {level === 'box' ? '锁定箱内每一袋' : '只锁定这一袋'}，同批其他包装照常销售。要停整批，请到库存冻结或发起召回。
      </p>
      <Form.Item name="authorityNo" label="监管部门通知书号" rules={[{ required: true, whitespace: true, message: '请填写通知书号' }]}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={lockMeaning} commentLabel={null} />
    </StepDialog>
  )
}

type Lifted = { conclusion: string; evidence: string; signature: SignatureInput; approver: { userName: string; password: string } }

function LiftDialog({ lock, onClose }: { lock: CodeLock; onClose: () => void }) {
  const { message } = App.useApp()
  const lift = useWrite(codeLockApi.lift)
  return (
    <StepDialog<Lifted>
      title={`解除锁定 ${lock.authorityNo}`}
      submit="签名并解除"
      error={lift.error}
      busy={lift.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        lift.mutate(
          { id: lock.id, rowVersion: lock.rowVersion, ...values },
          {
            onSuccess: ({ packs }) => {
              void message.success(`${packs} 袋的监管锁定已解除`)
              onClose()
            },
          },
        )
      }
    >
      <p className="quiet">这份通知锁定的 {lock.packs} 袋一并解除。</p>
      <Form.Item name="conclusion" label="结论" rules={[{ required: true, whitespace: true, message: '请写明为何可以解除' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Form.Item name="evidence" label="依据" rules={[{ required: true, whitespace: true, message: '请填写解除通知书号' }]}>
        <Input maxLength={300} placeholder="监管部门的解除通知书号" />
      </Form.Item>
      <SignatureFields meaning={unlockMeaning} commentLabel={null} />
      <SecondPersonFields label="质量负责人" meaning={unlockMeaning} name="approver" />
    </StepDialog>
  )
}
