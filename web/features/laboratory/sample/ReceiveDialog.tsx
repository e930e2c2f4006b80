import { App, Form, Input } from 'antd'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { container: string; shelf: string; retentionShelf: string }

/** 接收样品: another person than the sampler counts the parts of one sampling and says where they lie. */
export function ReceiveDialog({
  sample: { id, side, samplingNo, packs = null },
  onClose,
}: {
  sample: { id: string; side: InspectionSide; samplingNo: string; packs?: number | null }
  onClose: () => void
}) {
  const { message } = App.useApp()
  const receive = useWrite(sampleLaboratoryApi[side].receive)
  return (
    <StepDialog<Values>
      title={`接收样品 ${samplingNo}`}
      submit="接收"
      initial={{ container: packs === null ? '聚乙烯袋，密封' : '原包装' }}
      error={receive.error}
      busy={receive.isPending}
      onClose={onClose}
      onSubmit={({ shelf, ...values }) =>
        receive.mutate(
          { id, ...values, shelf: packs === null ? shelf : values.retentionShelf },
          {
            onSuccess: () => {
              message.success(packs === null ? '样品已接收，可以检验' : '留样已接收')
              onClose()
            },
          },
        )
      }
    >
      <p>
        {packs === null
          ? '请按取样单清点：检验样、复核样、留样各一份，标签完好。取样人不能接收自己取的样品。'
          : `请按成品留样单清点：${packs} 袋，包装与标签完好。留样人不能接收自己取的留样。`}
      </p>
      <Form.Item name="container" label="容器" rules={[{ required: true, whitespace: true, message: '请填写容器' }]}>
        <Input maxLength={60} />
      </Form.Item>
      {packs === null && (
        <Form.Item name="shelf" label="检验样与复核样存放" rules={[{ required: true, whitespace: true, message: '请填写存放位置' }]}>
          <Input maxLength={60} placeholder="如 样品柜 A-2" />
        </Form.Item>
      )}
      <Form.Item name="retentionShelf" label="留样存放" rules={[{ required: true, whitespace: true, message: '请填写留样的存放位置' }]}>
        <Input maxLength={60} placeholder="如 留样柜 3-1" />
      </Form.Item>
    </StepDialog>
  )
}
