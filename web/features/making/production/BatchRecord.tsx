import { Fragment } from 'react'
import { Link } from 'react-router'
import { balanceOf, deviationKinds } from '#contract/making/mass-balance.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { fieldNames } from '#contract/office/field-names.ts'
import { lossKinds } from '#contract/making/production.ts'
import {
  rangeText,
  type DeviationRecord,
  type ProductionRecord,
  type StepRecord,
  type Weighing,
} from '#contract/making/production-record.ts'
import { dateTime, day, decimal, exactTime, kg, kgUnit } from '#web/lib/format.ts'
import { CorrectButton } from '#web/features/cases/correction/CorrectButton.tsx'
import { Corrected, EarlierValues } from '#web/parts/Corrected.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { SignatureStanding } from '#web/parts/SignatureStanding.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { BalanceTable } from './BalanceTable.tsx'
import { LotTable } from './LotTable.tsx'
import { unheldOf, unheldText } from './unheld.ts'

type WeighedPiece = Weighing & { piece: number; was: readonly { correctionNo: string; weighing: Weighing }[] }

/** A weight of a container, with what it was before each correction that changed it. */
const shownWeight = (field: 'gross' | 'tare' | 'net') => (row: WeighedPiece) => {
  const later = (at: number) => row.was[at + 1]?.weighing ?? row
  const was = row.was.filter(({ weighing }, at) => !exact(weighing[field]).equals(later(at)[field]))
  if (was.length === 0) return kg(row[field])
  return (
    <EarlierValues was={was.map(({ correctionNo, weighing }) => ({ correctionNo, text: kg(weighing[field]) }))}>
      {kg(row[field])}
    </EarlierValues>
  )
}

const weighingColumns: readonly Column<WeighedPiece>[] = [
  { title: '件', key: 'piece' },
  { title: '批号', key: 'lotNo' },
  { title: '货位', key: 'placeCode' },
  { title: '毛重 (kg)', key: 'gross', align: 'right', render: shownWeight('gross') },
  { title: '皮重 (kg)', key: 'tare', align: 'right', render: shownWeight('tare') },
  { title: '净重 (kg)', key: 'net', align: 'right', render: shownWeight('net') },
]

const deviationColumns: readonly Column<DeviationRecord>[] = [
  { title: '类别', key: 'kind', render: (row) => deviationKinds[row.kind] },
  { title: '工序', key: 'stepNo', render: (row) => row.stepNo && `第${row.stepNo}道` },
  { title: '发现', key: 'finding' },
  { title: '说明', key: 'note' },
  { title: '记录人', key: 'foundByName', render: (row) => `${row.foundByName} ${dateTime(row.foundAt)}` },
]

const signatureColumns: readonly Column<ProductionRecord['signatures'][number]>[] = [
  { title: '记录', key: 'of' },
  { title: '含义', key: 'meaning' },
  { title: '签名人', key: 'signerName' },
  { title: '时间', key: 'signedAt', render: (row) => exactTime(row.signedAt) },
  { title: '意见', key: 'comment' },
  {
    title: '核验',
    key: 'holds',
    render: (row) => (row.holds ? '有效' : <SignatureStanding holds={row.holds} supersededBy={row.supersededBy} />),
  },
]

