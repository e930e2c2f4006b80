import { App, Form, Input } from 'antd'
import type { z } from 'zod'
import { approvalMeaning, releaseActions, releaseApi, type ReleaseRow } from '#contract/release/raw-release.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof releaseApi.reject.input>, 'id'>

/** 判不合格: why, where the goods go, and the signature. */
export function RejectDialog({ row, onClose }: { row: ReleaseRow; onClose: () => void }) {
  const { message } = App.useApp()
  const reject = useWrite(releaseApi.reject)
  return (
    <StepDialog<Values>
      title={`判不合格 ${row.lotName} ${row.lotNo}`}
      submit="签名并判不合格"
      danger
      error={reject.error}
      busy={reject.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        reject.mutate(
          { id: row.id, ...values },
          {
            onSuccess: ({ releaseNo }) => {
              void message.success(`${releaseNo}：${row.lotNo} 已判不合格`)
              onClose()
            },
          },
        )
      }
    >
      <p>判不合格后不能恢复；已用于生产或包装的，下游批次即刻冻结并开启影响评估。</p>
      <Form.Item name="basis" label="决定依据" rules={[{ required: true, whitespace: true, message: '请填写判定不合格的依据' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <BinField zone="rejected" isToxic={row.isToxic} from="quarantine" extra="不在不合格区的库存随签名一并移入此货位" />
      <SignatureFields meaning={releaseActions.reject.signs} />
      <SecondPersonFields label="质量负责人" meaning={approvalMeaning} name="approver" />
    </StepDialog>
  )
}
