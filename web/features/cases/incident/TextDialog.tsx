import { App, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** A step that takes one text beside what the page knows, and perhaps a few fields more. */
export function TextDialog<In extends z.ZodObject, Given extends { text: string }>({
  title,
  submit,
  label,
  most,
  initial,
  danger = false,
  endpoint,
  inputOf,
  done,
  onClose,
  children,
}: {
  title: string
  submit: string
  label: string
  /** The longest text. */
  most: number
  initial?: Partial<Given>
  danger?: boolean
  endpoint: Endpoint<In>
  inputOf: (given: Given) => z.input<In>
  done: string
  onClose: () => void
  children?: ReactNode
}) {
  const { message } = App.useApp()
  const write = useWrite(endpoint)
  return (
    <StepDialog<Given>
      title={title}
      submit={submit}
      danger={danger}
      {...(initial && { initial })}
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={(given) =>
        write.mutate(inputOf(given), {
          onSuccess: () => {
            void message.success(done)
            onClose()
          },
        })
      }
    >
      <Form.Item name="text" label={label} rules={[{ required: true, whitespace: true, message: `请填写${label}` }]}>
        <Input.TextArea maxLength={most} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      {children}
    </StepDialog>
  )
}
