import { useState } from 'react'
import { Button } from 'antd'
import { exact, roundHalfEven } from '#contract/kernel/exact-decimal.ts'
import { lastStepBegan, productionActions, productionLooks, productionState, type ProductionRow } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { day, dateTime, kg, percent } from '#web/lib/format.ts'
import { ClimateList } from '#web/features/warehouse/climate/ClimateList.tsx'
import { ClearDialog } from '#web/features/making/asset/ClearDialog.tsx'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CreateOrderDrawer } from './CreateOrderDrawer.tsx'
import { ProductionDrawer } from './ProductionDrawer.tsx'
import { ProductionStepDialog, type ProductionDialog } from './ProductionStepDialog.tsx'
import { ReworkDrawer } from './ReworkDrawer.tsx'
import './production.css'

const columns: readonly Column<ProductionRow>[] = [
  { title: '指令单号', key: 'orderNo', sort: 'orderNo', render: (row) => <Opener id={row.id}>{row.orderNo}</Opener> },
  {
    title: '产品',
    key: 'productName',
    render: (row) => (row.isRework ? `${row.productName} ${row.cutSpec}（返工）` : `${row.productName} ${row.cutSpec}`),
  },
  { title: '批号', key: 'batchNo', sort: 'batchNo' },
  { title: '投料', key: 'charge', hidden: true },
  { title: '计划投料 (kg)', key: 'plannedInput', align: 'right', render: (row) => kg(row.plannedInput) },
  { title: '车间 / 生产线', key: 'line', render: (row) => `${row.workshop} / ${row.line}` },
  { title: '状态', key: 'state', render: (row) => <StateTag of={productionLooks} state={row.state} /> },
  { title: '工序', key: 'step', render: progress },
  { title: '收率', key: 'yieldPercent', align: 'right', render: (row) => row.yieldPercent && toHundredths(row.yieldPercent) },
  {
    title: '偏差',
    key: 'deviations',
    align: 'right',
    render: (row) => (row.deviations > 0 ? <span className="tag tag-warning">{row.deviations} 项</span> : undefined),
  },
  // The number of the batch says the day.
  { title: '生产日期', key: 'productionDate', hidden: true, render: (row) => row.productionDate && day(row.productionDate) },
  {
    title: '物料平衡',
    key: 'balancePercent',
    align: 'right',
    hidden: true,
    render: (row) => row.balancePercent && toHundredths(row.balancePercent),
  },
  { title: '编制人', key: 'createdByName', hidden: true },
  { title: '编制时间', key: 'createdAt', sort: 'createdAt', hidden: true, render: (row) => dateTime(row.createdAt) },
]

/** Percentages below one another have the same decimals; the record shows all of them. */
const toHundredths = (value: string) => percent(roundHalfEven(exact(value), 2))

function progress({ stepsDone, stepsTotal, step, isStepRunning, state }: ProductionRow) {
  if (['pending', 'approved', 'cancelled'].includes(state)) return `共 ${stepsTotal} 道`
  if (step === null) return `${stepsDone} / ${stepsTotal} 已全部完成`
  return `${step.no} / ${stepsTotal} ${step.name}${isStepRunning ? '（进行中）' : ''}`
}

/** The order's number opens its batch record; the address keeps which one is open. */
function Opener({ id, children }: { id: string; children: string }) {
  const { setQuery } = useTab()
  return (
    <Button type="link" className="text-action" onClick={() => setQuery({ record: id })}>
      {children}
    </Button>
  )
}

/** 饮片生产: from the production order to the reviewed batch record. */
export function ProductionPage() {
  const { query, setQuery } = useTab()
  const [creating, setCreating] = useState(false)
  const [reworking, setReworking] = useState(false)
  const [clearing, setClearing] = useState(false)
  const [doing, setDoing] = useState<{ dialog: ProductionDialog; id: string }>()
  const record = query.get('record')
  if (query.get('view') === 'climate')
    return (
      <ClimateList
        header={
          <Button style={{ marginBottom: 12 }} onClick={() => setQuery({ view: null })}>
            返回生产指令
          </Button>
        }
      />
    )
  const product = query.get('product')
  return (
    <ListPage
      title="饮片生产"
      primary={
        <>
          <DutyButton type="default" duty="15:execute" onClick={() => setClearing(true)}>
            清场
          </DutyButton>
          <Button onClick={() => setQuery({ view: 'climate' })}>温湿度</Button>
          <DutyButton type="default" duty="15:create" onClick={() => setReworking(true)}>
            返工
          </DutyButton>
          <DutyButton duty="15:create" onClick={() => setCreating(true)}>
            新建生产指令
          </DutyButton>
        </>
      }
      endpoint={productionApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      filters={[
        {
          key: 'state',
          label: '状态',
          options: productionState.options.map((state) => ({ value: state, label: productionLooks[state].label })),
        },
        // Set by a link from the dashboard; to look for a product oneself there is the search.
        ...(product === null ? [] : [{ key: 'product', label: '产品', options: [{ value: product, label: product }] }]),
        { key: 'finishedFrom', label: '完成日期起', day: true },
      ]}
      searchHint="搜索指令号、批号、原料批号、产品或拼音首字母"
      actions={(row) => {
        const open = (dialog: ProductionDialog) => () => setDoing({ dialog, id: row.id })
        // Of the steps only the one that comes next.
        const isStepLeft = row.stepsDone < row.stepsTotal
        return (
          <RowActions
            of={productionActions}
            row={row}
            danger={['cancel', 'terminate', 'stop']}
            on={{
              approve: open('approve'),
              issue: open('issue'),
              supplement: row.partsHandedOver > 0 || (row.state === 'in_progress' && !isStepLeft) ? null : open('supplement'),
              giveBack: row.partsHandedOver > 0 ? null : open('giveBack'),
              startStep: !row.isStepRunning && isStepLeft ? open('startStep') : null,
              finishStep: row.isStepRunning ? open('finishStep') : null,
              finish: !row.isStepRunning && !isStepLeft ? open('finish') : null,
              // What can be handed over, and a part that can be put right.
              handOver: lastStepBegan(row) ? open('handOver') : null,
              replacePart: row.partsHandedOver > 0 ? open('replacePart') : null,
              pause: open('pause'),
              resume: open('resume'),
              sendBack: open('sendBack'),
              answer: open('answer'),
              review: open('review'),
              terminate: row.isChargeDoubtful ? open('terminate') : null,
              stop: row.isChargeDoubtful ? null : open('terminate'),
              cancel: open('cancel'),
            }}
          />
        )
      }}
      empty="还没有生产指令；原料放行后，点“新建生产指令”开始第一批"
    >
      {clearing && <ClearDialog side="making" onClose={() => setClearing(false)} />}
      {creating && <CreateOrderDrawer onClose={() => setCreating(false)} />}
      {reworking && <ReworkDrawer onClose={() => setReworking(false)} />}
      {doing && <ProductionStepDialog {...doing} onClose={() => setDoing(undefined)} />}
      {record && <ProductionDrawer id={record} onClose={() => setQuery({ record: null })} />}
    </ListPage>
  )
}
