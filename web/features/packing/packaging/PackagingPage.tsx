import { Button } from 'antd'
import { useState } from 'react'
import { packagingActions, packagingApi, packagingLooks, packagingState, type PackagingRow } from '#contract/packing/packaging.ts'
import { dateTime } from '#web/lib/format.ts'
import { useHolds } from '#web/lib/actor.ts'
import { ClearDialog } from '#web/features/making/asset/ClearDialog.tsx'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { CompleteDrawer } from './CompleteDrawer.tsx'
import { CreateOrderDrawer } from './CreateOrderDrawer.tsx'
import { CreateRepackDrawer } from './CreateRepackDrawer.tsx'
import { IssueLabelsDialog } from './IssueLabelsDialog.tsx'
import { IssueMaterialsDialog } from './IssueMaterialsDialog.tsx'
import { PackagingDrawer } from './PackagingDrawer.tsx'
import { ReturnMaterialsDialog } from './ReturnMaterialsDialog.tsx'
import './packaging.css'

const pieces = (value: number | null, unit: string) => (value === null ? '' : `${value} ${unit}`)

const columns: readonly Column<PackagingRow>[] = [
  { title: '包装单号', key: 'orderNo', sort: 'orderNo' },
  { title: '产品', key: 'productName' },
  { title: '批号', key: 'batchNo', sort: 'batchNo' },
  { title: '包装规格', key: 'specName' },
  { title: '换包装自', key: 'repackOf', hidden: true, render: (order) => order.repackOf?.lotNo },
  { title: '计划', key: 'plannedPacks', align: 'right', render: (order) => pieces(order.plannedPacks, order.packUnit) },
  {
    title: '已领标签',
    key: 'labelsIssued',
    align: 'right',
    hidden: true,
    render: (order) => (order.labelsIssued === 0 ? '' : `${order.labelsIssued} 张`),
  },
  { title: '成品', key: 'packs', align: 'right', render: (order) => pieces(order.packs, order.packUnit) },
  { title: '成品批号', key: 'lotNo' },
  { title: '状态', key: 'state', render: (order) => <StateTag of={packagingLooks} state={order.state} /> },
  { title: '编制人', key: 'createdBy', hidden: true, render: (order) => order.createdBy.name },
  { title: '批准人', key: 'approvedBy', hidden: true, render: (order) => order.approvedBy?.name },
  { title: '编制时间', key: 'createdAt', sort: 'createdAt', hidden: true, render: (order) => dateTime(order.createdAt) },
]

type ActionName = keyof typeof packagingActions
const states = packagingState.options.map((value) => ({ value, label: packagingLooks[value].label }))

/** 成品包装: from a conforming batch to packs with labels and codes, waiting for release. */
export function PackagingPage() {
  const { query, setQuery } = useTab()
  const [step, setStep] = useState<{ name: ActionName; order: PackagingRow }>()
  const [clearing, setClearing] = useState(false)
  const mayCreate = useHolds('18:create')
  const view = query.get('view')
  const creating = mayCreate && view === 'create'
  const repacking = mayCreate && view === 'repack'
  const viewed = view === 'create' || view === 'repack' ? null : view
  const close = () => setStep(undefined)
  const open = (name: ActionName, order: PackagingRow) => () => setStep({ name, order })
  return (
    <ListPage
      title="成品包装"
      primary={
        <>
          <DutyButton type="default" duty="18:execute" onClick={() => setClearing(true)}>
            清场
          </DutyButton>
          <DutyButton type="default" duty="18:create" onClick={() => setQuery({ view: 'repack' })}>
            换包装
          </DutyButton>
          <DutyButton duty="18:create" onClick={() => setQuery({ view: 'create' })}>
            新建包装指令
          </DutyButton>
        </>
      }
      endpoint={packagingApi.list}
      columns={columns}
      rowKey={(order) => order.id}
      searchHint="搜索单号、批号、品名或拼音首字母"
      filters={[
        { key: 'state', label: '状态', options: states },
        {
          key: 'kind',
          label: '类别',
          options: [
            { value: 'pack', label: '包装' },
            { value: 'repack', label: '换包装' },
          ],
        },
        { key: 'finishedFrom', label: '完成日期起', day: true },
      ]}
      actions={(order) => (
        <>
          <RowActions
            of={packagingActions}
            row={order}
            danger={['cancel']}
            on={{
              approve: open('approve', order),
              issueLabels: open('issueLabels', order),
              issueMaterials: open('issueMaterials', order),
              returnMaterials: open('returnMaterials', order),
              complete: open('complete', order),
              cancel: open('cancel', order),
            }}
          />
          <Button type="link" className="text-action" onClick={() => setQuery({ view: order.id })}>
            详情
          </Button>
        </>
      )}
      empty="还没有包装指令；批次检验合格后，点“新建包装指令”"
    >
      {clearing && <ClearDialog side="packing" onClose={() => setClearing(false)} />}
      {creating && <CreateOrderDrawer lotId={query.get('lot')} onClose={() => setQuery({ view: null, lot: null })} />}
      {repacking && <CreateRepackDrawer lotId={query.get('lot')} onClose={() => setQuery({ view: null, lot: null })} />}
      {step?.name === 'approve' && <ApproveDialog order={step.order} onClose={close} />}
      {step?.name === 'issueLabels' && <IssueLabelsDialog order={step.order} onClose={close} />}
      {step?.name === 'issueMaterials' && <IssueMaterialsDialog order={step.order} onClose={close} />}
      {step?.name === 'returnMaterials' && <ReturnMaterialsDialog order={step.order} onClose={close} />}
      {step?.name === 'complete' && <CompleteDrawer order={step.order} onClose={close} />}
      {step?.name === 'cancel' && <CancelDialog order={step.order} onClose={close} />}
      {viewed && <PackagingDrawer id={viewed} onClose={() => setQuery({ view: null })} />}
    </ListPage>
  )
}
