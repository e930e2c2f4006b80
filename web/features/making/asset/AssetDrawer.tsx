import { Button, Drawer, Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { calibrationResults } from '#contract/laboratory/instrument.ts'
import { assetKinds, assetLooks, overdueRules, serviceKinds } from '#contract/making/asset.ts'
import { assetApi, type AssetUse } from '#contract/making/asset-api.ts'
import { ChangeButton } from '#web/features/cases/change/ChangeButton.tsx'
import { useRead } from '#web/lib/call.ts'
import { useActor, useHolds } from '#web/lib/actor.ts'
import { dateTime, day } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DueTag } from './DueTag.tsx'
import { VoidServiceDialog } from './VoidServiceDialog.tsx'

type Asset = z.output<typeof assetApi.read.output>

const serviceColumns: readonly Column<Asset['services'][number]>[] = [
  { title: '日期', key: 'doneOn', render: ({ doneOn }) => day(doneOn) },
  { title: '登记', key: 'kind', render: ({ kind }) => serviceKinds[kind] },
  {
    title: '结论',
    key: 'result',
    render: ({ result }) => <span className={`tag tag-${result === 'pass' ? 'good' : 'bad'}`}>{calibrationResults[result]}</span>,
  },
  { title: '下次', key: 'nextDue', render: ({ nextDue }) => nextDue && day(nextDue) },
  { title: '单位或人员', key: 'doneBy', width: 10 },
  { title: '证书编号', key: 'certificateNo', width: 10 },
  { title: '说明', key: 'remark', width: 8 },
  { title: '登记人', key: 'recordedAt', render: ({ recordedByName, recordedAt }) => `${recordedByName} ${dateTime(recordedAt)}` },
  { title: '复核人', key: 'checkedByName' },
  { title: '作废', key: 'voidReason', render: ({ voidReason, voidedByName }) => voidReason && `${voidedByName}：${voidReason}` },
]

const changeColumns: readonly Column<Asset['changes'][number]>[] = [
  { title: '时间', key: 'changedAt', render: ({ changedAt }) => dateTime(changedAt) },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={assetLooks} state={state} /> },
  { title: '原因', key: 'reason', width: 16 },
  {
    title: '经办',
    key: 'changedByName',
    render: ({ changedByName, approvedByName }) => [changedByName, approvedByName].filter(Boolean).join('，'),
  },
]

const usedColumns: readonly Column<AssetUse>[] = [
  { title: '指令', key: 'orderNo' },
  { title: '产品', key: 'productName', width: 8 },
  { title: '批号', key: 'batchNo' },
  { title: '工序', key: 'stepName', render: ({ stepName, isPackaging }) => stepName ?? (isPackaging ? '包装' : '') },
  { title: '开始', key: 'startedAt', render: ({ startedAt, startedByName }) => `${dateTime(startedAt)} ${startedByName}` },
  {
    title: '结束',
    key: 'endedAt',
    render: ({ endedAt, endedByName }) => (endedAt === null ? '使用中' : `${dateTime(endedAt)} ${endedByName ?? ''}`),
  },
  { title: '清场合格证', key: 'clearanceNo' },
]

