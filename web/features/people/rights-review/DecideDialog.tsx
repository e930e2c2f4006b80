import { App, Form, Input, Radio, Select } from 'antd'
import { reviewDecisions, rightsReviewApi, type ReviewLine } from '#contract/people/rights-review.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { decision: keyof typeof reviewDecisions; takenRoleIds?: string[]; reason?: string }

/** What is decided about one account, or about several that nobody has decided about yet. */
export function DecideDialog({ reviewId, lines, onClose }: { reviewId: string; lines: readonly ReviewLine[]; onClose: () => void }) {
  const { message } = App.useApp()
  const decide = useWrite(rightsReviewApi.decide)
  const [first] = lines
  const roles = lines.length === 1 && first !== undefined ? first.roles : []
  const decision = (form: { getFieldValue: (name: string) => unknown }) => form.getFieldValue('decision')
  return (
    <StepDialog<Values>
      title={lines.length === 1 && first !== undefined ? `${first.name}（${first.userName}）` : `${lines.length} 个账号`}
      submit="决定"
      initial={{ decision: 'keep' }}
      error={decide.error}
      busy={decide.isPending}
      onClose={onClose}
      onSubmit={({ decision: chosen, takenRoleIds = [], reason = '' }) =>
        decide.mutate(
          {
            id: reviewId,
            lineIds: lines.map(({ id }) => id),
            decision: chosen,
            takenRoleIds: chosen === 'revoke' ? takenRoleIds : [],
            reason,
          },
          {
            onSuccess: () => {
              message.success('已记下，批准后执行')
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="decision" label="决定">
        <Radio.Group
          options={keysOf(reviewDecisions)
            .filter((value) => value !== 'revoke' || roles.length > 0)
            .map((value) => ({ value, label: reviewDecisions[value] }))}
        />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {(form) =>
          decision(form) === 'revoke' && (
            <Form.Item name="takenRoleIds" label="收回的角色" rules={[{ required: true, message: '请选择要收回的角色' }]}>
              <Select mode="multiple" options={roles.map(({ id, name }) => ({ value: id, label: name }))} />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {(form) => (
          <Form.Item
            name="reason"
            label="原因"
            rules={decision(form) === 'keep' ? [] : [{ required: true, whitespace: true, message: '请填写原因' }]}
          >
            <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
          </Form.Item>
        )}
      </Form.Item>
    </StepDialog>
  )
}