/** 批生产记录, whole, in the order in which it happened: on the screen, before QA signs, and on paper. */
export function BatchRecord({ record }: { record: ProductionRecord }) {
  const { issue, balance, process } = record
  return (
    <div className="batch-record">
      <h2>生产指令</h2>
      <Facts
        rows={[
          ['产品 / 规格', `${record.productName} ${record.cutSpec}`],
          ['批号', record.batchNo],
          ['生产日期', record.productionDate && day(record.productionDate)],
          ['保质期至', balance && day(balance.expiresOn)],
          ['工艺规程', `${process.code} 第${process.version}版`],
          ['执行标准', record.standardName],
          ['计划投料', kgUnit(record.plannedInput)],
          ['车间 / 生产线', `${record.workshop} / ${record.line}`],
          ['编制', `${record.createdByName} ${dateTime(record.createdAt)}`],
          [
            '批准',
            record.approvedAt &&
              `${record.approvedByName} ${dateTime(record.approvedAt)}${record.blendApprovedByName ? `；拼批批准 ${record.blendApprovedByName}` : ''}`,
          ],
          ['备注', record.remark],
          ...(record.pauseReason ? [['暂停原因', record.pauseReason] as const] : []),
          ...(record.cancelReason
            ? [[record.batchNo === null ? '作废' : '终止', `${record.cancelledByName}：${record.cancelReason}`] as const]
            : []),
        ]}
      />
      <LotTable lots={record.lots} />

      {issue && <Issue issue={issue} isCorrectable={record.state !== 'cancelled'} />}

      {record.steps.map((step) => (
        <Step key={step.id} step={step} />
      ))}

      {balance && <MassBalance balance={balance} record={record} />}

      {record.found.length > 0 && (
        <section>
          <h2>偏差</h2>
          <DataTable caption="偏差" columns={deviationColumns} rows={record.found} rowKey={(row) => row.id} />
          <p>处理结论：{record.deviationConclusion ?? '尚未作出'}</p>
        </section>
      )}

      <section>
        <h2>电子签名</h2>
        {record.signatures.length === 0 ? (
          <p className="quiet">还没有签名</p>
        ) : (
          <DataTable
            caption="电子签名"
            columns={signatureColumns}
            rows={record.signatures}
            rowKey={(row) => row.of + row.meaning + row.signedAt}
          />
        )}
      </section>
    </div>
  )
}

/** 领料, container by container. */
function Issue({ issue, isCorrectable }: { issue: NonNullable<ProductionRecord['issue']>; isCorrectable: boolean }) {
  return (
    <section>
      <h2>
        领料 {issue.issueNo}
        {isCorrectable && (
          <span className="screen-only">
            <CorrectButton record="issue" id={issue.id} />
          </span>
        )}
      </h2>
      <p>
        秤 {issue.scaleNo}（检定有效期至 {day(issue.scaleValidUntil)}）；发料 {issue.issuedByName}，复核 {issue.checkedByName}，
        {dateTime(issue.issuedAt)}
        {issue.reason && `；${issue.reason}`}
      </p>
      <DataTable
        caption="称量记录"
        columns={weighingColumns}
        rows={issue.weighings.map((weighing, index) => ({ ...weighing, piece: index + 1, was: earlierWeighings(issue, index) }))}
        rowKey={(row) => String(row.piece)}
      />
    </section>
  )
}

/** What a container's weights were before each correction, oldest first. */
const earlierWeighings = ({ corrections }: NonNullable<ProductionRecord['issue']>, index: number): WeighedPiece['was'] =>
  corrections.flatMap(({ correctionNo, field, old }) => {
    const before: Weighing[] = field === 'weighings' && old !== null ? JSON.parse(old) : []
    const weighing = before[index]
    return weighing === undefined ? [] : [{ correctionNo, weighing }]
  })

function MassBalance({
  balance,
  record: { process, batchNo },
}: {
  balance: NonNullable<ProductionRecord['balance']>
  record: ProductionRecord
}) {
  return (
    <section>
      <h2>
        物料平衡
        <span className="screen-only">
          <CorrectButton record="batch" id={balance.lotId} />
        </span>
      </h2>
      <BalanceTable masses={balance} balance={balanceOf(balance, process)} limits={process} />
      <p>
        产出批 <Link to={`/suyuan-lvli?q=${batchNo}`}>{batchNo}</Link> <StateTag of={lotStates.bulk} state={balance.lotState} />
        {balance.holds > 0 && <span className="tag tag-bad">已冻结</span>}；{balance.finishedByName} 于 {dateTime(balance.finishedAt)}{' '}
        完成，已清场，有效期至 {day(balance.clearedUntil)}
        {balance.remark && `；${balance.remark}`}
      </p>
      {balance.corrections.map(({ correctionNo, field, old, new: is }) => (
        <p key={correctionNo + field}>
          更正 {correctionNo}：{fieldNames[field] ?? field} <del>{shownMass(field, old)}</del> {shownMass(field, is)}
        </p>
      ))}
    </section>
  )
}

