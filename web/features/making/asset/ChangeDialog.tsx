import { App, Form, Input } from 'antd'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { assetActions, takeBackMeaning, type AssetRow } from '#contract/making/asset.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type What = 'soil' | 'takeOut' | 'takeBack'
type Values = { reason: string; signature: SignatureInput; approver: { userName: string; password: string } }

const hints: Record<What, string> = {
  soil: '清场合格证随即失效；再次清场后才能使用。',
  takeOut: '停用后不能用于生产和包装，已有的记录不变。',
  takeBack: '恢复后为待清洁，清场后才能使用。',
}

/** 转待清洁, 停用 and 恢复使用, with the reason; back into service by two. */
export function ChangeDialog({ asset, what, onClose }: { asset: AssetRow; what: What; onClose: () => void }) {
  const { message } = App.useApp()
  const soil = useWrite(assetApi.soil)
  const takeOut = useWrite(assetApi.takeOut)
  const takeBack = useWrite(assetApi.takeBack)
  const { label } = assetActions[what]
  const done = {
    onSuccess: () => {
      message.success(`${asset.number} 已${label}`)
      onClose()
    },
  }
  const submit = ({ reason, signature, approver }: Values) => {
    if (what === 'soil') soil.mutate({ id: asset.id, reason }, done)
    else if (what === 'takeOut') takeOut.mutate({ id: asset.id, reason, signature }, done)
    else takeBack.mutate({ id: asset.id, reason, signature, approver }, done)
  }
  return (
    <StepDialog<Values>
      title={`${label} ${asset.number} ${asset.name}`}
      submit={label}
      danger={what === 'takeOut'}
      error={soil.error ?? takeOut.error ?? takeBack.error}
      busy={soil.isPending || takeOut.isPending || takeBack.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{hints[what]}</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      {what !== 'soil' && <SignatureFields meaning={assetActions[what].signs} commentLabel={null} />}
      {what === 'takeBack' && <SecondPersonFields label="同意人" meaning={takeBackMeaning} name="approver" />}
    </StepDialog>
  )
}
