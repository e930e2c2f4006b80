import { App } from 'antd'
import { packagingActions, packagingApi, type PackagingRow } from '#contract/packing/packaging.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { repackMeaning } from '#contract/packing/repack.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { repackFacts } from './OpeningFields.tsx'
import { NeedTable } from './PackMaterials.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** Asks for the approving signature; with it the text of the labels is fixed. */
export function ApproveDialog({ order, onClose }: { order: PackagingRow; onClose: () => void }) {
  const { message } = App.useApp()
  const approve = useWrite(packagingApi.approve)
  const detail = useRead(packagingApi.read, { id: order.id })
  return (
    <StepDialog<{ signature: SignatureInput; quality?: { userName: string; password: string } }>
      title={`批准包装指令 ${order.orderNo}`}
      submit="批准"
      error={approve.error}
      reads={[detail]}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={({ signature, quality }) =>
        approve.mutate(
          { id: order.id, signature, ...(quality && { quality }) },
          {
            onSuccess: () => {
              message.success(`${order.orderNo} 已批准，标签内容已固定`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['产品', `${order.productName} ${order.batchNo}`],
          ['包装规格', order.specName],
          ...(detail.data ? repackFacts(detail.data) : []),
          ['计划', `${order.plannedPacks} ${order.packUnit}，需用 ${kgUnit(exact(order.netQuantity).times(order.plannedPacks).toFixed())}`],
          [order.repackOf === null ? '该批在库' : '原成品在库', detail.data && kgUnit(detail.data.bulkOnHand)],
          ['标签版本', detail.data?.labelVersion],
          ...(detail.data && detail.data.packagingMaterial !== '' ? [['内包材批号', detail.data.packagingMaterial] as const] : []),
          ['编制人', order.createdBy.name],
        ]}
      />
      {detail.data && detail.data.materials.length > 0 && <NeedTable needs={detail.data.materials} />}
      <p className="quiet">批准后，标签上的品名、产地、批号、日期等按记录生成并固定，打印时不能改动。</p>
      <SignatureFields meaning={packagingActions.approve.signs} />
      {order.repackOf !== null && <SecondPersonFields label="QA" meaning={repackMeaning} name="quality" />}
    </StepDialog>
  )
}
