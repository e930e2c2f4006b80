import { App, Form, Input, InputNumber, Select } from 'antd'
import type { z } from 'zod'
import { materialHandOverMeaning, materialIssueMeaning } from '#contract/packing/pack-material.ts'
import { packagingApi, type PackagingRow } from '#contract/packing/packaging.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { NeedTable } from './PackMaterials.tsx'

type Given = z.input<typeof packagingApi.issueMaterials.input>
type Values = Pick<Given, 'reason' | 'signature' | 'keeper'> & { lotId: string; pieces: number }

/** 领用包材: one lot by its label, as many pieces as still miss of its material. */
export function IssueMaterialsDialog({ order, onClose }: { order: PackagingRow; onClose: () => void }) {
  const { message } = App.useApp()
  const issue = useWrite(packagingApi.issueMaterials)
  const detail = useRead(packagingApi.read, { id: order.id })
  const lots = useRead(packagingApi.issuable, { id: order.id })
  const needs = detail.data?.materials ?? []
  const missing = (materialId: string) => {
    const need = needs.find((one) => one.materialId === materialId)
    return need === undefined ? 0 : Math.max(0, need.needed - need.issued)
  }
  return (
    <StepDialog<Values>
      title={`领用包材 ${order.orderNo}`}
      submit="领用"
      error={issue.error}
      reads={[detail, lots]}
      busy={issue.isPending}
      onClose={onClose}
      onSubmit={({ lotId, pieces, ...values }) =>
        issue.mutate(
          { id: order.id, lots: [{ lotId, pieces }], ...values },
          {
            onSuccess: () => {
              const lot = lots.data?.find((one) => one.lotId === lotId)
              message.success(`${lot?.name ?? ''} ${lot?.lotNo ?? ''} 已领用 ${pieces} ${lot?.unit ?? ''}`)
              onClose()
            },
          },
        )
      }
    >
      {detail.data !== undefined && needs.length === 0 && (
        <p>该包装规格没有规定包材；在“加工管理 → 包装规格 → 包材”规定后，新编制的包装指令按批领用。</p>
      )}
      {needs.length > 0 && (
        <div className="packaging-choice">
          <NeedTable needs={needs} />
        </div>
      )}
      <LotField lots={lots.data ?? []} isPending={lots.isPending} isRead={lots.data !== undefined} missing={missing} />
      <Form.Item name="reason" label="说明" initialValue="">
        <Input maxLength={200} autoComplete="off" placeholder="超出需用量时写明原因" />
      </Form.Item>
      <SignatureFields meaning={materialIssueMeaning} />
      <SecondPersonFields name="keeper" label="仓库发料人" meaning={materialHandOverMeaning} />
    </StepDialog>
  )
}

type Lots = z.output<typeof packagingApi.issuable.output>

/** The lot, scanned or chosen, those first that are due first; the number is what still misses. */
function LotField({
  lots,
  isPending,
  isRead,
  missing,
}: {
  lots: Lots
  isPending: boolean
  isRead: boolean
  missing: (materialId: string) => number
}) {
  const form = Form.useFormInstance<Values>()
  const lotId: string | undefined = Form.useWatch('lotId', form)
  const chosen = lots.find((one) => one.lotId === lotId)
  return (
    <>
      <Form.Item name="lotId" label="包材批号" rules={[{ required: true, message: '请选择批次' }]}>
        <Select
          loading={isPending}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="扫描或输入批号"
          notFoundContent={isRead ? '没有可领用的批次：须已验收放行、未冻结、在有效期内' : null}
          options={lots.map((lot) => ({
            value: lot.lotId,
            label: `${lot.lotNo} ${lot.name}　${lot.available} ${lot.unit}　${lot.bins.join('、')}`,
          }))}
          onChange={(id: string) => {
            const lot = lots.find((one) => one.lotId === id)
            if (lot !== undefined) form.setFieldsValue({ pieces: Math.min(lot.available, missing(lot.materialId)) || undefined })
          }}
        />
      </Form.Item>
      <Form.Item name="pieces" label="领用数量" rules={[{ required: true, message: '请填写数量' }]}>
        <InputNumber className="full" min={1} precision={0} controls={false} suffix={chosen?.unit ?? '件'} />
      </Form.Item>
    </>
  )
}
