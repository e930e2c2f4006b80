import { App, Form, Input } from 'antd'
import type { z } from 'zod'
import { packLotActions, packLotApi, type PackLotRow } from '#contract/release/pack-lot.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof packLotApi.reject.input>, 'id'>

/** 不放行: the 质量受权人 says why. The packs go to the rejected zone and stay rejected. */
export function RejectDialog({ lot, onClose }: { lot: PackLotRow; onClose: () => void }) {
  const { message } = App.useApp()
  const reject = useWrite(packLotApi.reject)
  return (
    <StepDialog<Values>
      title={`不放行 ${lot.name} ${lot.lotNo}`}
      submit="签名，不放行"
      danger
      error={reject.error}
      busy={reject.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        reject.mutate(
          { id: lot.id, ...values },
          {
            onSuccess: ({ releaseNo }) => {
              message.success(`${releaseNo}：${lot.lotNo} 已判为不合格，移入不合格区`)
              onClose()
            },
          },
        )
      }
    >
      <p>不放行后该批为不合格，不能恢复；成品移入不合格区，等待处理。</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明不放行的原因' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <BinField zone="rejected" isToxic={lot.isToxic} from="pack_quarantine" extra="不在不合格区的成品随签名一并移入此货位" />
      <SignatureFields meaning={packLotActions.reject.signs} />
      <SecondPersonFields label="质量负责人" meaning={approvalMeaning} name="approver" />
    </StepDialog>
  )
}
