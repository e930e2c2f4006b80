import { Button, Drawer } from 'antd'
import { unitOfClass, type MonthFile } from '#contract/warehouse/ledger.ts'
import { movementKinds } from '#contract/warehouse/movement.ts'
import { countClasses } from '#contract/warehouse/stocktake.ts'
import { dateTime, figure, kg } from '#web/lib/format.ts'
import { DataTable } from '#web/parts/DataTable.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'

type Shown = { month: string; goodsClass: keyof typeof countClasses; file: MonthFile; onClose: () => void }

/** The versions of a month that were signed, to be printed; of toxic goods each movement with its two persons. */
export function SignedMonths({ month, goodsClass, file, onClose }: Shown) {
  return (
    <Drawer
      open
      size={1000}
      title={`${countClasses[goodsClass]}台账 ${month}`}
      onClose={onClose}
      extra={<Button onClick={onClose}>关闭</Button>}
    >
      <h2 className="drawer-heading">签署</h2>
      {file.signed.length === 0 && <p className="quiet">还没有签署</p>}
      {file.signed.length > 0 && (
        <DataTable
          caption="已签署的月度台账"
          columns={[
            { title: '台账号', key: 'ledgerNo' },
            { title: '版次', key: 'version', align: 'right' },
            {
              title: `结存 (${unitOfClass(goodsClass)})`,
              key: 'closing',
              align: 'right',
              render: (row) => figure(row.closing, unitOfClass(goodsClass)),
            },
            {
              title: '签署',
              key: 'signedAt',
              width: 24,
              render: (row) => `${row.signedByName} / ${row.checkedByName}　${dateTime(row.signedAt)}`,
            },
            { title: '再签原因', key: 'reason' },
          ]}
          rows={file.signed}
          rowKey={(row) => row.id}
          actions={(row) => <PaperButton papers={[{ kind: 'stock_ledger', id: row.id }]} />}
        />
      )}
      {goodsClass === 'toxic' && (
        <>
          <h2 className="drawer-heading">逐笔收发</h2>
          {file.entries.length === 0 && <p className="quiet">这个月没有收发</p>}
          {file.entries.length > 0 && (
            <DataTable
              caption="毒性药材逐笔收发"
              columns={[
                { title: '时间', key: 'occurredAt', render: (row) => dateTime(row.occurredAt) },
                { title: '批号', key: 'lotNo' },
                { title: '变动', key: 'kind', render: (row) => movementKinds[row.kind] },
                { title: '单据', key: 'documentNo' },
                { title: '收入 (kg)', key: 'in', align: 'right', render: (row) => (row.goes ? null : kg(row.quantity)) },
                { title: '发出 (kg)', key: 'out', align: 'right', render: (row) => (row.goes ? kg(row.quantity) : null) },
                { title: '经手 / 复核', key: 'by', width: 16, render: (row) => `${row.by} / ${row.second ?? '—'}` },
              ]}
              rows={file.entries}
              rowKey={(row) => `${row.documentNo} ${row.lotNo} ${row.occurredAt} ${row.kind} ${row.quantity}`}
            />
          )}
        </>
      )}
    </Drawer>
  )
}