/** One asset: how it stands, what was made with it, its calibrations and services, and every change of its state. */
export function AssetDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const asset = useRead(assetApi.read, { id })
  const [history, setHistory] = useState(false)
  const actor = useActor()
  const [voiding, setVoiding] = useState<Asset['services'][number]>()
  const canSeeUses = useHolds('35')
  const row = asset.data
  // The last that failed: what was in doubt stays to be read after the next good one.
  const failed = row?.services.find(({ result, voidReason }) => result === 'fail' && voidReason === null)
  return (
    <Drawer
      open
      title={row ? `${row.number}　${row.name}` : '设施设备'}
      size={1040}
      onClose={onClose}
      extra={
        <div className="page-tools">
          <ChangeButton record="asset" id={id} />
          <Button onClick={() => setHistory(true)}>修改历史</Button>
        </div>
      }
    >
      {asset.isPending && <Skeleton active />}
      {asset.error && <CallFailure error={asset.error} onRetry={() => void asset.refetch()} />}
      {row && (
        <>
          <Facts
            rows={[
              ['状态', <StateTag key="state" of={assetLooks} state={row.state} />],
              ...(row.orderNo === null ? [] : ([[row.state === 'in_use' ? '正在用于' : '上次用于', row.orderNo]] as const)),
              ...(row.clearedUntil === null ? [] : ([['清场有效期至', dateTime(row.clearedUntil)]] as const)),
              ['种类 / 类别', [assetKinds[row.kind], row.class].filter(Boolean).join(' / ')],
              ['位置', row.place],
              ['毒性饮片专用', row.isToxic ? '是' : '否'],
              ['清场有效期', `${row.clearanceHours} 小时`],
              ...(row.calibrationMonths === null ? [] : ([['校准', <DueTag key="calibration" row={row} of="calibration" />]] as const)),
              ...(row.maintenanceMonths === null
                ? []
                : ([
                    ['保养', <DueTag key="maintenance" row={row} of="maintenance" />],
                    [
                      '保养计划',
                      `每${row.maintenanceMonths}个月，逾期${overdueRules[row.maintenanceOverdue]}${row.maintenanceContent === '' ? '' : `：${row.maintenanceContent}`}`,
                    ],
                  ] as const)),
            ]}
          />
          <Uses id={id} />
          {(row.calibrationMonths !== null || row.maintenanceMonths !== null || row.services.length > 0) && (
            <>
              <h2 className="drawer-heading">校准与保养</h2>
              {row.services.length === 0 ? (
                <p className="quiet">还没有登记校准或保养，不能使用</p>
              ) : (
                <DataTable
                  caption="校准与保养"
                  columns={serviceColumns}
                  rows={row.services}
                  rowKey={(service) => service.id}
                  actions={(service) =>
                    service.voidReason === null && service.recordedBy !== actor.id ? (
                      <DutyButton type="link" duty="35:manage" onClick={() => setVoiding(service)}>
                        作废
                      </DutyButton>
                    ) : null
                  }
                />
              )}
            </>
          )}
          {failed && canSeeUses && <Doubtful service={failed} />}
          <h2 className="drawer-heading">状态变更</h2>
          {row.changes.length === 0 ? (
            <p className="quiet">登记以来没有变更</p>
          ) : (
            <DataTable caption="状态变更" columns={changeColumns} rows={row.changes} rowKey={(change) => change.id} />
          )}
          <Attachments of="asset" id={id} usual="证书" />
        </>
      )}
      {voiding && <VoidServiceDialog service={voiding} onClose={() => setVoiding(undefined)} />}
      {history && <HistoryDrawer table="asset" id={id} title={row?.number ?? '设施设备'} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}

/** 使用日志, the last first. */
const Uses = ({ id }: { id: string }) => (
  <UseTable id={id} endpoint={assetApi.uses} title="使用日志" empty="还没有使用；开始工序、称量和包装时自动记录" />
)

/** What was weighed or made with it between the last good calibration or service and one that failed. */
const Doubtful = ({ service: { id, kind, doneOn } }: { service: Asset['services'][number] }) => (
  <UseTable
    id={id}
    endpoint={assetApi.serviceUses}
    title={`${day(doneOn)} ${serviceKinds[kind]}不合格：上次合格以来的称量与使用`}
    empty="其间没有使用"
  />
)

function UseTable({
  id,
  endpoint,
  title,
  empty,
}: {
  id: string
  endpoint: typeof assetApi.uses | typeof assetApi.serviceUses
  title: string
  empty: string
}) {
  const [page, setPage] = useState(1)
  const uses = useRead(endpoint, { id, page }, { keepPrevious: true })
  return (
    <>
      <h2 className="drawer-heading">{title}</h2>
      {uses.isPending && <Skeleton active />}
      {uses.error && <CallFailure error={uses.error} onRetry={() => void uses.refetch()} />}
      {uses.data?.rows.length === 0 && <p className="quiet">{empty}</p>}
      {uses.data !== undefined && uses.data.rows.length > 0 && (
        <DataTable caption={title} columns={usedColumns} rows={uses.data.rows} rowKey={({ id: useId }) => useId} />
      )}
      {uses.data !== undefined && uses.data.total > uses.data.rows.length && (
        <Pagination current={page} total={uses.data.total} pageSize={20} showSizeChanger={false} onChange={setPage} />
      )}
    </>
  )
}
