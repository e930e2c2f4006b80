import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { boxApi, boxChangeKinds, type BoxChange } from '#contract/packing/box.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { inGroups } from '#contract/packing/trace-code.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { PaperView } from '#web/parts/PaperView.tsx'
import { FillBoxDialog } from './FillBoxDialog.tsx'

const lots = (some: BoxChange['after'], unit: string) => some.map(({ lotNo, packs }) => `${lotNo} × ${packs} ${unit}`).join('，')

const columns: readonly Column<BoxChange>[] = [
  { title: '变更单号', key: 'changeNo', sort: 'changeNo' },
  { title: '事项', key: 'kind', render: ({ kind, isNewBox }) => (isNewBox ? `${boxChangeKinds[kind]}（换新箱）` : boxChangeKinds[kind]) },
  { title: '箱码', key: 'boxCode', render: ({ boxCode }) => inGroups(boxCode) },
  { title: '产品', key: 'productName', hidden: true, render: ({ productName, specName }) => `${productName} ${specName}` },
  {
    title: '取出 / 装入',
    key: 'moved',
    render: ({ kind, moved, packUnit }) => `${kind === 'open' ? '取出' : '装入'} ${lots(moved, packUnit)}`,
    width: 26,
  },
  {
    title: '变更后箱内',
    key: 'after',
    render: ({ after, packUnit }) => (after.length === 0 ? '空，箱码作废' : lots(after, packUnit)),
    width: 26,
  },
  { title: '货位', key: 'bin', hidden: true, render: ({ bin, orderNo }) => bin ?? orderNo },
  { title: '原因', key: 'reason' },
  { title: '操作人', key: 'changedAt', sort: 'changedAt', render: (row) => <Done by={row.changedBy.name} at={row.changedAt} /> },
  { title: '复核人', key: 'checkedBy', render: ({ checkedBy }) => checkedBy?.name },
]

/** 装箱变更: boxes that were opened, filled up and merged, each with its record. */
export function BoxChangeList({ header }: { header: ReactNode }) {
  const [isFilling, setFilling] = useState(false)
  const [printed, setPrinted] = useState<string>()
  return (
    <ListPage
      title="装箱变更"
      primary={
        <DutyButton duty="19:move" onClick={() => setFilling(true)}>
          装箱
        </DutyButton>
      }
      header={header}
      endpoint={boxApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索变更单号、成品批号或箱码"
      filters={[{ key: 'kind', label: '事项', options: keysOf(boxChangeKinds).map((value) => ({ value, label: boxChangeKinds[value] })) }]}
      actions={(row) => (
        <Button type="link" className="text-action" onClick={() => setPrinted(row.id)}>
          打印
        </Button>
      )}
      empty="还没有拆过或补装过的箱；单袋发出的箱可以在这里补装，两批的零头可以合箱"
    >
      {isFilling && <FillBoxDialog onDone={() => setFilling(false)} onClose={() => setFilling(false)} />}
      {printed !== undefined && <PaperView kind="box_change" id={printed} onClose={() => setPrinted(undefined)} />}
    </ListPage>
  )
}