const shownMass = (field: string, text: string | null) =>
  text !== null && (fieldNames[field] ?? '').includes('kg') ? kg(text) : (text ?? '（空）')

type Losses = StepRecord['losses']
const lossText = (loss: Losses[number]) => `${lossKinds[loss.kind]} ${kgUnit(loss.quantity)}`

/** Losses and parameters as a correction keeps them: the text of the column. */
function shownLosses(text: string): string {
  const losses: Losses = JSON.parse(text)
  return losses.map(lossText).join('，') || '无'
}

/** What the parameters were before they were corrected, struck through. */
const earlierParameters = (step: StepRecord) =>
  step.corrections
    .filter(({ field, old }) => field === 'parameters' && old !== null)
    .map(({ correctionNo, old }) => {
      const was: StepRecord['parameters'] = JSON.parse(old ?? '[]')
      const text = was.map(({ name, value, unit }) => `${name} ${value} ${unit}`).join('，')
      return [`参数更正前（${correctionNo}）`, <del key={correctionNo}>{text}</del>] as const
    })

function Step({ step }: { step: StepRecord }) {
  return (
    <section>
      <h2>
        第{step.no}道 {step.name} {step.option}
        {step.isCritical && <span className="tag tag-warning">关键工序</span>}
        {step.isLateEntry && <span className="tag tag-neutral">补录</span>}
        {step.endedAt !== null && (
          <span className="screen-only">
            <CorrectButton record="production_step" id={step.id} />
          </span>
        )}
      </h2>
      <Facts
        rows={[
          [
            '时间',
            <Fragment key="time">
              <Corrected by={step.corrections} field="started_at" show={dateTime}>
                {dateTime(step.startedAt)}
              </Corrected>
              {' 至 '}
              <Corrected by={step.corrections} field="ended_at" show={dateTime}>
                {step.endedAt ? dateTime(step.endedAt) : '（进行中）'}
              </Corrected>
            </Fragment>,
          ],
          ...(unheldOf(step).length > 0
            ? [
                [
                  '时长说明',
                  <Fragment key="unheld">
                    <span className="tag tag-warning">时间存疑</span> {unheldText(step)}：{step.timeReason ?? '更正后与工序时间不符'}
                  </Fragment>,
                ] as const,
              ]
            : []),
          ['操作间 / 温湿度', `${step.room}，${decimal(step.temperature, 1)} ℃，${decimal(step.humidity, 0)} %RH`],
          ['设备', step.equipment.join('、')],
          ['生产前检查', '已逐项确认'],
          [
            '投入 / 产出',
            <Fragment key="mass">
              <Corrected by={step.corrections} field="input_quantity" show={kgUnit}>
                {kgUnit(step.input)}
              </Corrected>
              {' / '}
              <Corrected by={step.corrections} field="output_quantity" show={kgUnit}>
                {step.output === null ? '—' : kgUnit(step.output)}
              </Corrected>
            </Fragment>,
          ],
          [
            '损耗',
            <Corrected key="losses" by={step.corrections} field="losses" show={shownLosses}>
              {step.losses.map(lossText).join('，') || '—'}
            </Corrected>,
          ],
          ['吸水', step.water === null || /^0(\.0+)?$/.test(step.water) ? '' : kgUnit(step.water)],
          ...step.parameters.map(
            (parameter) =>
              [parameter.name, `${parameter.value} ${parameter.unit}${rangeText(parameter) && `（${rangeText(parameter)}）`}`] as const,
          ),
          ['操作 / 复核', `${step.endedByName ?? step.startedByName} / ${step.checkedByName ?? '—'}`],
          ...earlierParameters(step),
          ['备注', step.remark],
        ]}
      />
    </section>
  )
}
