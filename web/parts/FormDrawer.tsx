import { Alert, Button, Drawer, Form, type FormInstance } from 'antd'
import { useState, type ReactNode } from 'react'
import { leaving, useAskToDiscard } from '#web/lib/ask-to-discard.ts'
import { useSession } from '#web/lib/actor.ts'
import { draft } from '#web/lib/draft.ts'
import { useTab } from '#web/lib/tab.ts'
import { FormFailure } from './FormFailure.tsx'

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
  busy,
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
  busy: boolean
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
  return (
    <Drawer
      open
      title={title}
      size={760}
      mask={{ closable: false }}
      onClose={close}
      footer={
        <div className="drawer-foot">
          <Button onClick={close}>取消</Button>
          <Button type="primary" loading={busy} onClick={form.submit}>
            {submit}
          </Button>
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
      <FormFailure form={form} error={error} />
      <Form
        form={form}
        layout="vertical"
        initialValues={{ ...initial, ...restored }}
        scrollToFirstError={{ focus: true, block: 'center' }}
        onValuesChange={(_, values: Values) => keep(values)}
        onFinish={(values) => !busy && onSubmit(values, drop)}
      >
        {children}
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
