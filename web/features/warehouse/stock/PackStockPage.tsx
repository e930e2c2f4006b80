import { Button } from 'antd'
import { useState } from 'react'
import { packLotActions, packLotApi, type PackLotRow } from '#contract/release/pack-lot.ts'
import { lotStates, lotStatesOf } from '#contract/warehouse/lot.ts'
import { stockActions, storable } from '#contract/warehouse/stock.ts'
import { kg } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ExpiryNote } from './ExpiryNote.tsx'
import { BoxChangeList } from '#web/features/packing/box/BoxChangeList.tsx'
import { DisposalList } from '#web/features/warehouse/disposal/DisposalList.tsx'
import { MonthLedger } from '#web/features/warehouse/ledger/MonthLedger.tsx'
import { CareView } from '#web/features/warehouse/care/CareView.tsx'
import { CountList } from '#web/features/warehouse/stocktake/CountList.tsx'
import { FreezeDialog } from './FreezeDialog.tsx'
import { LedgerPage } from './LedgerPage.tsx'
import { LedgerSwitch, useStockView } from './LedgerSwitch.tsx'
import { RejectDialog } from '#web/features/release/pack/RejectDialog.tsx'
import { ReleaseDrawer } from '#web/features/release/pack/ReleaseDrawer.tsx'
import { PackLotDrawer } from './PackLotDrawer.tsx'
import { TransferDialog } from './TransferDialog.tsx'

const columns: readonly Column<PackLotRow>[] = [
  { title: '成品批号', key: 'lotNo', sort: 'lotNo' },
  {
    title: '品名',
    key: 'name',
    render: (lot) => (
      <>
        {lot.name}
        {lot.isToxic && <span className="tag tag-bad">毒性</span>}
      </>
    ),
  },
  { title: '包装规格', key: 'specName' },
  { title: '在库', key: 'packsOnHand', align: 'right', render: (lot) => `${lot.packsOnHand} ${lot.packUnit}` },
  { title: '在库 (kg)', key: 'onHand', align: 'right', render: (lot) => kg(lot.onHand) },
  { title: '可用 (kg)', key: 'available', align: 'right', render: (lot) => kg(lot.available) },
  { title: '货位', key: 'bins', render: (lot) => lot.bins.join('、') },
  { title: '生产日期', key: 'bornOn', sort: 'bornOn', hidden: true },
  { title: '保质期至', key: 'expiresOn', sort: 'expiresOn', render: (lot) => <ExpiryNote on={lot.expiresOn} days={lot.daysLeft} /> },
  { title: '包装单号', key: 'orderNo', hidden: true },
  {
    title: '状态',
    key: 'state',
    render: (lot) => (
      <span className="tags">
        <StateTag of={lotStates.pack} state={lot.state} />
        {lot.holds > 0 && <span className="tag tag-bad">冻结</span>}
      </span>
    ),
  },
]

const states = lotStatesOf('pack').map((value) => ({ value, label: lotStates.pack[value].label }))

type Doing = { what: 'release' | 'reject' | 'transfer' | 'freeze'; lot: PackLotRow }

/** 成品库存: packed lots by bin and 保质期, and their release by the 质量受权人. */
export function PackStockPage() {
  const { query, setQuery } = useTab()
  const [doing, setDoing] = useState<Doing>()
  const opened = query.get('lot')
  const view = useStockView()
  const close = () => setDoing(undefined)
  if (view === 'count') return <CountList header={<LedgerSwitch isBought={false} />} />
  if (view === 'care') return <CareView side="pack" header={<LedgerSwitch isBought={false} />} />
  if (view === 'disposal') return <DisposalList header={<LedgerSwitch isBought={false} />} />
  if (view === 'box') return <BoxChangeList header={<LedgerSwitch isBought={false} />} />
  if (view === 'month') return <MonthLedger side="pack" header={<LedgerSwitch isBought={false} />} />
  if (view === 'ledger') return <LedgerPage side="pack" title="成品库存" header={<LedgerSwitch isBought={false} />} />
  return (
    <ListPage
      title="成品库存"
      primary={null}
      header={<LedgerSwitch isBought={false} />}
      endpoint={packLotApi.list}
      columns={columns}
      rowKey={(lot) => lot.id}
      searchHint="搜索成品批号、包装单号、品名或拼音首字母"
      filters={[
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
          label: '保质期',
          options: [
            { value: '0', label: '当天到期或已过' },
            { value: '30', label: '30天内' },
            { value: '90', label: '90天内' },
            { value: '180', label: '180天内' },
          ],
        },
        {
          key: 'stock',
          label: '库存',
          options: [
            { value: 'yes', label: '在库' },
            { value: 'all', label: '全部，含已售完' },
          ],
        },
        { key: 'from', label: '生产日期起', day: true },
        { key: 'to', label: '止', day: true },
      ]}
      actions={(lot) => (
        <>
          <RowActions
            of={packLotActions}
            row={lot}
            danger={['reject']}
            on={{ release: () => setDoing({ what: 'release', lot }), reject: () => setDoing({ what: 'reject', lot }) }}
          />
          <RowActions
            of={stockActions.pack}
            row={storable(lot)}
            on={{
              transfer: () => setDoing({ what: 'transfer', lot }),
              freeze: () => setDoing({ what: 'freeze', lot }),
              unfreeze: null, // beside each hold, in the drawer
            }}
          />
          <Button type="link" className="text-action" onClick={() => setQuery({ lot: lot.id })}>
            详情
          </Button>
        </>
      )}
      empty="还没有成品；在“成品包装”完成包装后，成品批会出现在这里"
    >
      {doing?.what === 'release' && <ReleaseDrawer lot={doing.lot} onClose={close} />}
      {doing?.what === 'reject' && <RejectDialog lot={doing.lot} onClose={close} />}
      {doing?.what === 'transfer' && <TransferDialog side="pack" lot={doing.lot} onClose={close} />}
      {doing?.what === 'freeze' && <FreezeDialog side="pack" lot={doing.lot} onClose={close} />}
      {opened && <PackLotDrawer id={opened} onClose={() => setQuery({ lot: null })} />}
    </ListPage>
  )
}
