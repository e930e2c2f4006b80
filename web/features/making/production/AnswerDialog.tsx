import { App, Form, Input } from 'antd'
import { partName } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { nameOf, type StepInput } from './step-input.ts'

/** Production answers what QA sent back. */
export function AnswerDialog({ record, onClose }: StepInput) {
  const { message } = App.useApp()
  const answer = useWrite(productionApi.answer)
  const open = record.sentBack.filter(({ answeredAt }) => answeredAt === null)
  return (
    <StepDialog<{ answers?: Record<string, string> }>
      title={`答复退回 ${nameOf(record)}`}
      submit="答复"
      error={answer.error}
      busy={answer.isPending}
      onClose={onClose}
      onSubmit={({ answers = {} }) =>
        answer.mutate(
          { id: record.id, answers: open.map(({ id }) => ({ id, answer: answers[id] ?? '' })) },
          {
            onSuccess: () => {
              message.success('已答复，等QA审核')
              onClose()
            },
          },
        )
      }
    >
      <p>数值有误的，先请QA在批生产记录的相应部分提请更正，批准后再答复。</p>
      {open.map((one) => (
        <Form.Item
          key={one.id}
          name={['answers', one.id]}
          label={partName(one)}
          extra={`${one.sentByName} ${dateTime(one.sentAt)}：${one.reason}${one.correctionNos.length > 0 ? `；已更正 ${one.correctionNos.join('、')}` : ''}`}
          rules={[{ required: true, whitespace: true, message: '请写明核对结果' }]}
        >
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      ))}
    </StepDialog>
  )
}
