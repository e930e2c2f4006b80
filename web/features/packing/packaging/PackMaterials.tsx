import { packMaterialEntryKinds, pieceParts, type NeededMaterial, type PackMaterialEntry } from '#contract/packing/pack-material.ts'
import type { PackagingDetail } from '#contract/packing/packaging.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { Link } from 'react-router'
import { dateTime } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'

const perText = ({ perPack, perBox }: NeededMaterial) =>
  [perPack > 0 ? `每袋 ${perPack}` : '', perBox > 0 ? `每箱 ${perBox}` : ''].filter((part) => part !== '').join('，')

/** What the plan needs of each material, what was issued, and what there is. */
export const NeedTable = ({ needs }: { needs: readonly NeededMaterial[] }) => (
  <DataTable
    caption="需用包材"
    rows={needs}
    rowKey={(need) => need.materialId}
    columns={[
      { title: '包材', key: 'name', render: (need) => `${need.name}（${perText(need)}）` },
      { title: '需用', key: 'needed', align: 'right', render: (need) => `${need.needed} ${need.unit}` },
      { title: '已领', key: 'issued', align: 'right', render: (need) => `${need.issued} ${need.unit}` },
      {
        title: '库存可用',
        key: 'available',
        align: 'right',
        render: (need) => (
          <span className={need.issued + need.available < need.needed ? 'packaging-wrong' : undefined}>
            {need.available} {need.unit}
          </span>
        ),
      },
    ]}
  />
)

/** 使用 20 + 损坏 1: everything but what is none. */
const partsText = (row: Pick<PackMaterialEntry, keyof typeof pieceParts>) =>
  keysOf(pieceParts)
    .filter((part) => row[part] > 0)
    .map((part) => `${pieceParts[part]} ${row[part]}`)
    .join(' + ')

const entryColumns: readonly Column<PackMaterialEntry>[] = [
  { title: '时间', key: 'enteredAt', render: (row) => dateTime(row.enteredAt) },
  { title: '事项', key: 'kind', render: (row) => packMaterialEntryKinds[row.kind] },
  { title: '批号', key: 'lotNo' },
  { title: '数量', key: 'issued', width: 24, render: (row) => (row.kind === 'issue' ? `领用 ${row.issued}` : partsText(row)) },
  { title: '原因', key: 'reason' },
  { title: '签名', key: 'enteredByName', render: (row) => `${row.enteredByName} / ${row.secondByName}` },
]

/** 包材 of an order: need and stock, the equation of each lot, and each movement with its two persons. */
export function PackMaterials({ order }: { order: PackagingDetail }) {
  if (order.materials.length === 0) return null
  return (
    <>
      <h2 className="drawer-heading">包材</h2>
      <NeedTable needs={order.materials} />
      {order.pieces.length > 0 && (
        <DataTable
          caption="包材平衡"
          rows={order.pieces}
          rowKey={(row) => row.lotId}
          columns={[
            { title: '批号', key: 'lotNo', render: (row) => <Link to={`/yuanliao-kucun?view=packaging&q=${row.lotNo}`}>{row.lotNo}</Link> },
            { title: '包材', key: 'name' },
            {
              title: '平衡',
              key: 'issued',
              width: 40,
              render: (row) =>
                `领用 ${row.issued} ${row.unit} = ${[partsText(row), row.out > 0 ? `在线 ${row.out}` : ''].filter((part) => part !== '').join(' + ')}`,
            },
          ]}
        />
      )}
      {order.pieceEntries.length > 0 && (
        <DataTable caption="包材收发" columns={entryColumns} rows={order.pieceEntries} rowKey={(row) => row.id} />
      )}
    </>
  )
}
