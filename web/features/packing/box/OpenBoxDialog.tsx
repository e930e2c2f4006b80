import { App, Form, Input } from 'antd'
import { boxApi } from '#contract/packing/box.ts'
import { inGroups } from '#contract/packing/trace-code.ts'
import { ScannedLabels } from '#web/features/packing/packaging/ScannedLabels.tsx'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { packs?: string[]; reason: string }

/** 拆箱: the packs that are scanned are taken out, or all of them. */
export function OpenBoxDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { message } = App.useApp()
  const open = useWrite(boxApi.open)
  return (
    <StepDialog<Values>
      title={`拆箱 ${inGroups(code)}`}
      submit="拆箱"
      error={open.error}
      busy={open.isPending}
      onClose={onClose}
      onSubmit={({ packs = [], reason }) =>
        open.mutate(
          { box: code, packs, reason },
          {
            onSuccess: ({ changeNo, after }) => {
              message.success(after.length === 0 ? `${changeNo} 已拆空，箱码作废，请撕下箱签` : `${changeNo} 已拆箱，请补打箱签`)
              onClose()
            },
          },
        )
      }
    >
      <p className="quiet">取出的袋仍在原货位，可以单袋发出，也可以再装入别的箱。全部取出的箱不再使用，箱码随即作废。</p>
      <Form.Item name="packs" label="取出的袋" extra="扫描取出的袋码；一袋也不扫，则全部取出">
        <ScannedLabels />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
