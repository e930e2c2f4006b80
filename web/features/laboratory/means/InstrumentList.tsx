import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  calibrationLooks,
  calibrationStanding,
  instrumentActions,
  instrumentApi,
  instrumentLooks,
  instrumentState,
  type InstrumentRow,
} from '#contract/laboratory/instrument.ts'
import { today } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { CalibrateDialog } from './CalibrateDialog.tsx'
import { InstrumentDialog } from './InstrumentDialog.tsx'
import { InstrumentDrawer } from './InstrumentDrawer.tsx'
import { ServiceDialog } from './ServiceDialog.tsx'

const columns: readonly Column<InstrumentRow>[] = [
  { title: '编号', key: 'number', sort: 'number', render: (row) => <Opener row={row} /> },
  { title: '名称', key: 'name', sort: 'name' },
  { title: '型号', key: 'model', width: 9 },
  { title: '出厂编号', key: 'serialNo', hidden: true },
  { title: '放置地点', key: 'place', width: 8 },
  { title: '周期（月）', key: 'intervalMonths', align: 'right', hidden: true },
  { title: '最近校准', key: 'calibratedOn' },
  { title: '校准有效期至', key: 'dueOn', sort: 'dueOn' },
  { title: '校准', key: 'calibration', render: (row) => <StateTag of={calibrationLooks} state={calibrationStanding(row, today())} /> },
  { title: '状态', key: 'state', render: (row) => <StateTag of={instrumentLooks} state={row.state} /> },
  { title: '停用原因', key: 'stopReason', hidden: true },
]

/** Opens the instrument; the address keeps which one is open. */
function Opener({ row: { id, number } }: { row: InstrumentRow }) {
  const { setQuery } = useTab()
  return (
    <Button type="link" className="text-action" onClick={() => setQuery({ instrument: id })}>
      {number}
    </Button>
  )
}

type Open = { what: 'edit' | 'calibrate' | 'takeOut' | 'takeBack'; row: InstrumentRow } | { what: 'new' }

/** 仪器: what is registered, how its calibration stands, and whether it is in service. */
export function InstrumentList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const shown = query.get('instrument')
  return (
    <ListPage
      title="检验仪器"
      primary={
        <DutyButton duty="36:manage" onClick={() => setOpen({ what: 'new' })}>
          登记仪器
        </DutyButton>
      }
      header={header}
      endpoint={instrumentApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      filters={[
        {
          key: 'due',
          label: '校准',
          options: [
            { value: 'unfit', label: '未校准、不合格或已过期' },
            { value: 'soon', label: '30天内到期' },
          ],
        },
        {
          key: 'state',
          label: '状态',
          options: instrumentState.options.map((state) => ({ value: state, label: instrumentLooks[state].label })),
        },
      ]}
      actions={(row) => (
        <RowActions
          of={instrumentActions}
          row={row}
          danger={['takeOut']}
          on={{
            edit: () => setOpen({ what: 'edit', row }),
            calibrate: () => setOpen({ what: 'calibrate', row }),
            takeOut: () => setOpen({ what: 'takeOut', row }),
            takeBack: () => setOpen({ what: 'takeBack', row }),
          }}
        />
      )}
      empty="还没有登记仪器；登记第一台以后，测得的数值须选择所用的仪器"
    >
      {open?.what === 'new' && <InstrumentDialog onClose={close} />}
      {open?.what === 'edit' && <InstrumentDialog instrument={open.row} onClose={close} />}
      {open?.what === 'calibrate' && (
        <CalibrateDialog instrument={open.row} onClose={close} onFailed={() => setQuery({ instrument: open.row.id })} />
      )}
      {(open?.what === 'takeOut' || open?.what === 'takeBack') && <ServiceDialog instrument={open.row} what={open.what} onClose={close} />}
      {shown && <InstrumentDrawer id={shown} onClose={() => setQuery({ instrument: null })} />}
    </ListPage>
  )
}
