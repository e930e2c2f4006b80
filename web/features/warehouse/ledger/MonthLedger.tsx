import { Button, Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { ledgerApi, unitOfClass, type MonthRow } from '#contract/warehouse/ledger.ts'
import { movementKinds } from '#contract/warehouse/movement.ts'
import { countClasses } from '#contract/warehouse/stocktake.ts'
import { useHolds } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { amount, figure } from '#web/lib/format.ts'
import { lastMonths } from '#web/lib/last-months.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { SignedMonths } from './SignedMonths.tsx'
import { SignMonthDialog } from './SignMonthDialog.tsx'
import './ledger.css'

type GoodsClass = keyof typeof countClasses

/** 采购入库 +50.000，生产领料 −20.000 */
const movesText = (moves: MonthRow['moves'], unit: string) =>
  moves.map(({ kind, quantity }) => `${movementKinds[kind]} ${figure(quantity, unit)}`).join('，')

const columnsIn = (unit: string): readonly Column<MonthRow>[] => [
  { title: '批号', key: 'lotNo', sort: 'lotNo' },
  { title: '品名', key: 'name', sort: 'name' },
  { title: `期初 (${unit})`, key: 'opening', align: 'right', render: (row) => figure(row.opening, unit) },
  { title: `收入 (${unit})`, key: 'brought', align: 'right', render: (row) => figure(row.brought, unit) },
  { title: `发出 (${unit})`, key: 'taken', align: 'right', render: (row) => figure(row.taken, unit) },
  { title: `结存 (${unit})`, key: 'closing', align: 'right', sort: 'closing', render: (row) => figure(row.closing, unit) },
  { title: `其中 (${unit})`, key: 'moves', width: 30, render: (row) => movesText(row.moves, unit) },
]

/** The classes that a stock page shows first. */
const firstClass = { raw: 'raw', pack: 'pack' } as const satisfies Record<string, GoodsClass>
const isClass = (text: string | null): text is GoodsClass => text !== null && Object.hasOwn(countClasses, text)

/** 月度台账: what a month brought and took of each lot of a class; signed by two once it is over. */
export function MonthLedger({ side, header }: { side: 'raw' | 'pack'; header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [open, setOpen] = useState<'sign' | 'signed'>()
  const months = lastMonths()
  const month = query.get('month') ?? months[0] ?? ''
  const asked = query.get('goods')
  const goodsClass = isClass(asked) ? asked : firstClass[side]
  const unit = unitOfClass(goodsClass)
  const read = useRead(ledgerApi.read, { month, goodsClass })
  const file = read.data
  const holds = useHolds('14:count')
  const refusedNow = holds ? (file?.isOver === false ? refusals.month_not_over : undefined) : refusals.no_permission
  return (
    <ListPage
      key={`${goodsClass} ${month}`}
      title={goodsClass === 'toxic' ? '毒性药材月度台账' : '月度台账'}
      primary={
        <>
          {(file?.signed.length ?? 0) + (file?.entries.length ?? 0) > 0 && (
            <Button onClick={() => setOpen('signed')}>{goodsClass === 'toxic' ? '逐笔收发与签署' : '已签署'}</Button>
          )}
          <ReasonButton type="primary" reason={refusedNow} onClick={() => setOpen('sign')}>
            签署月账
          </ReasonButton>
        </>
      }
      header={
        <>
          {header}
          <div className="ledger-choice">
            <Select
              aria-label="月份"
              value={month}
              options={months.map((value) => ({ value, label: `${value.slice(0, 4)}年${Number(value.slice(5))}月` }))}
              onChange={(value) => setQuery({ month: value, page: null })}
            />
            <Select
              aria-label="类别"
              value={goodsClass}
              options={keysOf(countClasses).map((value) => ({ value, label: countClasses[value] }))}
              onChange={(value) => setQuery({ goods: value, page: null })}
            />
          </div>
          {read.error && <p className="ledger-sum quiet">合计暂时没有取到</p>}
          {file && (
            <p className="ledger-sum">
              {file.lots} 批：期初 {amount(file.opening, unit)} + 收入 {amount(file.brought, unit)} − 发出 {amount(file.taken, unit)} = 结存{' '}
              <strong>{amount(file.closing, unit)}</strong>
              {file.signed[0] && `；${file.signed[0].signedByName}、${file.signed[0].checkedByName}已签署（${file.signed[0].ledgerNo}）`}
            </p>
          )}
        </>
      }
      endpoint={ledgerApi.list}
      only={{ month, goodsClass }}
      columns={columnsIn(unit)}
      rowKey={(row) => row.id}
      searchHint="搜索批号或品名"
      empty="这个月没有结存，也没有收发"
    >
      {open === 'sign' && (
        <SignMonthDialog
          month={month}
          goodsClass={goodsClass}
          isSigned={(file?.signed.length ?? 0) > 0}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'signed' && file && <SignedMonths month={month} goodsClass={goodsClass} file={file} onClose={() => setOpen(undefined)} />}
    </ListPage>
  )
}
