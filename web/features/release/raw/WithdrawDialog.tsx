import { Alert, App, Form, Input } from 'antd'
import { releaseActions, releaseApi, type ReleaseRow } from '#contract/release/raw-release.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 撤回放行: what was already made of the lot is shown above the signature. */
export function WithdrawDialog({ row, onClose }: { row: ReleaseRow; onClose: () => void }) {
  const { message } = App.useApp()
  const file = useRead(releaseApi.file, { id: row.id })
  const withdraw = useWrite(releaseApi.withdraw)
  const downstream = file.data?.downstream ?? []
  return (
    <StepDialog<{ reason: string; placeId: string; signature: SignatureInput }>
      title={`撤回放行 ${row.lotName} ${row.lotNo}`}
      submit="签名并撤回"
      danger
      error={withdraw.error}
      reads={[file]}
      busy={withdraw.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        withdraw.mutate(
          { id: row.id, ...values },
          {
            onSuccess: () => {
              void message.success(`${row.lotNo} 已撤回放行，回到待验`)
              onClose()
            },
          },
        )
      }
    >
      <Alert
        className="form-failure"
        type={downstream.length > 0 ? 'warning' : 'info'}
        showIcon
        title={madeOf(file)}
        description="撤回后批次回到待验，重新请验合格后才能再次放行。下游批次随签名即刻冻结并开启影响评估，由QA在质量事件中逐批处置。"
      />
      <Form.Item name="reason" label="撤回原因" rules={[{ required: true, whitespace: true, message: '请填写撤回原因' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <BinField zone="quarantine" isToxic={row.isToxic} from="released" extra="不在待验区的库存随签名一并移入此货位" />
      <SignatureFields meaning={releaseActions.withdraw.signs} />
    </StepDialog>
  )
}

/** What was made of the lot; of what is not read nothing is said. */
function madeOf({ data, isPending }: { data: { downstream: readonly { lotNo: string }[] } | undefined; isPending: boolean }): string {
  if (data === undefined) return isPending ? '正在读取此批用到了哪里' : '没有读到此批用到了哪里'
  const { downstream } = data
  if (downstream.length === 0) return '此批还没有用于生产'
  return `已用于 ${downstream.length} 个下游批次：${downstream.map(({ lotNo }) => lotNo).join('、')}`
}
