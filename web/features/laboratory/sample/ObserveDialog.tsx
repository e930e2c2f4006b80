import { App, Form, Input, Radio } from 'antd'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { sampleActions, sampleLaboratoryApi, type SampleRow } from '#contract/laboratory/sample.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { isChanged: boolean; note?: string; signature: SignatureInput }

/** 留样观察: the yearly look at what is kept. */
export function ObserveDialog({ sample, onClose }: { sample: SampleRow; onClose: () => void }) {
  const { message } = App.useApp()
  const observe = useWrite(sampleLaboratoryApi[sample.side].observe)
  return (
    <StepDialog<Values>
      title={`留样观察 ${sample.lotName} ${sample.lotNo}`}
      submit="签名并保存"
      error={observe.error}
      busy={observe.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        observe.mutate(
          { id: sample.id, ...values },
          {
            onSuccess: () => {
              message.success(`${sample.sampleNo} 已观察，一年后再观察`)
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="isChanged" label="外观、色泽、气味" rules={[{ required: true, message: '请选择有无变化' }]}>
        <Radio.Group
          options={[
            { value: false, label: '无变化' },
            { value: true, label: '有变化' },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => (
          <Form.Item
            name="note"
            label="观察情况"
            rules={[{ required: getFieldValue('isChanged') === true, whitespace: true, message: '请写明变化' }]}
            {...(getFieldValue('isChanged') === true && { extra: '有变化时会通知QA' })}
          >
            <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} placeholder="霉变、虫蛀、变色、走油" />
          </Form.Item>
        )}
      </Form.Item>
      <SignatureFields meaning={sampleActions[sample.side].observe.signs} commentLabel={null} />
    </StepDialog>
  )
}
