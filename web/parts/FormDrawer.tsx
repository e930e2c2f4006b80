import { Alert, Button, Drawer, Form, Steps, type FormInstance } from 'antd'
import { useState, type ReactNode } from 'react'
import { leaving, useAskToDiscard } from '#web/lib/ask-to-discard.ts'
import { useSession } from '#web/lib/actor.ts'
import { draft } from '#web/lib/draft.ts'
import { useTab } from '#web/lib/tab.ts'
import { FormFailure, type Reading } from './FormFailure.tsx'
import { StepNow, useSteps } from './form-steps.tsx'

/** What a form begins with: any part of its values, also of the lines in its lists. */
export type InitialValues<Values> = Parameters<FormInstance<Values>['setFieldsValue']>[0]

/**
 * A form too long for a dialog: a document with its lines. What is typed is a draft until it is submitted. A
 * page that was closed or reloaded restores it. Leaving with unsubmitted input asks first.
 */
export function FormDrawer<Values extends object>({
  title,
  submit,
  draftName,
  initial,
  error,
  reads = [],
  busy,
  steps = [],
  other,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  submit: string
  /** What the draft is of: `new`, or the id of the row being edited. */
  draftName: string
  initial: InitialValues<Values>
  error: Error | null
  /** What it is made of; what of that could not be read is offered to be read again. */
  reads?: readonly Reading[]
  busy: boolean
  /** On a phone the form is asked in these steps, each in a `FormStep` of its own; elsewhere it is one page. */
  steps?: readonly string[]
  /** Another way to submit, beside the first: its name, and what is sent. */
  other?: { label: string; onSubmit: (values: Values, saved: () => void) => void }
  /** The page calls `saved` when the server has answered; then the draft is dropped. */
  onSubmit: (values: Values, saved: () => void) => void
  onClose: () => void
  children: ReactNode
}) {
  const ask = useAskToDiscard()
  const [form] = Form.useForm<Values>()
  const { restored, forget, isKept, keep, drop } = useDraft<Values>(draftName)
  const restart = () => {
    forget()
    form.resetFields()
    form.setFieldsValue(initial)
  }
  const leave = () => {
    drop()
    onClose()
  }
  const close = () => (isKept() ? ask(leaving, leave) : onClose())
  const { at, go, isLast, showFirstError } = useSteps(form, steps, error)
  const submitOther = async () => {
    const values = await form.validateFields().catch(showFirstError)
    if (values && !busy) other?.onSubmit(values, drop)
  }
  return (
    <Drawer
      open
      title={title}
      size={760}
      mask={{ closable: false }}
      onClose={close}
      footer={
        <div className="drawer-foot">
          {at === undefined || at === 0 ? <Button onClick={close}>取消</Button> : <Button onClick={() => go(at - 1)}>上一步</Button>}
          {other && isLast && (
            <Button disabled={busy} onClick={() => void submitOther()}>
              {other.label}
            </Button>
          )}
          {isLast ? (
            <Button type="primary" loading={busy} onClick={form.submit}>
              {submit}
            </Button>
          ) : (
            <Button type="primary" onClick={() => go((at ?? 0) + 1)}>
              下一步
            </Button>
          )}
        </div>
      }
    >
      {restored !== undefined && (
        <Alert
          className="form-failure"
          type="info"
          showIcon
          title="已恢复上次未提交的内容"
          action={
            <Button size="small" onClick={restart}>
              重新填写
            </Button>
          }
        />
      )}
      <FormFailure form={form} error={error} reads={reads} />
      {at !== undefined && (
        <Steps className="form-steps" size="small" responsive={false} current={at} items={steps.map((step) => ({ title: step }))} />
      )}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ ...initial, ...restored }}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onValuesChange={(_, values: Values) => keep(values)}
        onFinish={(values) => !busy && onSubmit(values, drop)}
        onFinishFailed={showFirstError}
      >
        <StepNow value={at}>{children}</StepNow>
      </Form>
    </Drawer>
  )
}

/** What was typed into a form of this page and not submitted: as it was when the form opened, and as it is kept from now on. */
function useDraft<Values extends object>(name: string) {
  const { path } = useTab()
  const userId = useSession().user.id
  // This form alone writes under its name.
  const [restored, setRestored] = useState(() => draft.read(userId, path, name) as Partial<Values> | undefined)
  const drop = () => draft.drop(userId, path, name)
  return {
    restored,
    drop,
    forget() {
      drop()
      setRestored(undefined)
    },
    keep: (values: Values) => draft.keep(userId, path, name, values),
    isKept: () => draft.read(userId, path, name) !== undefined,
  }
}
