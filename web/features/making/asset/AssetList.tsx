import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { assetActions, assetKinds, assetLooks, assetState, type AssetRow } from '#contract/making/asset.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { AssetDialog } from './AssetDialog.tsx'
import { AssetDrawer } from './AssetDrawer.tsx'
import { AssetLabels } from './AssetLabels.tsx'
import { BreakDownDialog } from './BreakDownDialog.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ClearDialog } from './ClearDialog.tsx'
import { DueTag } from './DueTag.tsx'
import { MaintenancePlanDialog } from './MaintenancePlanDialog.tsx'
import { ServiceDialog } from './ServiceDialog.tsx'

const columns: readonly Column<AssetRow>[] = [
  { title: '编号', key: 'number', sort: 'number', render: (row) => <Opener row={row} /> },
  { title: '名称', key: 'name', sort: 'name', width: 10 },
  { title: '种类', key: 'kind', render: (row) => assetKinds[row.kind] },
  { title: '类别', key: 'class', width: 9 },
  { title: '位置', key: 'place', width: 9 },
  { title: '状态', key: 'state', render: (row) => <StateTag of={assetLooks} state={row.state} /> },
  { title: '使用', key: 'orderNo', render: (row) => row.orderNo },
  { title: '清场有效至', key: 'clearedUntil', render: (row) => row.clearedUntil && dateTime(row.clearedUntil) },
  { title: '校准', key: 'calibration', render: (row) => row.calibrationMonths && <DueTag row={row} of="calibration" /> },
  { title: '保养', key: 'maintenance', render: (row) => row.maintenanceMonths && <DueTag row={row} of="maintenance" /> },
  { title: '毒性专用', key: 'isToxic', hidden: true, render: (row) => (row.isToxic ? '是' : '') },
]

/** Opens the asset; the address keeps which one is open. */
function Opener({ row: { id, number } }: { row: AssetRow }) {
  const { setQuery } = useTab()
  return (
    <Button type="link" className="text-action" onClick={() => setQuery({ asset: id })}>
      {number}
    </Button>
  )
}

type Open =
  | {
      what:
        | 'breakDown'
        | 'breakDownInPacking'
        | 'edit'
        | 'service'
        | 'planMaintenance'
        | 'soil'
        | 'takeOut'
        | 'takeBack'
        | 'clear'
        | 'label'
      row: AssetRow
    }
  | { what: 'new' }

/** 设施设备: rooms, lines, machines and scales, what they are in and until when they may be used. */
export function AssetList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const shown = query.get('asset')
  return (
    <ListPage
      title="设施设备"
      primary={
        <DutyButton duty="35:manage" onClick={() => setOpen({ what: 'new' })}>
          登记设施设备
        </DutyButton>
      }
      header={header}
      endpoint={assetApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索编号、名称或拼音首字母"
      filters={[
        { key: 'kind', label: '种类', options: keysOf(assetKinds).map((value) => ({ value, label: assetKinds[value] })) },
        { key: 'state', label: '状态', options: assetState.options.map((value) => ({ value, label: assetLooks[value].label })) },
        {
          key: 'due',
          label: '校准保养',
          options: [
            { value: 'overdue', label: '已过期或不合格' },
            { value: 'soon', label: '30天内到期' },
          ],
        },
      ]}
      actions={(row) => (
        <>
          {(row.state === 'to_clean' || row.state === 'clean') && (
            <DutyButton type="link" duty="15:execute" onClick={() => setOpen({ what: 'clear', row })}>
              清场
            </DutyButton>
          )}
          <RowActions
            of={assetActions}
            row={row}
            danger={['takeOut', 'breakDown', 'breakDownInPacking']}
            on={{
              edit: () => setOpen({ what: 'edit', row }),
              service: row.calibrationMonths === null && row.maintenanceMonths === null ? null : () => setOpen({ what: 'service', row }),
              planMaintenance: () => setOpen({ what: 'planMaintenance', row }),
              soil: () => setOpen({ what: 'soil', row }),
              breakDown: row.kind === 'equipment' && !row.isPacking ? () => setOpen({ what: 'breakDown', row }) : null,
              breakDownInPacking: row.kind === 'equipment' && row.isPacking ? () => setOpen({ what: 'breakDownInPacking', row }) : null,
              takeOut: () => setOpen({ what: 'takeOut', row }),
              takeBack: () => setOpen({ what: 'takeBack', row }),
            }}
          />
          <Button type="link" className="text-action" onClick={() => setOpen({ what: 'label', row })}>
            标签
          </Button>
        </>
      )}
      empty="还没有登记设施设备；登记操作间、生产线、设备和秤以后才能编制生产指令"
    >
      {open?.what === 'new' && <AssetDialog onClose={close} />}
      {open?.what === 'edit' && <AssetDialog asset={open.row} onClose={close} />}
      {open?.what === 'planMaintenance' && <MaintenancePlanDialog asset={open.row} onClose={close} />}
      {open?.what === 'service' && <ServiceDialog asset={open.row} onClose={close} />}
      {(open?.what === 'breakDown' || open?.what === 'breakDownInPacking') && open.row.orderId !== null && (
        <BreakDownDialog order={{ id: open.row.orderId }} machineId={open.row.id} what={open.what} onClose={close} />
      )}
      {open?.what === 'clear' && <ClearDialog side="making" chosen={open.row.id} onClose={close} />}
      {open?.what === 'label' && <AssetLabels assets={[open.row]} onClose={close} />}
      {(open?.what === 'soil' || open?.what === 'takeOut' || open?.what === 'takeBack') && (
        <ChangeDialog asset={open.row} what={open.what} onClose={close} />
      )}
      {shown && <AssetDrawer id={shown} onClose={() => setQuery({ asset: null })} />}
    </ListPage>
  )
}
