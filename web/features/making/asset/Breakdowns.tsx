import { App, Button } from 'antd'
import { useState } from 'react'
import { assetApi } from '#contract/making/asset-api.ts'
import type { Breakdown } from '#contract/making/asset.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { BreakDownDialog, ReplacementField } from './BreakDownDialog.tsx'

type Order = { id: string }
const sides = {
  making: { duty: '15:execute', breakDown: 'breakDown', replace: 'replace' },
  packing: { duty: '18:execute', breakDown: 'breakDownInPacking', replace: 'replaceInPacking' },
} as const

const columns: readonly Column<Breakdown>[] = [
  { title: '设备', key: 'number', render: ({ number, name }) => `${number} ${name}` },
  { title: '故障', key: 'found', width: 14 },
  { title: '报告', key: 'reportedAt', render: ({ reportedByName, reportedAt }) => `${reportedByName} ${dateTime(reportedAt)}` },
  { title: '质量事件', key: 'caseNo', render: ({ caseNo, isCaseOpen }) => `${caseNo} ${isCaseOpen ? '处理中' : '已结束'}` },
  {
    title: '换用',
    key: 'replacedAt',
    render: ({ replacedBy, replacedByName, replacedAt }) => replacedAt && `${replacedBy} ${replacedByName} ${dateTime(replacedAt)}`,
  },
]

/** 设备故障 of an order: what broke, what it went on with, and, while it runs, the two steps to tell and to replace. */
export function Breakdowns({
  order,
  rows,
  side,
  isRunning,
}: {
  order: Order
  rows: readonly Breakdown[]
  side: keyof typeof sides
  isRunning: boolean
}) {
  const [open, setOpen] = useState<'break' | Breakdown>()
  const { duty, breakDown } = sides[side]
  if (rows.length === 0 && !isRunning) return null
  return (
    <section>
      <h2 className="drawer-heading">
        设备故障{' '}
        {isRunning && (
          <span className="screen-only">
            <DutyButton type="link" duty={duty} onClick={() => setOpen('break')}>
              报设备故障
            </DutyButton>
          </span>
        )}
      </h2>
      {rows.length === 0 && <p className="quiet">没有设备故障</p>}
      {rows.length > 0 && (
        <DataTable
          caption="设备故障"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          {...(isRunning && {
            actions: (row: Breakdown) =>
              row.replacedAt === null ? (
                <Button type="link" className="text-action" onClick={() => setOpen(row)}>
                  换用设备
                </Button>
              ) : null,
          })}
        />
      )}
      {open === 'break' && <BreakDownDialog order={order} what={breakDown} onClose={() => setOpen(undefined)} />}
      {open !== undefined && open !== 'break' && (
        <ReplaceDialog order={order} breakdown={open} side={side} onClose={() => setOpen(undefined)} />
      )}
    </section>
  )
}

function ReplaceDialog({
  order,
  breakdown,
  side,
  onClose,
}: {
  order: Order
  breakdown: Breakdown
  side: keyof typeof sides
  onClose: () => void
}) {
  const { message } = App.useApp()
  const replace = useWrite(assetApi[sides[side].replace])
  return (
    <StepDialog<{ replacementId: string }>
      title={`换用设备：${breakdown.number} ${breakdown.name}`}
      submit="换用"
      error={replace.error}
      busy={replace.isPending}
      onClose={onClose}
      onSubmit={({ replacementId }) =>
        replace.mutate(
          { id: breakdown.id, replacementId },
          {
            onSuccess: ({ replacedBy }) => {
              message.success(`已换用 ${replacedBy}`)
              onClose()
            },
          },
        )
      }
    >
      <p>换用的设备须同类、清洁并有清场合格证，使用日志由此开始。</p>
      <ReplacementField orderId={order.id} machineId={breakdown.assetId} label="换用设备" isRequired />
    </StepDialog>
  )
}
