import { App, Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  planActions,
  planLooks,
  stabilityApi,
  stabilityConditions,
  takeOffSecond,
  type PlanFile,
  type PlannedLot,
  type PlanRow,
  type PointRow,
} from '#contract/laboratory/stability.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { EndDialog } from './EndDialog.tsx'
import { PlanSteps } from './PlanSteps.tsx'
import { PointStanding } from './PointList.tsx'
import { PointSteps } from './PointSteps.tsx'

/** One plan: what it asks for, its versions, its lots with their time points, and whether enough packs are kept. */
export function PlanDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { setQuery } = useTab()
  const [history, setHistory] = useState(false)
  const file = useRead(stabilityApi.read, { id })
  const plan = file.data?.plan
  return (
    <Drawer
      open
      size={1040}
      title={plan ? `${plan.planNo} 第${plan.version}版　${plan.productName}` : '稳定性考察方案'}
      onClose={onClose}
      extra={plan && <PaperButton papers={[{ kind: 'stability_record', id }]} />}
      footer={
        plan && (
          <div className="drawer-foot">
            <Button onClick={() => setQuery({ plan: null, list: 'results', of: plan.id })}>结果与趋势</Button>
            <PlanSteps plan={plan} type="default" />
          </div>
        )
      }
    >
      {file.isPending && <Skeleton active />}
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      {file.data && (
        <>
          <FileView file={file.data} />
          <p className="beside-steps">
            <Button onClick={() => setHistory(true)}>修改历史</Button>
          </p>
        </>
      )}
      {history && plan && <HistoryDrawer table="stability_plan" id={id} title={plan.planNo} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}

function FileView({ file: { plan, versions, lots, ...file } }: { file: PlanFile }) {
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={planLooks} state={plan.state} />],
          ['贮藏条件', stabilityConditions[plan.storageCondition]],
          ['时间点', plan.months.map((month) => `${month}个月`).join('、')],
          ['考察项目', plan.items.join('、')],
          ['每个时间点取用', `${plan.packsPerPoint} 袋`],
          ['允许提前或推后', `${plan.windowDays} 天`],
          ['备注', plan.remark],
          ['编制', `${plan.writtenBy.name}　${dateTime(plan.writtenAt)}`],
          ['批准', plan.approvedAt === null ? '—' : `${plan.approvedByName}　${dateTime(plan.approvedAt)}`],
          ...(file.endedAt === null
            ? []
            : ([
                [
                  plan.state === 'ended' ? '终止' : '作废',
                  `${[file.endedByName, file.endedSecondName].filter(Boolean).join('、')}　${dateTime(file.endedAt)}　${file.endReason}`,
                ],
              ] as const)),
        ]}
      />
      <h2 className="drawer-heading">考察批次</h2>
      {lots.length === 0 ? (
        <p className="quiet">{plan.state === 'approved' ? '还没有列入批次' : '批准后可以列入批次'}</p>
      ) : (
        lots.map((lot) => <LotView key={lot.id} plan={plan} lot={lot} />)
      )}
      {versions.length > 1 && <Versions of={plan} versions={versions} />}
    </>
  )
}

const columns: readonly Column<PointRow>[] = [
  { title: '时间点', key: 'month', render: ({ month }) => `${month}个月` },
  { title: '考察日', key: 'testOn' },
  { title: '允许的日期', key: 'closesOn', width: 16, render: ({ opensOn, closesOn }) => `${opensOn} 至 ${closesOn}` },
  {
    title: '请验单号',
    key: 'requestNo',
    render: (point) => point.inspectionId && <Link to={`/system-jilu?record=${point.inspectionId}`}>{point.requestNo}</Link>,
  },
  {
    title: '未考察的原因',
    key: 'missReason',
    width: 12,
    render: ({ missedByName, missReason }) => missReason && `${missedByName}：${missReason}`,
  },
  { title: '状态', key: 'state', render: (point) => <PointStanding point={point} /> },
]

/** A lot on the plan, or one that was taken off it. */
function LotView({ plan, lot }: { plan: PlanRow; lot: PlannedLot }) {
  const [takesOff, setTakesOff] = useState(false)
  const isOn = lot.takenOffAt === null
  const shown = lot.points.some(({ missReason }) => missReason !== null) ? columns : columns.filter(({ key }) => key !== 'missReason')
  return (
    <section aria-label={lot.lotNo}>
      <p className="tags planned-lot">
        <strong>{lot.lotNo}</strong>
        <StateTag of={lotStates.pack} state={lot.lotState} />
        <span>生产 {lot.bornOn}</span>
        {isOn ? (
          <span>
            可取用留样 {lot.packsToOpen} {lot.packUnit}，待取用 {lot.packsPlanned} {lot.packUnit}
          </span>
        ) : (
          <span>
            已移出：{lot.takenOffByName} {dateTime(lot.takenOffAt ?? '')}，{lot.takeOffReason}
          </span>
        )}
        {isOn && lot.packsPlanned > lot.packsToOpen && <span className="tag tag-bad">留样不够</span>}
        {isOn && plan.state === 'approved' && (
          <ActionButton action={planActions.takeOff} row={plan} danger onClick={() => setTakesOff(true)} />
        )}
      </p>
      {lot.points.length === 0 ? (
        <p className="quiet">列入时各时间点都已过期</p>
      ) : (
        <DataTable
          caption={`${lot.lotNo} 各时间点`}
          columns={shown}
          rows={lot.points}
          rowKey={(point) => point.id}
          {...(isOn && { actions: (point: PointRow) => <PointSteps point={point} /> })}
        />
      )}
      {takesOff && <TakeOff plan={plan} lot={lot} onClose={() => setTakesOff(false)} />}
    </section>
  )
}

function TakeOff({ plan, lot, onClose }: { plan: PlanRow; lot: PlannedLot; onClose: () => void }) {
  const { message } = App.useApp()
  const takeOff = useWrite(stabilityApi.takeOff)
  return (
    <EndDialog
      title={`移出考察 ${lot.lotNo}　${plan.productName}`}
      submit="签名并移出"
      meaning={planActions.takeOff.signs}
      second={takeOffSecond}
      says="还没有请验的时间点不再考察；已请验的照常完成。"
      error={takeOff.error}
      busy={takeOff.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        takeOff.mutate(
          { id: plan.id, lotId: lot.lotId, ...values },
          {
            onSuccess: () => {
              void message.success(`${lot.lotNo} 已移出`)
              onClose()
            },
          },
        )
      }
    />
  )
}

function Versions({ of, versions }: { of: PlanRow; versions: PlanFile['versions'] }) {
  const { setQuery } = useTab()
  return (
    <>
      <h2 className="drawer-heading">各版</h2>
      <ol className="history">
        {versions.map((version) => (
          <li key={version.id}>
            {version.id === of.id ? (
              <strong>第{version.version}版</strong>
            ) : (
              <Button type="link" className="text-action" onClick={() => setQuery({ plan: version.id })}>
                第{version.version}版
              </Button>
            )}
            　<StateTag of={planLooks} state={version.state} />　{version.writtenByName}　
            <time dateTime={version.writtenAt}>{dateTime(version.writtenAt)}</time>
          </li>
        ))}
      </ol>
    </>
  )
}
