import { App, Form, Input } from 'antd'
import { processActions, processApi, type ProcessRow } from '#contract/making/process-version.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** What each step asks to be told, and what it does. */
const steps = {
  sendBack: { label: '退回原因', note: '退回编制人修改；修改后重新签名、审核。', done: '已退回编制人' },
  refuse: { label: '退回原因', note: '退回编制人修改；修改后重新签名、审核、批准。', done: '已退回编制人' },
  discard: { label: '作废原因', note: '草稿不再继续，版次号不再使用。', done: '已作废' },
} as const

/** A step that has to say why. */
export function ReasonDialog({ what, row, onClose }: { what: keyof typeof steps | 'copy'; row: ProcessRow; onClose: () => void }) {
  return what === 'copy' ? <CopyDialog row={row} onClose={onClose} /> : <BackDialog what={what} row={row} onClose={onClose} />
}

function BackDialog({ what, row, onClose }: { what: keyof typeof steps; row: ProcessRow; onClose: () => void }) {
  const { message } = App.useApp()
  const { label, note, done } = steps[what]
  const write = useWrite(processApi[what] as typeof processApi.sendBack)
  return (
    <StepDialog<{ reason: string }>
      title={`${processActions[what].label} ${row.code}`}
      submit={processActions[what].label}
      danger
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        write.mutate(
          { id: row.id, reason },
          {
            onSuccess: () => {
              message.success(`${row.code} ${done}`)
              onClose()
            },
          },
        )
      }
    >
      <p>{note}</p>
      <Form.Item name="reason" label={label} rules={[{ required: true, whitespace: true, message: `请填写${label}` }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}

function CopyDialog({ row, onClose }: { row: ProcessRow; onClose: () => void }) {
  const { message } = App.useApp()
  const copy = useWrite(processApi.copy)
  return (
    <StepDialog<{ basis: string }>
      title={`以 ${row.code} 为底稿编写新版`}
      submit="建立草稿"
      error={copy.error}
      busy={copy.isPending}
      onClose={onClose}
      onSubmit={({ basis }) =>
        copy.mutate(
          { id: row.id, basis },
          {
            onSuccess: (draft) => {
              message.success(`草稿 ${draft.code} 已建立，请修改后提交审核`)
              onClose()
            },
          },
        )
      }
    >
      <p>新版批准生效之前，现行版照常执行；已下的生产指令一直按它下达时的版次执行。</p>
      <Form.Item
        name="basis"
        label="变更内容与依据"
        rules={[{ required: true, whitespace: true, message: '请写明改什么、依据是什么' }]}
        extra="如变更控制编号、验证报告"
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
