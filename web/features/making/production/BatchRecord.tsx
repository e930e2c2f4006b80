import { Fragment } from 'react'
import { Link } from 'react-router'
import { balanceOf, deviationKinds } from '#contract/making/mass-balance.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { fieldNames } from '#contract/office/field-names.ts'
import { incidentLooks } from '#contract/cases/incident.ts'
import { lossKinds, partName } from '#contract/making/production.ts'
import {
  rangeText,
  type DeviationRecord,
  type MaterialReturn,
  type ProductionRecord,
  type RecordReturn,
  type StepRecord,
  type Weighing,
} from '#contract/making/production-record.ts'
import { dateTime, day, decimal, exactTime, kg, kgUnit } from '#web/lib/format.ts'
import { Breakdowns } from '#web/features/making/asset/Breakdowns.tsx'
import { CorrectButton } from '#web/features/cases/correction/CorrectButton.tsx'
import { Corrected, EarlierValues } from '#web/parts/Corrected.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { SignatureStanding } from '#web/parts/SignatureStanding.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { BalanceTable } from './BalanceTable.tsx'
import { CoProducts, Parts } from './Outputs.tsx'
import { LotTable } from './LotTable.tsx'
import { reworkFacts } from './rework-facts.ts'
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
  {
    title: '偏差单',
    key: 'caseNo',
    render: (row) => row.caseNo !== null && row.caseState !== null && `${row.caseNo} ${incidentLooks[row.caseState].label}`,
  },
  { title: '记录人', key: 'foundByName', render: (row) => `${row.foundByName} ${dateTime(row.foundAt)}` },
]

const sentBackColumns: readonly Column<RecordReturn>[] = [
  { title: '退回部分', key: 'part', render: partName },
  { title: '问题', key: 'reason' },
  { title: '退回', key: 'sentAt', render: (row) => `${row.sentByName} ${dateTime(row.sentAt)}` },
  { title: '答复', key: 'answer', render: (row) => [row.answer ?? '尚未答复', ...row.correctionNos.map((no) => `更正 ${no}`)].join('；') },
  { title: '答复人', key: 'answeredAt', render: (row) => row.answeredAt && `${row.answeredByName} ${dateTime(row.answeredAt)}` },
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
          ...reworkFacts(record),
          ['备注', record.remark],
          ...(record.cancelReason
            ? [[record.batchNo === null ? '作废' : '终止', `${record.cancelledByName}：${record.cancelReason}`] as const]
            : []),
        ]}
      />
      <LotTable lots={record.lots} />

      {issue && <Issue issue={issue} isCorrectable={record.state !== 'cancelled'} />}
      {record.supplements.map((supplement) => (
        <Issue key={supplement.id} issue={supplement} isCorrectable={record.state !== 'cancelled'} />
      ))}
      {record.returns.map((back) => (
        <Return key={back.id} back={back} />
      ))}

      {record.steps.map((step) => (
        <Step key={step.id} step={step} />
      ))}
      <Breakdowns
        order={record}
        rows={record.breakdowns}
        side="making"
        isRunning={record.state === 'in_progress' && record.isStepRunning}
      />

      {record.parts.length > 0 && <Parts parts={record.parts} />}
      {record.coProducts.length > 0 && <CoProducts coProducts={record.coProducts} />}

      {record.pauses.length > 0 && <Pauses pauses={record.pauses} />}

      {record.ending && <Ending ending={record.ending} batchNo={record.batchNo} />}

      {balance && <MassBalance balance={balance} record={record} />}

      {record.sentBack.length > 0 && (
        <section>
          <h2>退回与答复</h2>
          <DataTable caption="退回与答复" columns={sentBackColumns} rows={record.sentBack} rowKey={(row) => row.id} />
        </section>
      )}

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
        {issue.approvedByName === null ? '领料' : '补领'} {issue.issueNo}
        {issue.approvedByName !== null && (
          <span className="screen-only">
            <PaperButton papers={[{ kind: 'supplement_issue', id: issue.id }]} />
          </span>
        )}
        {isCorrectable && (
          <span className="screen-only">
            <CorrectButton record="issue" id={issue.id} />
          </span>
        )}
      </h2>
      <p>
        秤 {issue.scaleNo}（检定有效期至 {day(issue.scaleValidUntil)}）；发料 {issue.issuedByName}，复核 {issue.checkedByName}，
        {issue.approvedByName !== null && `批准 ${issue.approvedByName}，`}
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

