import { Button } from 'antd'
import { useState } from 'react'
import { acceptanceActions } from '#contract/warehouse/acceptance.ts'
import { lotStates, lotStatesOf } from '#contract/warehouse/lot.ts'
import { stockActions, stockApi, storable, type RawStockRow } from '#contract/warehouse/stock.ts'
import { amount } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DisposalList } from '#web/features/warehouse/disposal/DisposalList.tsx'
import { SupplierReturnList } from '#web/features/warehouse/supplier-return/SupplierReturnList.tsx'
import { MonthLedger } from '#web/features/warehouse/ledger/MonthLedger.tsx'
import { CareView } from '#web/features/warehouse/care/CareView.tsx'
import { ClimateList } from '#web/features/warehouse/climate/ClimateList.tsx'
import { CountList } from '#web/features/warehouse/stocktake/CountList.tsx'
import { AcceptDialog } from './AcceptDialog.tsx'
import { isToAccept } from './is-to-accept.ts'
import { FreezeDialog } from './FreezeDialog.tsx'
import { LedgerPage } from './LedgerPage.tsx'
import { LedgerSwitch, useStockView } from './LedgerSwitch.tsx'
import { RawLotDrawer } from './RawLotDrawer.tsx'
import { RetestNote } from './RetestNote.tsx'
import { TransferDialog } from './TransferDialog.tsx'

const columns: readonly Column<RawStockRow>[] = [
  { title: '批号', key: 'lotNo', sort: 'lotNo' },
  {
    title: '品名',
    key: 'name',
    sort: 'name',
    render: (lot) => (
      <>
        {lot.name}
        {lot.isToxic && <span className="tag tag-bad">毒性</span>}
      </>
    ),
  },
  { title: '产地', key: 'originText', width: 10 },
  { title: '供应商', key: 'supplierName', hidden: true },
  { title: '规格等级', key: 'grade', hidden: true },
  { title: '在库', key: 'onHand', align: 'right', sort: 'onHand', render: (lot) => amount(lot.onHand, lot.unit) },
  { title: '预留', key: 'reserved', align: 'right', hidden: true, render: (lot) => amount(lot.reserved, lot.unit) },
  { title: '可用', key: 'available', align: 'right', sort: 'available', render: (lot) => amount(lot.available, lot.unit) },
  { title: '货位', key: 'bins', width: 10, render: (lot) => lot.bins.join('、') },
  { title: '贮藏', key: 'storage', hidden: true },
  { title: '到货日期', key: 'bornOn', sort: 'bornOn' },
  { title: '复验期', key: 'retestOn', sort: 'retestOn', render: (lot) => <RetestNote on={lot.retestOn} days={lot.daysToRetest} /> },
  {
    title: '状态',
    key: 'state',
    render: (lot) => (
      <span className="tags">
        <StateTag of={lotStates[lot.kind]} state={lot.state} />
        {lot.holds > 0 && <span className="tag tag-bad">冻结</span>}
      </span>
    ),
  },
]

/** The states a bought lot can be in. */
const states = lotStatesOf('raw').map((value) => ({ value, label: lotStates.raw[value].label }))

/** 原料库存: crude drugs and auxiliaries by lot and place, and the ledger of what moved. */
export function RawStockPage() {
  const { query, setQuery } = useTab()
  const [doing, setDoing] = useState<{ what: 'transfer' | 'freeze' | 'accept'; lot: RawStockRow }>()
  const opened = query.get('lot')
  const view = useStockView()
  if (view === 'count') return <CountList header={<LedgerSwitch isBought />} />
  if (view === 'care') return <CareView side="raw" header={<LedgerSwitch isBought />} />
  if (view === 'disposal') return <DisposalList header={<LedgerSwitch isBought />} />
  if (view === 'month') return <MonthLedger side="raw" header={<LedgerSwitch isBought />} />
  if (view === 'climate') return <ClimateList header={<LedgerSwitch isBought />} />
  if (view === 'supplier') return <SupplierReturnList header={<LedgerSwitch isBought />} />
  if (view === 'ledger') return <LedgerPage side="raw" title="原料库存" header={<LedgerSwitch isBought />} />
  return (
    <ListPage
      key={view}
      title={view === 'packaging' ? '包材库存' : '原料库存'}
      primary={null}
      header={<LedgerSwitch isBought />}
      endpoint={stockApi.list}
      {...(view === 'packaging' && { only: { category: 'packaging' } })}
      columns={columns}
      rowKey={(lot) => lot.id}
      searchHint="搜索批号、品名、供应商或拼音首字母"
      filters={[
        {
          key: 'kind',
          label: '类别',
          options: [
            { value: 'raw', label: '药材' },
            { value: 'auxiliary', label: '辅料与包材' },
          ],
        },
        { key: 'state', label: '质量状态', options: states },
        {
          key: 'held',
          label: '冻结',
          options: [
            { value: 'yes', label: '已冻结' },
            { value: 'no', label: '未冻结' },
          ],
        },
        {
          key: 'within',
          label: '复验期',
          options: [
            { value: '0', label: '已到期' },
            { value: '30', label: '30天内' },
            { value: '90', label: '90天内' },
          ],
        },
        {
          key: 'stock',
          label: '库存',
          options: [
            { value: 'yes', label: '在库' },
            { value: 'no', label: '已用完' },
          ],
        },
      ]}
      actions={(lot) => (
        <>
          <Button type="link" className="text-action" onClick={() => setQuery({ lot: lot.id })}>
            货位卡
          </Button>
          <RowActions
            of={stockActions.raw}
            row={storable(lot)}
            on={{
              transfer: () => setDoing({ what: 'transfer', lot }),
              freeze: () => setDoing({ what: 'freeze', lot }),
              unfreeze: null, // beside each hold, in the drawer
            }}
          />
          {isToAccept(lot) && (
            <ActionButton action={acceptanceActions.accept} row={{ state: 'waiting' }} onClick={() => setDoing({ what: 'accept', lot })} />
          )}
        </>
      )}
      empty={
        view === 'packaging'
          ? '库里还没有包材；在“加工管理 → 物料”登记包材，采购到货后，批次会出现在这里'
          : '库里还没有原料；到货验收后，批次会出现在这里'
      }
    >
      {doing?.what === 'transfer' && <TransferDialog side="raw" lot={doing.lot} onClose={() => setDoing(undefined)} />}
      {doing?.what === 'freeze' && <FreezeDialog side="raw" lot={doing.lot} onClose={() => setDoing(undefined)} />}
      {doing?.what === 'accept' && <AcceptDialog lot={doing.lot} onClose={() => setDoing(undefined)} />}
      {opened && <RawLotDrawer id={opened} onClose={() => setQuery({ lot: null })} />}
    </ListPage>
  )
}
