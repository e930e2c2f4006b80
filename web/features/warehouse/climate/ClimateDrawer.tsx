import { App, Button, Drawer, Form, Input, Pagination, Select, Skeleton } from 'antd'
import { useCallback, useState } from 'react'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { climateApi, climateText, readingSources, voidMeaning, type ClimateDay, type ClimateReading } from '#contract/warehouse/climate.ts'
import { useActor } from '#web/lib/actor.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { dateTime, day, decimal, today } from '#web/lib/format.ts'
import { lastMonths } from '#web/lib/last-months.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Chart } from '#web/parts/Chart.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import type { ChartColours, ChartOption } from '#web/parts/draw-chart.ts'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

const span = (low: string, high: string, places: number) =>
  low === high ? decimal(low, places) : `${decimal(low, places)}–${decimal(high, places)}`

const dayColumns: readonly Column<ClimateDay>[] = [
  { title: '日期', key: 'day', render: (row) => day(row.day) },
  { title: '温度 (℃)', key: 'temperatureHigh', align: 'right', render: (row) => span(row.temperatureLow, row.temperatureHigh, 1) },
  { title: '相对湿度 (%RH)', key: 'humidityHigh', align: 'right', render: (row) => span(row.humidityLow, row.humidityHigh, 0) },
  { title: '上午 / 下午', key: 'mornings', render: ({ mornings, readings }) => `${mornings} / ${readings - mornings} 次` },
  { title: '超限', key: 'out', render: ({ out }) => out > 0 && <span className="tag tag-bad">{out} 次</span> },
]

const readingColumns: readonly Column<ClimateReading>[] = [
  { title: '时间', key: 'measuredAt', render: (row) => dateTime(row.measuredAt) },
  { title: '温度 (℃)', key: 'temperature', align: 'right', render: (row) => <Held row={row}>{decimal(row.temperature, 1)}</Held> },
  { title: '相对湿度 (%RH)', key: 'humidity', align: 'right', render: (row) => <Held row={row}>{decimal(row.humidity, 0)}</Held> },
  { title: '当时的限度', key: 'limits', width: 11, render: ({ limits }) => climateText(limits) },
  {
    title: '结果',
    key: 'isOut',
    render: ({ isOut, caseNo }) => (isOut ? <span className="tag tag-bad">超限 {caseNo}</span> : '限度内'),
  },
  { title: '来源', key: 'source', render: ({ source, recordedByName }) => `${readingSources[source]}，${recordedByName}` },
  { title: '作废', key: 'voidReason', render: ({ voidReason, voidedByName }) => voidReason && `${voidedByName}：${voidReason}` },
]

/** What was voided is struck through. */
const Held = ({ row, children }: { row: ClimateReading; children: string }) => (row.voidReason === null ? children : <del>{children}</del>)

// Only the picture needs floats. What is compared or printed stays text.
const height = (value: string) => Number(value)

function optionOf(days: readonly ClimateDay[], colours: ChartColours): ChartOption {
  const line = (name: string, of: (row: ClimateDay) => string, axis: number, type: 'solid' | 'dashed', color: string) => ({
    type: 'line' as const,
    name,
    yAxisIndex: axis,
    itemStyle: { color },
    lineStyle: { type, color },
    data: days.map((row) => height(of(row))),
  })
  return {
    grid: { left: 48, right: 48, top: 84, bottom: 32 },
    legend: { type: 'plain' },
    tooltip: { trigger: 'axis' },
    xAxis: { type: 'category', data: days.map((row) => row.day.slice(8)) },
    yAxis: [
      { type: 'value', name: '℃', scale: true },
      { type: 'value', name: '%RH', scale: true },
    ],
    series: [
      line('最高温度', (row) => row.temperatureHigh, 0, 'solid', colours.primary),
      line('最低温度', (row) => row.temperatureLow, 0, 'dashed', colours.primary),
      line('最高湿度', (row) => row.humidityHigh, 1, 'solid', colours.info),
      line('最低湿度', (row) => row.humidityLow, 1, 'dashed', colours.info),
    ],
  }
}

/** 温湿度记录 of one point: a month by days, and every reading. */
export function ClimateDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const [history, setHistory] = useState(false)
  return (
    <Drawer open title="温湿度记录" size={1040} onClose={onClose} extra={<Button onClick={() => setHistory(true)}>修改历史</Button>}>
      <PaperButton papers={[{ kind: 'climate_record', id }]} />
      <Month id={id} />
      <Readings id={id} />
      {history && <HistoryDrawer table="climate_point" id={id} title="温湿度监测点" onClose={() => setHistory(false)} />}
    </Drawer>
  )
}

function Month({ id }: { id: string }) {
  const [month, setMonth] = useState(today().slice(0, 7))
  const days = useRead(climateApi.days, { id, month })
  const option = useCallback((colours: ChartColours) => optionOf(days.data ?? [], colours), [days.data])
  return (
    <>
      <h2 className="drawer-heading">
        按日 <Select aria-label="月份" value={month} options={lastMonths().map((value) => ({ value, label: value }))} onChange={setMonth} />
      </h2>
      {days.isPending && <Skeleton active />}
      {days.error && <CallFailure error={days.error} onRetry={() => void days.refetch()} />}
      {days.data?.length === 0 && <p className="quiet">{month} 没有读数</p>}
      {days.data !== undefined && days.data.length > 0 && (
        <Chart
          option={option}
          height={280}
          table={{ caption: `${month} 温湿度`, columns: dayColumns, rows: days.data, rowKey: (row) => row.day }}
        />
      )}
    </>
  )
}

function Readings({ id }: { id: string }) {
  const actor = useActor()
  const [page, setPage] = useState(1)
  const [voiding, setVoiding] = useState<ClimateReading>()
  const readings = useRead(climateApi.readings, { id, page }, { keepPrevious: true })
  return (
    <>
      <h2 className="drawer-heading">读数</h2>
      {readings.isPending && <Skeleton active />}
      {readings.error && <CallFailure error={readings.error} onRetry={() => void readings.refetch()} />}
      {readings.data?.rows.length === 0 && <p className="quiet">还没有读数</p>}
      {readings.data !== undefined && readings.data.rows.length > 0 && (
        <DataTable
          caption="读数"
          columns={readingColumns}
          rows={readings.data.rows}
          rowKey={(row) => row.id}
          actions={(row) =>
            row.source === 'hand' && row.voidReason === null && row.recordedBy !== actor.id ? (
              <DutyButton type="link" duty="14:freeze" onClick={() => setVoiding(row)}>
                作废
              </DutyButton>
            ) : null
          }
        />
      )}
      {readings.data !== undefined && readings.data.total > readings.data.rows.length && (
        <Pagination current={page} total={readings.data.total} pageSize={20} showSizeChanger={false} onChange={setPage} />
      )}
      {voiding && <VoidDialog reading={voiding} onClose={() => setVoiding(undefined)} />}
    </>
  )
}

function VoidDialog({ reading, onClose }: { reading: ClimateReading; onClose: () => void }) {
  const { message } = App.useApp()
  const write = useWrite(climateApi.void)
  return (
    <StepDialog<{ reason: string; signature: SignatureInput }>
      title={`作废读数 ${dateTime(reading.measuredAt)}`}
      submit="签名并作废"
      danger
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        write.mutate(
          { id: reading.id, ...values },
          {
            onSuccess: () => {
              message.success('读数已作废')
              onClose()
            },
          },
        )
      }
    >
      <p>只作废写错的人工读数；原读数保留，已立的质量事件由QA按不成立结束。</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明怎样写错' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={voidMeaning} commentLabel={null} />
    </StepDialog>
  )
}