const pauseColumns: readonly Column<ProductionRecord['pauses'][number]>[] = [
  { title: '暂停', key: 'pausedAt', render: (row) => `${row.pausedByName} ${dateTime(row.pausedAt)}` },
  { title: '原因', key: 'reason' },
  { title: '当时的物料', key: 'kept' },
  { title: '继续', key: 'resumedAt', render: (row) => row.resumedAt && `${row.resumedByName} ${dateTime(row.resumedAt)}` },
  { title: '检查结果', key: 'found' },
]

const Pauses = ({ pauses }: Pick<ProductionRecord, 'pauses'>) => (
  <section>
    <h2>暂停</h2>
    <DataTable caption="暂停" columns={pauseColumns} rows={pauses} rowKey={(row) => row.id} />
  </section>
)

/** 终止结算: what became of the goods. */
const Ending = ({ ending, batchNo }: { ending: NonNullable<ProductionRecord['ending']>; batchNo: string | null }) => (
  <section>
    <h2>终止结算</h2>
    <Facts
      rows={[
        ['投料 / 吸水', `${kgUnit(ending.charged)} / ${kgUnit(ending.water)}`],
        ['工序损耗', kgUnit(ending.losses)],
        [
          '在产物料',
          ending.lotId === null ? (
            '没有剩余'
          ) : (
            <Fragment key="lot">
              {kgUnit(ending.remains)}
              {!isZero(ending.handedOver) && `，此前交料 ${kgUnit(ending.handedOver)}`}，
              <Link to={`/suyuan-lvli?q=${batchNo}`}>{batchNo}</Link> <StateTag of={lotStates.bulk} state="rejected" /> {ending.placeCode}
            </Fragment>
          ),
        ],
        ...(isZero(ending.coProducts) ? [] : [['联产品', `${kgUnit(ending.coProducts)}，随批不合格`] as const]),
        ['散失', kgUnit(ending.scattered)],
        ['清场', `有效期至 ${day(ending.clearedUntil)}；${ending.endedByName} ${dateTime(ending.endedAt)}`],
      ]}
    />
  </section>
)

/** 退料 before the batch was finished. */
function Return({ back }: { back: MaterialReturn }) {
  return (
    <section>
      <h2>
        退料 {back.returnNo}
        <span className="screen-only">
          <PaperButton papers={[{ kind: 'production_return', id: back.id }]} />
        </span>
      </h2>
      <p>
        秤 {back.scaleNo}（检定有效期至 {day(back.scaleValidUntil)}）；退料 {back.returnedByName}，收料 {back.checkedByName}，
        {dateTime(back.returnedAt)}；{back.reason}
      </p>
      <DataTable
        caption="退料称量"
        columns={weighingColumns}
        rows={back.weighings.map((weighing, index) => ({ ...weighing, piece: index + 1, was: [] }))}
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

const isZero = (quantity: string) => exact(quantity).isZero()

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

/** A mass that few steps have; one that a correction took away stays, with what it was. */
const massRow = ({ corrections }: StepRecord, label: string, field: string, quantity: string) =>
  isZero(quantity) && !corrections.some((one) => one.field === field)
    ? []
    : [
        [
          label,
          <Corrected key={field} by={corrections} field={field} show={kgUnit}>
            {kgUnit(quantity)}
          </Corrected>,
        ] as const,
      ]

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
          ...massRow(step, '联产品', 'co_product_quantity', step.coProducts),
          ...massRow(step, '吸水', 'water_quantity', step.water ?? '0'),
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
