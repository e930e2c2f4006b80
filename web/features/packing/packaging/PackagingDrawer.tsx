import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { ReportIncidentButton } from '#web/features/cases/incident/ReportIncidentButton.tsx'
import { Link } from 'react-router'
import type { LabelText } from '#contract/packing/label.ts'
import { packagingApi, packagingLooks, type PackagingDetail } from '#contract/packing/packaging.ts'
import { useHolds } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, decimal, kgUnit, percent } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { Breakdowns } from '#web/features/making/asset/Breakdowns.tsx'
import { CorrectButton } from '#web/features/cases/correction/CorrectButton.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { PackMaterials } from './PackMaterials.tsx'
import { repackFacts } from './OpeningFields.tsx'
import { RecordCorrections } from './RecordCorrections.tsx'

/** Everything about one packaging order: plan, label, runs of labels, packaging record. */
export function PackagingDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const detail = useRead(packagingApi.read, { id })
  const [open, setOpen] = useState<'history'>()
  const order = detail.data
  return (
    <Drawer
      open
      size={860}
      title={order ? `包装指令 ${order.orderNo}` : '包装指令'}
      onClose={onClose}
      extra={
        order && (
          <span className="page-tools">
            {order.record && <PaperButton papers={[{ kind: 'packaging_record', id }]} />}
            <ReportIncidentButton from={{ area: 'packaging', source: { table: 'packaging_order', id, no: order.orderNo } }} />
            <Button onClick={() => setOpen('history')}>历史</Button>
          </span>
        )
      }
    >
      {detail.isPending && <Skeleton active />}
      {detail.error && <CallFailure error={detail.error} onRetry={() => void detail.refetch()} />}
      {order && <Detail order={order} />}
      {order && open === 'history' && (
        <HistoryDrawer table="packaging_order" id={id} title={order.orderNo} onClose={() => setOpen(undefined)} />
      )}
    </Drawer>
  )
}

function Detail({ order }: { order: PackagingDetail }) {
  const canStock = useHolds('19')
  const canCodes = useHolds('21')
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={packagingLooks} state={order.state} />],
          ['产品 / 批号', `${order.productName} ${order.batchNo}`],
          ['包装规格', order.specName],
          ...repackFacts(order),
          ['计划', `${order.plannedPacks} ${order.packUnit}`],
          [order.repackOf === null ? '该批在库' : '原成品在库', kgUnit(order.bulkOnHand)],
          ['生产日期 / 保质期至', `${order.producedOn} / ${order.expiresOn ?? '—'}`],
          ...(order.packagingMaterial === '' ? [] : [['内包材批号', order.packagingMaterial] as const]),
          ['标签版本', order.labelVersion],
          ['编制', `${order.createdBy.name} ${dateTime(order.createdAt)}`],
          ['批准', order.approvedAt && `${order.approvedBy?.name ?? ''} ${dateTime(order.approvedAt)}`],
          [
            '成品批',
            order.lotNo &&
              (canStock ? (
                <Link key="lot" to={`/yinpian-kucun?lot=${order.lotId ?? ''}`}>
                  {order.lotNo}
                </Link>
              ) : (
                order.lotNo
              )),
          ],
          ['备注', order.remark],
          ...(order.cancelReason === null ? [] : [['取消原因', order.cancelReason] as const]),
        ]}
      />
      {order.label && <LabelFacts label={order.label} />}
      {order.runs.length > 0 && (
        <>
          <h2 className="drawer-heading">标签领用</h2>
          <DataTable
            caption="标签领用"
            rows={order.runs}
            rowKey={(run) => run.runNo}
            columns={[
              {
                title: '领用单号',
                key: 'runNo',
                render: (run) => (canCodes ? <Link to={`/suyuan-erweima?q=${run.runNo}`}>{run.runNo}</Link> : run.runNo),
              },
              { title: '内标签', key: 'packLabels', align: 'right', render: (run) => `${run.packLabels} 张` },
              { title: '箱签', key: 'boxLabels', align: 'right', render: (run) => `${run.boxLabels} 张` },
              { title: '原因', key: 'reason' },
              {
                title: '领用',
                key: 'issuedByName',
                render: (run) => `${run.issuedByName}${run.approvedByName ? `，批准 ${run.approvedByName}` : ''} ${dateTime(run.issuedAt)}`,
              },
            ]}
          />
        </>
      )}
      <PackMaterials order={order} />
      <Breakdowns order={order} rows={order.breakdowns} side="packing" isRunning={order.state === 'in_progress'} />
      {order.record && <RecordFacts order={order} record={order.record} />}
      <Attachments of="packaging_order" id={order.id} usual="照片" />
    </>
  )
}

