import { App } from 'antd'
import type { ReactNode } from 'react'
import type { SaleRow } from '#contract/selling/sale.ts'
import type { saleApi } from '#contract/selling/sale-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** A step that needs no input. The dialog shows the order before the step is taken. */
export function ConfirmDialog({
  endpoint,
  verb,
  done,
  sale,
  onClose,
  children,
}: {
  endpoint: typeof saleApi.submit | typeof saleApi.approve | typeof saleApi.allocate
  verb: string
  done: string
  sale: SaleRow
  onClose: () => void
  children?: ReactNode
}) {
  const { message } = App.useApp()
  const step = useWrite(endpoint)
  return (
    <StepDialog
      title={`${verb} ${sale.orderNo}`}
      submit={verb}
      error={step.error}
      busy={step.isPending}
      onClose={onClose}
      onSubmit={() =>
        step.mutate(
          { id: sale.id },
          {
            onSuccess: () => {
              message.success(`${sale.orderNo} ${done}`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['客户', sale.customerName],
          ['品种与数量', sale.goods],
          ['合计', `${sale.packs} ${sale.packUnit}，${kgUnit(sale.quantity)}`],
        ]}
      />
      {children && <p className="quiet">{children}</p>}
    </StepDialog>
  )
}
