import { App, ConfigProvider, Form } from 'antd'
import { climateApi, climateText, type ClimatePoint } from '#contract/warehouse/climate.ts'
import { useWrite } from '#web/lib/call.ts'
import { notInFuture } from '#web/lib/not-in-future.ts'
import { InstantInput } from '#web/parts/DayInput.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { temperature: string; humidity: string; measuredAt?: string }

/** 记录读数 by hand: now, or as it was read a while ago. */
export function ReadingDialog({ point, side, onClose }: { point: ClimatePoint; side: 'record' | 'recordInRoom'; onClose: () => void }) {
  const { message } = App.useApp()
  const record = useWrite(climateApi[side])
  return (
    <StepDialog<Values>
      title={`记录读数 ${point.number} ${point.name}`}
      submit="记录"
      error={record.error}
      busy={record.isPending}
      onClose={onClose}
      onSubmit={({ measuredAt, ...values }) =>
        record.mutate(
          { id: point.id, ...values, ...(measuredAt && { measuredAt }) },
          {
            onSuccess: ({ caseNo }) => {
              if (caseNo === null) message.success(`${point.number} 已记录`)
              else message.warning(`超出限度，质量事件 ${caseNo} 已记入；请通知QA`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {point.place}，限度 {climateText(point.limits)}。照仪表显示如实填写；超出限度即立质量事件。
      </p>
      <ConfigProvider componentSize="large">
        <div className="form-columns">
          <Form.Item name="temperature" label="温度" rules={[{ required: true, message: '请填写温度' }]}>
            <QuantityInput unit="℃" negative />
          </Form.Item>
          <Form.Item name="humidity" label="相对湿度" rules={[{ required: true, message: '请填写相对湿度' }]}>
            <QuantityInput unit="%RH" />
          </Form.Item>
        </div>
        <Form.Item name="measuredAt" label="读数时间（不填为现在）" rules={[notInFuture]}>
          <InstantInput />
        </Form.Item>
      </ConfigProvider>
    </StepDialog>
  )
}
