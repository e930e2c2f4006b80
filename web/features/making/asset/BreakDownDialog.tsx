import { App, Form, Input, Select } from 'antd'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { assetActions } from '#contract/making/asset.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type What = 'breakDown' | 'breakDownInPacking'
type Values = { machineId: string; found: string; replacementId?: string; signature: SignatureInput }

/** 报故障: a machine of this order stops; the order goes on with another of its class, named now or later. */
export function BreakDownDialog({
  order: { id: orderId },
  machineId,
  what,
  onClose,
}: {
  order: { id: string }
  machineId?: string
  what: What
  onClose: () => void
}) {
  const { message } = App.useApp()
  const breakDown = useWrite(assetApi[what])
  return (
    <StepDialog<Values>
      title="报设备故障"
      submit="签名并报故障"
      danger
      error={breakDown.error}
      busy={breakDown.isPending}
      {...(machineId !== undefined && { initial: { machineId } })}
      onClose={onClose}
      onSubmit={({ machineId: id, found, replacementId, signature }) =>
        breakDown.mutate(
          { id, found, signature, ...(replacementId && { replacementId }) },
          {
            onSuccess: ({ caseNo }) => {
              message.warning(`设备已停用，质量事件 ${caseNo} 已立`)
              onClose()
            },
          },
        )
      }
    >
      <p>设备随即停用并立质量事件；换用同类设备后本工序继续，批记录写明两台设备。事件处理完以前，批记录不能审核、成品不能放行。</p>
      <MachineField orderId={orderId} isFixed={machineId !== undefined} />
      <Form.Item name="found" label="故障与物料状态" rules={[{ required: true, whitespace: true, message: '请写明什么坏了、物料怎样' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} placeholder="如刀片断裂，已停机；断片已找齐，物料已移出" />
      </Form.Item>
      <ReplacementOfChosen orderId={orderId} />
      <SignatureFields meaning={assetActions[what].signs} commentLabel={null} />
    </StepDialog>
  )
}

function MachineField({ orderId, isFixed }: { orderId: string; isFixed: boolean }) {
  const choices = useRead(assetApi.choices, { orderId })
  const used = (choices.data ?? []).filter(({ kind, isUsedHere }) => kind === 'equipment' && isUsedHere)
  return (
    <Form.Item name="machineId" label="故障设备" rules={[{ required: true, message: '请选择故障的设备' }]}>
      <Select
        disabled={isFixed}
        loading={choices.isPending}
        placeholder="选择正在使用的设备"
        options={used.map(({ id, number, name }) => ({ value: id, label: `${number}　${name}` }))}
        notFoundContent={choices.error?.message ?? '没有正在使用的设备'}
      />
    </Form.Item>
  )
}

function ReplacementOfChosen({ orderId }: { orderId: string }) {
  const machineId: string | undefined = Form.useWatch('machineId')
  return machineId === undefined ? null : <ReplacementField orderId={orderId} machineId={machineId} label="换用设备（可稍后再选）" />
}

/** Another machine of the same class that may be used for this order now. */
export function ReplacementField({
  orderId,
  machineId,
  label,
  isRequired = false,
}: {
  orderId: string
  machineId: string
  label: string
  isRequired?: boolean
}) {
  const choices = useRead(assetApi.choices, { orderId })
  const all = choices.data ?? []
  const broken = all.find(({ id }) => id === machineId)
  const fit = all.filter((one) => one.kind === 'equipment' && one.id !== machineId && one.class === broken?.class && !one.isUsedHere)
  return (
    <Form.Item name="replacementId" label={label} rules={[{ required: isRequired, message: '请选择换用的设备' }]}>
      <Select
        allowClear
        loading={choices.isPending}
        placeholder="同类、已清场的设备"
        options={fit.map(({ id, number, name, place, why }) => ({
          value: id,
          label: [number, name, place].join('　') + (why === null ? '' : `（${why}）`),
          disabled: why !== null,
        }))}
        notFoundContent={choices.error?.message ?? '没有同类的其他设备'}
      />
    </Form.Item>
  )
}
