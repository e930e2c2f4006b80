import { App, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from './StepDialog.tsx'

/** A step that takes a record's id and a reason of at most 200 characters, and nothing else. */
export type ReasonEndpoint = Endpoint<z.ZodObject<{ id: z.ZodType<string, string>; reason: z.ZodType<string, string> }>>

/** Asks why, and takes a step that needs nothing but a reason: a step backwards, a cancellation. The history keeps the reason. */
export function ReasonDialog({
  title,
  submit,
  danger = false,
  endpoint,
  id,
  done,
  onClose,
  children,
}: {
  title: string
  /** What the button does, in the trade's word: 退回, 取消请验. */
  submit: string
  danger?: boolean
  endpoint: ReasonEndpoint
  id: string
  /** The sentence after success. */
  done: string
  onClose: () => void
  /** What the step means for the record. */
  children?: ReactNode
}) {
  const { message } = App.useApp()
  const step = useWrite(endpoint)
  return (
    <StepDialog<{ reason: string }>
      title={title}
      submit={submit}
      danger={danger}
      error={step.error}
      busy={step.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        step.mutate(
          { id, reason },
          {
            onSuccess: () => {
              message.success(done)
              onClose()
            },
          },
        )
      }
    >
      {children}
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: `请填写${submit}的原因` }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
