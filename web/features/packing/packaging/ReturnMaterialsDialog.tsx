import { App, Form, Input, InputNumber, Select } from 'antd'
import type { z } from 'zod'
import { materialReturnMeaning, materialTakeBackMeaning, type PieceAccount } from '#contract/packing/pack-material.ts'
import { packagingApi, type PackagingRow } from '#contract/packing/packaging.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof packagingApi.returnMaterials.input>, 'id'>

/** 退包材: what is sound goes back to its bin, the rest is broken, destroyed or lost. */
export function ReturnMaterialsDialog({ order, onClose }: { order: PackagingRow; onClose: () => void }) {
  const { message } = App.useApp()
  const giveBack = useWrite(packagingApi.returnMaterials)
  const detail = useRead(packagingApi.read, { id: order.id })
  const onLine = (detail.data?.pieces ?? []).filter(({ out }) => out > 0)
  return (
    <StepDialog<Values>
      title={`退包材 ${order.orderNo}`}
      submit="退料"
      initial={{ returned: 0, spoiled: 0, destroyed: 0, lost: 0 }}
      error={giveBack.error}
      reads={[detail]}
      busy={giveBack.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        giveBack.mutate(
          { id: order.id, ...values },
          {
            onSuccess: ({ caseNo }) => {
              message.success(caseNo === null ? '已退料' : `已退料；包材遗失，已开立质量事件 ${caseNo}`)
              onClose()
            },
          },
        )
      }
    >
      <Pieces lots={onLine} isPending={detail.isPending} isRead={detail.data !== undefined} />
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <SignatureFields meaning={materialReturnMeaning} />
      <SecondPersonFields name="keeper" label="仓库收料人" meaning={materialTakeBackMeaning} />
    </StepDialog>
  )
}

function Pieces({ lots, isPending, isRead }: { lots: readonly PieceAccount[]; isPending: boolean; isRead: boolean }) {
  const form = Form.useFormInstance<Values>()
  const lotId: string | undefined = Form.useWatch('lotId', form)
  const returned: number | undefined = Form.useWatch('returned', form)
  const chosen = lots.find((lot) => lot.lotId === lotId)
  const unit = chosen?.unit ?? '件'
  return (
    <>
      <Form.Item name="lotId" label="包材批号" rules={[{ required: true, message: '请选择批次' }]}>
        <Select
          loading={isPending}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="扫描或输入批号"
          notFoundContent={isRead ? '包装线上没有包材' : null}
          options={lots.map((lot) => ({ value: lot.lotId, label: `${lot.lotNo} ${lot.name}　在线 ${lot.out} ${lot.unit}` }))}
        />
      </Form.Item>
      <div className="packaging-labels packaging-parts">
        {(
          [
            ['returned', '退回'],
            ['spoiled', '损坏'],
            ['destroyed', '销毁'],
            ['lost', '遗失'],
          ] as const
        ).map(([name, label]) => (
          <Form.Item key={name} name={name} label={label} rules={[{ required: true, message: '没有请填0' }]}>
            <InputNumber className="full" min={0} precision={0} controls={false} suffix={unit} />
          </Form.Item>
        ))}
      </div>
      {chosen && (returned ?? 0) > 0 && <BinField key={chosen.zone} zone={chosen.zone} isToxic={false} />}
    </>
  )
}
