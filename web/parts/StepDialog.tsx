import { Form, Modal } from 'antd'
import { useRef, type ReactNode } from 'react'
import { leaving, useAskToDiscard } from '#web/lib/ask-to-discard.ts'
import { useTab } from '#web/lib/tab.ts'
import { FormFailure, type Reading } from './FormFailure.tsx'

/**
 * The one way to ask for a step's inputs. `error` and `busy` are required, so that no page forgets to show them. What the
 * server says about a field appears on the field. Enter submits, Esc leaves, and leaving with input asks first.
 */
export function StepDialog<Values extends object>({
  title,
  submit,
  error,
  reads = [],
  busy,
  initial,
  wide = false,
  danger = false,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  /** What the button does, in the trade's word: 放行, 请验. */
  submit: string
  error: Error | null
  /** What it is made of; what of that could not be read is offered to be read again. */
  reads?: readonly Reading[]
  busy: boolean
  initial?: Partial<Values>
  wide?: boolean
  danger?: boolean
  onSubmit: (values: Values) => void
  onClose: () => void
  children: ReactNode
}) {
  const ask = useAskToDiscard()
  const { showing } = useTab()
  const [form] = Form.useForm<Values>()
  const body = useRef<HTMLDivElement>(null)
  const typed = useRef(false)
  const focusFirst = () => {
    // A person or a scanner that types before the dialog has opened keeps the field they type in.
    if (body.current?.contains(document.activeElement)) return
    body.current?.querySelector<HTMLElement>('input:not([type=hidden], [readonly], [disabled]), textarea')?.focus()
  }
  const close = () => {
    if (!typed.current) return onClose()
    ask(leaving, onClose)
  }
  return (
    // The library's dialog cannot be hidden with its tab and shown again: it begins anew, the form keeps what was typed.
    <Modal
      key={showing}
      open
      title={title}
      width={wide ? 880 : 520}
      okText={submit}
      okButtonProps={{ danger }}
      confirmLoading={busy}
      mask={{ closable: false }}
      // It opens without growing: in a growing dialog a fast click is released beside the button it was pressed on, and does nothing.
      transitionName=""
      onOk={form.submit}
      onCancel={close}
      afterOpenChange={(open) => open && focusFirst()}
    >
      <div ref={body}>
        <FormFailure form={form} error={error} reads={reads} />
        <Form
          form={form}
          layout="vertical"
          requiredMark
          scrollToFirstError={{ focus: true, block: 'center' }}
          onValuesChange={() => (typed.current = true)}
          onFinish={(values) => !busy && onSubmit(values)}
          {...(initial && { initialValues: initial })}
        >
          {children}
          {/* Lets Enter submit from any field; the visible button is in the dialog's foot. */}
          <button type="submit" hidden tabIndex={-1} />
        </Form>
      </div>
    </Modal>
  )
}
