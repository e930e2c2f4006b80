import { App, Form, Input } from 'antd'
import { climateActions, climateApi, type ClimatePoint } from '#contract/warehouse/climate.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 停用 and 启用 of a point, with the reason. */
export function TurnDialog({ point, turn, onClose }: { point: ClimatePoint; turn: 'disable' | 'enable'; onClose: () => void }) {
  const { message } = App.useApp()
  const write = useWrite(climateApi[turn])
  const { label } = climateActions[turn]
  return (
    <StepDialog<{ reason: string }>
      title={`${label} ${point.number} ${point.name}`}
      submit={label}
      danger={turn === 'disable'}
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ reason }) =>
        write.mutate(
          { id: point.id, reason },
          {
            onSuccess: () => {
              message.success(`${point.number} 已${label}`)
              onClose()
            },
          },
        )
      }
    >
      <p>{turn === 'disable' ? '停用后不再待记录，已有的读数不变。' : '启用后随即待记录。'}</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
