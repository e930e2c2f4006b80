import { App, Form, Input, Skeleton } from 'antd'
import { differencesOf } from '#contract/making/process-difference.ts'
import { processActions, processApi, type ProcessRow } from '#contract/making/process-version.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { DifferenceTable } from './DifferenceTable.tsx'

type What = 'submit' | 'review' | 'approve' | 'withdraw'
type Values = { signature: SignatureInput; effectiveFrom?: string; reason?: string }

const done: Record<What, string> = { submit: '已提交审核', review: '已审核，待批准', approve: '已批准', withdraw: '已废止' }

/** Asks for one of the signatures of a version; before signing it shows what differs from the version in effect. */
export function SignDialog({ what, row, onClose }: { what: What; row: ProcessRow; onClose: () => void }) {
  const { message } = App.useApp()
  const submit = useWrite(processApi.submit)
  const review = useWrite(processApi.review)
  const approve = useWrite(processApi.approve)
  const withdraw = useWrite(processApi.withdraw)
  // The list may still show the draft as it was before it was last saved; the author signs what this dialog reads and shows.
  const draft = useRead(processApi.read, what === 'submit' ? { id: row.id } : null)
  const write = { submit, review, approve, withdraw }[what]
  const action = processActions[what]
  // What was kept from before the last save is shown for a moment; the signature waits for what is being read.
  const shownVersion = async () => (draft.isFetching ? (await draft.refetch({ cancelRefetch: false })).data : draft.data)?.rowVersion
  const send = async ({ signature, effectiveFrom = '', reason = '' }: Values) => {
    const onSuccess = () => {
      message.success(`${row.code} ${done[what]}`)
      onClose()
    }
    if (what === 'submit') submit.mutate({ id: row.id, rowVersion: (await shownVersion()) ?? row.rowVersion, signature }, { onSuccess })
    else if (what === 'review') review.mutate({ id: row.id, signature }, { onSuccess })
    else if (what === 'approve') approve.mutate({ id: row.id, effectiveFrom, signature }, { onSuccess })
    else withdraw.mutate({ id: row.id, reason, signature }, { onSuccess })
  }
  return (
    <StepDialog<Values>
      title={`${action.label} ${row.code}`}
      submit={action.label}
      wide
      danger={what === 'withdraw'}
      error={write.error}
      reads={[draft]}
      busy={write.isPending}
      initial={what === 'approve' ? { effectiveFrom: today() } : {}}
      onClose={onClose}
      onSubmit={(values) => void send(values)}
    >
      <Facts
        rows={[
          ['产品', `${row.productName} ${row.cutSpec}`],
          ['版次', `第${row.version}版`],
        ]}
      />
      {what === 'withdraw' ? (
        <>
          <p>废止后不能再按此版下生产指令；已下的指令按它执行到底。待生效的版次废止后，原来的版次继续执行。</p>
          <Form.Item name="reason" label="废止原因" rules={[{ required: true, whitespace: true, message: '请填写废止原因' }]}>
            <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
          </Form.Item>
        </>
      ) : (
        <Changes id={row.id} />
      )}
      {what === 'approve' && (
        <Form.Item
          name="effectiveFrom"
          label="生效日期"
          extra="自该日起取代现行版；须先完成培训的，请留出时间"
          rules={[{ required: true, message: '请填写生效日期' }]}
        >
          <DayInput min={today()} />
        </Form.Item>
      )}
      <SignatureFields meaning={action.signs} />
    </StepDialog>
  )
}

/** How the version differs from the one in effect. */
function Changes({ id }: { id: string }) {
  const version = useRead(processApi.read, { id })
  const present = version.data?.versions.find((one) => one.state === 'effective')
  const before = useRead(processApi.read, present === undefined ? null : { id: present.id })
  const failed = [version, before].find((read) => read.error)
  if (failed?.error) return <CallFailure error={failed.error} onRetry={() => void failed.refetch()} />
  if (version.data === undefined || (present !== undefined && before.data === undefined)) return <Skeleton active />
  return (
    <>
      <p>编制依据：{version.data.basis}</p>
      {before.data === undefined ? (
        <p className="quiet">该产品还没有现行版。请在“查看”中通读全文后签名。</p>
      ) : (
        <DifferenceTable
          before={`现行第${before.data.version}版`}
          after={`第${version.data.version}版`}
          differences={differencesOf(before.data.content, version.data.content)}
        />
      )}
    </>
  )
}
