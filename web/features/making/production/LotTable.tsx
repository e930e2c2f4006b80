import { lotStates } from '#contract/warehouse/lot.ts'
import type { ChargedLot } from '#contract/making/production-record.ts'
import { day, decimal, kg } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'

const columns: readonly Column<ChargedLot>[] = [
  { title: '批号', key: 'lotNo' },
  { title: '物料', key: 'name', render: (lot) => `${lot.name}${lot.role === 'auxiliary' ? '（辅料）' : ''}` },
  { title: '计划 (kg)', key: 'planned', align: 'right', render: (lot) => kg(lot.planned) },
  { title: '比例 (kg/100 kg)', key: 'ratio', align: 'right', render: (lot) => lot.ratio && decimal(lot.ratio, 2) },
  { title: '复验期', key: 'retestOn', render: (lot) => lot.retestOn && day(lot.retestOn) },
  {
    title: '状态',
    key: 'state',
    render: (lot) => (
      <>
        <StateTag of={lotStates[lot.role === 'main' ? 'raw' : 'auxiliary']} state={lot.state} />
        {lot.holds > 0 && <span className="tag tag-bad">已冻结</span>}
      </>
    ),
  },
  { title: '未用先到期批次的理由', key: 'reason' },
]

/** The lots that an order is charged with. */
export function LotTable({ lots }: { lots: readonly ChargedLot[] }) {
  return <DataTable caption="投料批次" columns={columns} rows={lots} rowKey={(lot) => lot.lotId} />
}
