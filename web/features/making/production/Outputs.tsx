import { Link } from 'react-router'
import type { CoProductRecord, ProductionPart } from '#contract/making/production-record.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { dateTime, kg, percent } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'

const partColumns: readonly Column<ProductionPart>[] = [
  { title: '交料单', key: 'partNo', render: (row) => (row.replacedByNo === null ? row.partNo : <del>{row.partNo}</del>) },
  {
    title: '净重 (kg)',
    key: 'quantity',
    align: 'right',
    render: (row) => (row.replacedByNo === null ? kg(row.quantity) : <del>{kg(row.quantity)}</del>),
  },
  {
    title: '件',
    key: 'weighings',
    render: (row) => row.weighings.map(({ gross, tare }) => `${kg(gross)}－${kg(tare)}`).join('；'),
  },
  { title: '货位', key: 'placeCode' },
  { title: '秤', key: 'scaleNo' },
  { title: '交料 / 收料', key: 'handedByName', render: (row) => `${row.handedByName} / ${row.checkedByName}` },
  { title: '时间', key: 'handedAt', render: (row) => dateTime(row.handedAt) },
  {
    title: '更正',
    key: 'reason',
    render: (row) =>
      [
        ...(row.replacesNo === null ? [] : [`更正 ${row.replacesNo}：${row.reason}`]),
        ...(row.replacedByNo === null ? [] : [`已由 ${row.replacedByNo} 更正`]),
      ].join('；'),
  },
]

/** 分次交料 of a batch, those that others took the place of struck through. */
export const Parts = ({ parts }: { parts: readonly ProductionPart[] }) => (
  <section>
    <h2>分次交料</h2>
    <DataTable caption="分次交料" columns={partColumns} rows={parts} rowKey={(row) => row.id} />
  </section>
)

const coProductColumns: readonly Column<CoProductRecord>[] = [
  { title: '联产品', key: 'name', render: (row) => `${row.name} ${row.cutSpec}` },
  { title: '工序', key: 'stepNo', render: (row) => `第${row.stepNo}道` },
  { title: '数量 (kg)', key: 'quantity', align: 'right', render: (row) => kg(row.quantity) },
  { title: '占投入', key: 'share', align: 'right', render: (row) => percent(row.share) },
  {
    title: '去向',
    key: 'lotNo',
    render: (row) =>
      row.lotNo === null ? (
        row.wasteReason === '' ? (
          '没有'
        ) : (
          `弃去：${row.wasteReason}`
        )
      ) : (
        <>
          <Link to={`/suyuan-lvli?q=${row.lotNo}`}>{row.lotNo}</Link>{' '}
          {row.lotState !== null && <StateTag of={lotStates.bulk} state={row.lotState} />} {row.placeCode}
        </>
      ),
  },
  { title: '记录', key: 'recordedAt', render: (row) => `${row.recordedByName} ${dateTime(row.recordedAt)}` },
]

/** 联产品 of a batch: lots of their own, or waste with its reason. */
export const CoProducts = ({ coProducts }: { coProducts: readonly CoProductRecord[] }) => (
  <section>
    <h2>联产品</h2>
    <DataTable caption="联产品" columns={coProductColumns} rows={coProducts} rowKey={(row) => row.id} />
  </section>
)
