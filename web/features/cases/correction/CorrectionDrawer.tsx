import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { correctionApi, correctionLooks, correctionRecords } from '#contract/cases/correction.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ChangedValues } from './ChangedValues.tsx'
import { nameOfField, shownValue } from './show-values.ts'

type Read = z.output<typeof correctionApi.read.output>

/** What was asked for part by part: each lot of a shipment, each container of an issue, each part of a sampling. */
const askedWhole = ['shipment_line', 'production_issue', 'sample']

/** What changed beside the values that were asked for. */
const effectsOf = ({ correction, effects }: Read) =>
  effects.filter(
    ({ table, field, new: is }) =>
      !askedWhole.includes(table) &&
      correction.asked.every(
        (one) =>
          nameOfField(one.field, correction.record, correction.unit) !== nameOfField(field, correction.record, correction.unit) ||
          shownValue(one.field, one.new, correction.record, correction.unit) !== shownValue(field, is, correction.record, correction.unit),
      ),
  )
const endReasonOf = ({ state }: Read['correction']) => (state === 'cancelled' ? '撤回原因' : '未批准的原因')
const reissued = (reports: Read['reports']) => reports.map(({ reportNo, replaces }) => `${reportNo}（替代 ${replaces}）`).join('、')

/** One correction, whole: what was asked for, by whom, and everything that became another with it. */
export function CorrectionDrawer({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const read = useRead(correctionApi.read, { id })
  const [history, setHistory] = useState(false)
  return (
    <Drawer open size={760} title={`更正 ${title}`} onClose={onClose} extra={<Button onClick={() => setHistory(true)}>签名与历史</Button>}>
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && (
        <>
          <Facts
            rows={[
              ['状态', <StateTag key="state" of={correctionLooks} state={read.data.correction.state} />],
              ['记录', correctionRecords[read.data.correction.record]],
              ['对象', read.data.correction.subject],
              ['更正', <ChangedValues key="asked" of={read.data.correction} />],
              ['原因与依据', read.data.correction.reason],
              ['提出', `${read.data.correction.proposedBy.name} ${dateTime(read.data.correction.proposedAt)}`],
              [
                '批准',
                read.data.correction.approvedAt && `${read.data.correction.approvedBy} ${dateTime(read.data.correction.approvedAt)}`,
              ],
              ...(read.data.correction.endReason === null
                ? []
                : ([[endReasonOf(read.data.correction), read.data.correction.endReason]] as const)),
              ...(read.data.reports.length === 0 ? [] : ([['换发的报告', reissued(read.data.reports)]] as const)),
            ]}
          />
          {effectsOf(read.data).length > 0 && (
            <>
              <h2 className="drawer-heading">随之改变的数值</h2>
              <DataTable
                caption="随之改变的数值"
                columns={[
                  {
                    title: '内容',
                    key: 'field',
                    render: (row) => nameOfField(row.field, read.data.correction.record, read.data.correction.unit),
                  },
                  {
                    title: '更正前',
                    key: 'old',
                    render: (row) => <del>{shownValue(row.field, row.old, read.data.correction.record, read.data.correction.unit)}</del>,
                  },
                  {
                    title: '更正后',
                    key: 'new',
                    render: (row) => shownValue(row.field, row.new, read.data.correction.record, read.data.correction.unit),
                  },
                ]}
                rows={effectsOf(read.data)}
                rowKey={(row) => row.table + row.field + row.old}
              />
            </>
          )}
        </>
      )}
      {history && <HistoryDrawer table="correction" id={id} title={title} onClose={() => setHistory(false)} />}
    </Drawer>
  )
}