/** What the labels say, as fixed at approval. */
function LabelFacts({ label }: { label: LabelText }) {
  return (
    <>
      <h2 className="drawer-heading">标签内容（批准时固定）</h2>
      <Facts
        rows={[
          ['产品属性 / 品名', `${label.attribute} / ${label.name}${label.mark && `（${label.mark}）`}`],
          ['规格 / 装量', `${label.spec} / ${label.net}`],
          ['产地', label.origin],
          ['批号', label.batchNo],
          ['生产日期 / 保质期至', `${label.producedOn} / ${label.expiresOn}`],
          ['执行标准', label.standard],
          ['贮藏', label.storage],
          ...(label.auxiliary ? [['炮制辅料', label.auxiliary] as const] : []),
          ['生产企业', `${label.manufacturer}，${label.address}，${label.phone}，${label.licenceNo}`],
        ]}
      />
    </>
  )
}

function RecordFacts({ order, record }: { order: PackagingDetail; record: NonNullable<PackagingDetail['record']> }) {
  return (
    <>
      <h2 className="drawer-heading">
        批包装记录 <CorrectButton record="packaging" id={record.id} />
      </h2>
      <Facts
        rows={[
          ['时间', `${dateTime(record.startedAt)} 至 ${dateTime(record.finishedAt)}`],
          ['成品', `${record.packs} ${order.packUnit}，${record.boxes} 箱，${kgUnit(record.packed)}`],
          ...(record.openedPacks === null
            ? [['领用 / 零头 / 损耗', [record.charged, record.remainder, record.loss].map(kgUnit).join(' / ')] as const]
            : [
                [
                  '打开 / 未找到',
                  `${record.openedPacks} ${order.repack?.packUnit ?? '件'}，${kgUnit(record.charged)} / ${record.missingPacks ?? 0}`,
                ] as const,
                ['损耗', `${kgUnit(record.loss)}${record.lossReason && `：${record.lossReason}`}`] as const,
              ]),
          ['物料平衡', percent(record.balance)],
          [
            '标签',
            `领用 ${record.labelsIssued} = 使用 ${record.labelsUsed} + 损坏 ${record.labelsSpoiled} + 销毁 ${record.labelsDestroyed} + 取样 ${record.labelsSampled}${record.labelsLost > 0 ? ` + 遗失 ${record.labelsLost}` : ''}`,
          ],
          ['追溯码', `激活 ${record.codesActivated}，作废 ${record.codesVoided}`],
          ['装量检查 (g)', record.weightChecks.map((weight) => decimal(weight, 1)).join('，')],
          ['首件确认', record.firstPiece],
          ['操作间与设备', order.stations.map(({ number, name }) => `${number} ${name}`).join('、')],
          ['清场', record.clearance],
          ...(record.deviation ? [['偏差', record.deviation] as const] : []),
          ['备注', record.remark],
          ['操作人 / 复核人', `${record.operatorName} / ${record.checkedByName ?? '—'}`],
          ...(record.beyondPlanByName ? [['超计划批准', record.beyondPlanByName] as const] : []),
        ]}
      />
      <RecordCorrections of={record.corrections} />
    </>
  )
}
