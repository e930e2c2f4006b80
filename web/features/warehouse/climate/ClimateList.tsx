import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { climateActions, climateApi, climateText, pointLooks, pointState, type ClimatePoint } from '#contract/warehouse/climate.ts'
import { dateTime, decimal } from '#web/lib/format.ts'
import { useTab } from '#web/lib/tab.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ClimateDrawer } from './ClimateDrawer.tsx'
import { ClimateFileDialog } from './ClimateFileDialog.tsx'
import { LimitsDialog, PointDialog } from './PointDialog.tsx'
import { ReadingDialog } from './ReadingDialog.tsx'
import { TurnDialog } from './TurnDialog.tsx'

const columns: readonly Column<ClimatePoint>[] = [
  { title: '编号', key: 'number', sort: 'number', render: (row) => <Opener row={row} /> },
  { title: '名称', key: 'name', sort: 'name', width: 10 },
  { title: '位置', key: 'place', width: 10 },
  { title: '限度（企业自定）', key: 'limits', width: 12, render: ({ limits }) => climateText(limits) },
  {
    title: '记录方式',
    key: 'byLogger',
    render: ({ everyHours }) => (everyHours === null ? '人工，每日两次' : `温湿度仪，每${everyHours}小时`),
  },
  { title: '最近读数', key: 'lastAt', render: (row) => <Last row={row} /> },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={pointLooks} state={state} /> },
  { title: '下次记录不晚于', key: 'dueAt', render: ({ state, dueAt }) => (state === 'disabled' ? '' : dateTime(dueAt)) },
]

function Last({ row: { lastAt, lastTemperature, lastHumidity, lastIsOut } }: { row: ClimatePoint }) {
  if (lastAt === null || lastTemperature === null || lastHumidity === null) return null
  return (
    <>
      {dateTime(lastAt)} {decimal(lastTemperature, 1)} ℃ {decimal(lastHumidity, 0)} %RH{' '}
      {lastIsOut && <span className="tag tag-bad">超限</span>}
    </>
  )
}

/** Opens the register of a point; the address keeps which one is open. */
function Opener({ row: { id, number } }: { row: ClimatePoint }) {
  const { setQuery } = useTab()
  return (
    <Button type="link" className="text-action" onClick={() => setQuery({ point: id })}>
      {number}
    </Button>
  )
}

type Open = { what: 'new' | 'file' } | { what: 'record' | 'recordInRoom' | 'setLimits' | 'disable' | 'enable'; row: ClimatePoint }

/** 温湿度: the points, what was read last, and which reading is missing. */
export function ClimateList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const shown = query.get('point')
  return (
    <ListPage
      title="温湿度"
      primary={
        <>
          <DutyButton type="default" duty="14:move" onClick={() => setOpen({ what: 'file' })}>
            导入读数文件
          </DutyButton>
          <DutyButton duty="14:freeze" onClick={() => setOpen({ what: 'new' })}>
            新设监测点
          </DutyButton>
        </>
      }
      header={header}
      endpoint={climateApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索编号、名称或拼音首字母"
      filters={[{ key: 'state', label: '状态', options: pointState.options.map((value) => ({ value, label: pointLooks[value].label })) }]}
      actions={(row) => (
        <RowActions
          of={climateActions}
          row={row}
          danger={['disable']}
          on={{
            record: row.isRoom ? null : () => setOpen({ what: 'record', row }),
            recordInRoom: row.isRoom ? () => setOpen({ what: 'recordInRoom', row }) : null,
            setLimits: () => setOpen({ what: 'setLimits', row }),
            disable: () => setOpen({ what: 'disable', row }),
            enable: () => setOpen({ what: 'enable', row }),
          }}
        />
      )}
      empty="还没有温湿度监测点；由质量部设点并定限度后开始记录"
    >
      {open?.what === 'new' && <PointDialog onClose={close} />}
      {open?.what === 'file' && <ClimateFileDialog onClose={close} />}
      {(open?.what === 'record' || open?.what === 'recordInRoom') && <ReadingDialog point={open.row} side={open.what} onClose={close} />}
      {open?.what === 'setLimits' && <LimitsDialog point={open.row} onClose={close} />}
      {(open?.what === 'disable' || open?.what === 'enable') && <TurnDialog point={open.row} turn={open.what} onClose={close} />}
      {shown && <ClimateDrawer id={shown} onClose={() => setQuery({ point: null })} />}
    </ListPage>
  )
}
