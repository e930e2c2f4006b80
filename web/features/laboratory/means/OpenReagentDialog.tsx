import { App, Form } from 'antd'
import { reagentApi, type ReagentRow } from '#contract/laboratory/reagent.ts'
import { useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 开启, on this day; a bottle that nobody opened here is opened by its first use. */
export function OpenReagentDialog({ reagent, onClose }: { reagent: ReagentRow; onClose: () => void }) {
  const { message } = App.useApp()
  const open = useWrite(reagentApi.open)
  return (
    <StepDialog<{ openedOn: string }>
      title={`开启 ${reagent.number} ${reagent.name}`}
      submit="开启"
      error={open.error}
      busy={open.isPending}
      initial={{ openedOn: today() }}
      onClose={onClose}
      onSubmit={({ openedOn }) =>
        open.mutate(
          { id: reagent.id, rowVersion: reagent.rowVersion, openedOn },
          {
            onSuccess: ({ goodUntil }) => {
              message.success(`${reagent.number} 已开启，可用至 ${goodUntil}`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        瓶签有效期至 {reagent.useBy}
        {reagent.daysAfterOpening !== null && `，开启后可用 ${reagent.daysAfterOpening} 天`}；以先到者为准。没有先开启的，首次使用即开启。
      </p>
      <Form.Item name="openedOn" label="开启日期" rules={[{ required: true, message: '请填写开启日期' }]}>
        <DayInput max={today()} />
      </Form.Item>
    </StepDialog>
  )
}
