import { Alert, App, Button, Drawer, Form, Input, Select, Skeleton } from 'antd'
import {
  correctionApi,
  correctionRecords,
  proposalMeaning,
  type CorrectionRecord,
  type CorrectionRow,
  type CorrectionSubject,
} from '#contract/cases/correction.ts'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { lossKind, lossKinds } from '#contract/making/production.ts'
import { isCounted, type MaterialUnit } from '#contract/warehouse/unit.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { CountyField } from '#web/parts/CountyField.tsx'
import { DayInput, InstantInput } from '#web/parts/DayInput.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { EarlierCorrections } from './EarlierCorrections.tsx'
import { changedIssue, IssueFields, type IssueValues } from './IssueFields.tsx'
import { ShipmentCorrectionForm } from './ShipmentCorrectionForm.tsx'
import { nameOfField } from './show-values.ts'

type Losses = CorrectionSubject['losses']
/** Serials as they are typed. */
type NotPacked = { runNo: string; first: string; last: string }
type Values = {
  changes: Record<string, string>
  notPacked: NotPacked[]
  losses: Losses
  parameters: Record<string, string>
  /** In the order of the subject's. */
  coProducts: { quantity: string }[]
  issue: IssueValues
  reason: string
  signature: SignatureInput
}

/** Asks for a correction of one record: its values as they are, to be changed where they are wrong, with the reason and a signature. */
export function CorrectionFormDrawer({ record, id, onClose }: { record: CorrectionRecord; id: string; onClose: () => void }) {
  const subject = useRead(correctionApi.subject, { record, recordId: id })
  if (subject.data && record === 'shipment') return <ShipmentCorrectionForm id={id} subject={subject.data} onClose={onClose} />
  if (subject.data && record !== 'shipment') return <CorrectionForm record={record} id={id} subject={subject.data} onClose={onClose} />
  return (
    <Drawer open size={680} title={`更正${correctionRecords[record]}`} onClose={onClose}>
      {subject.isPending && <Skeleton active />}
      {subject.error && <CallFailure error={subject.error} onRetry={() => void subject.refetch()} />}
    </Drawer>
  )
}

/** The text that the form begins with: decimals without the noughts of the database. */
const plain = (value: string | null) => (value !== null && isDecimal(value) ? exact(value).toFixed() : (value ?? ''))

/** A record whose values are typed; of a shipment codes are scanned. */
type TypedRecord = Exclude<CorrectionRecord, 'shipment'>
type Form = { record: TypedRecord; id: string; subject: CorrectionSubject; onClose: () => void }

/** Sends what differs from what the form began with, as the kind of record asks for it. */
function useProposal({ record, id, subject, onClose }: Form) {
  const { message } = App.useApp()
  const propose = {
    receipt_line: useWrite(correctionApi.receiptLine),
    production_step: useWrite(correctionApi.step),
    batch: useWrite(correctionApi.batch),
    packaging: useWrite(correctionApi.packaging),
    issue: useWrite(correctionApi.issue),
    sampling: useWrite(correctionApi.sampling),
  }
  const { error, isPending } = propose[record]
  const begun = Object.fromEntries(Object.entries(subject.values).map(([field, value]) => [field, plain(value)]))
  const submit = (
    { changes, losses, notPacked, parameters = {}, coProducts = [], issue, reason, signature }: Values,
    saved: () => void,
  ) => {
    const changed = Object.fromEntries(
      Object.entries(changes ?? {}).filter(([field, text]) => !isUnchanged(field, text, begun[field] ?? '')),
    )
    const done = {
      onSuccess: ({ correctionNo }: CorrectionRow) => {
        message.success(`更正 ${correctionNo} 已提出，待第二人批准`)
        saved()
        onClose()
      },
    }
    if (record === 'receipt_line') {
      const { packageCount, ...rest } = changed
      // What is counted has no tare: its count is both.
      const counted = isCounted(subject.unit) && rest['net'] !== undefined ? { gross: rest['net'] } : {}
      const given = { ...rest, ...counted, ...(packageCount !== undefined && { packageCount: Number(packageCount) }) }
      propose.receipt_line.mutate({ id, changes: given, reason, signature }, done)
    } else if (record === 'production_step') {
      const values = subject.parameters.flatMap(({ code, value }) => {
        const given = parameters[code] ?? value
        return given === value ? [] : [{ code, value: given }]
      })
      const weighed = subject.coProducts.flatMap(({ lotNo, quantity: was }, index) => {
        const quantity = coProducts[index]?.quantity ?? was
        return isDecimal(quantity) && exact(quantity).equals(was) ? [] : [{ lotNo, quantity }]
      })
      const given = {
        ...changed,
        ...(!sameLosses(losses, subject.losses) && { losses }),
        ...(values.length > 0 && { parameters: values }),
        ...(weighed.length > 0 && { coProducts: weighed }),
      }
      propose.production_step.mutate({ id, changes: given, reason, signature }, done)
    } else if (record === 'packaging') {
      const labels = notPacked.map(({ runNo, first, last }) => ({ runNo, first: numberOf(first), last: numberOf(last) }))
      const numbers = Object.fromEntries(
        Object.entries(changed).map(([field, text]) => [field, unitOf(field, record) === undefined ? text : numberOf(text)]),
      )
      propose.packaging.mutate({ id, changes: { ...numbers, ...(labels.length > 0 && { notPacked: labels }) }, reason, signature }, done)
    } else if (record === 'issue') propose.issue.mutate({ id, changes: changedIssue(issue, subject), reason, signature }, done)
    else if (record === 'sampling') propose.sampling.mutate({ id, changes: changed, reason, signature }, done)
    else propose.batch.mutate({ id, changes: changed, reason, signature }, done)
  }
  return { submit, begun, error, isPending }
}

function CorrectionForm({ record, id, subject, onClose }: Form) {
  const { submit, begun, error, isPending } = useProposal({ record, id, subject, onClose })
  return (
    <FormDrawer<Values>
      title={`更正 ${subject.subject}`}
      submit="提出更正"
      draftName={`correction-${id}`}
      initial={{
        changes: begun,
        losses: subject.losses,
        notPacked: [],
        parameters: Object.fromEntries(subject.parameters.map(({ code, value }) => [code, value])),
        coProducts: subject.coProducts.map(({ quantity }) => ({ quantity })),
        issue: { weighings: subject.weighings, returns: subject.returns },
        reason: '',
      }}
      error={error}
      busy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {subject.open !== null && <Alert type="warning" showIcon title={`该记录已有待批准的更正 ${subject.open}，请先办完它`} />}
      <p>只改写错的几项。批准后旧值划线保留，库存、收率与报告随之更新；批准前什么都不变。</p>
      <EarlierCorrections subject={subject} record={record} />
      <div className="form-columns">
        {fieldsOf(subject.values).map((field) =>
          field === 'county' ? (
            <Form.Item key={field} name="changes" label="产地">
              <CountyField />
            </Form.Item>
          ) : (
            <Form.Item key={field} name={['changes', field]} label={nameOfField(field, record, subject.unit)}>
              {inputOf(field, record, subject.unit)}
            </Form.Item>
          ),
        )}
        {subject.parameters.map(({ code, name, unit }) => (
          <Form.Item key={code} name={['parameters', code]} label={name}>
            <Input maxLength={60} suffix={unit} />
          </Form.Item>
        ))}
      </div>
      {record === 'production_step' && <LossFields />}
      {subject.coProducts.length > 0 && <CoProductFields coProducts={subject.coProducts} />}
      {record === 'issue' && <IssueFields subject={subject} />}
      {record === 'packaging' && <NotPackedFields runs={subject.runs} />}
      <Form.Item name="reason" label="更正原因与依据" rules={[{ required: true, whitespace: true, message: '请填写更正的原因与依据' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} placeholder="如：过磅单原件为450 kg，录入时误写" />
      </Form.Item>
      <SignatureFields meaning={proposalMeaning} />
    </FormDrawer>
  )
}

/** A time is shown and typed to the minute, so leaving its field is no change of its seconds. */
const isUnchanged = (field: string, text: string, was: string) =>
  text === was || (field.endsWith('At') && !Number.isNaN(Date.parse(text)) && dateTime(text) === dateTime(was))

/** The fields of the form. One names province, city and county together, where a herb has them. */
const fieldsOf = (values: CorrectionSubject['values']) =>
  Object.keys(values).filter((field) => field !== 'province' && field !== 'city' && (field !== 'county' || values['county']))

const sameLosses = (given: Losses, was: Losses) =>
  given.length === was.length && given.every(({ kind, quantity }, at) => kind === was[at]?.kind && quantity === was[at].quantity)

const weights = ['gross', 'tare', 'net', 'input', 'output', 'water', 'sampled', 'leftover', 'charged', 'remainder', 'loss']
const counted: Record<string, string> = { packs: '件', spoiled: '张', destroyed: '张', sampled: '张' }

/** The unit of what is counted and not weighed: packs and labels of a packaging. */
const unitOf = (field: string, record: CorrectionRecord) =>
  record === 'packaging' ? counted[field] : record === 'sampling' ? 'g' : undefined

/** An empty field is no number: the server asks for one. */
const numberOf = (text: string) => (text === '' ? NaN : Number(text))

function inputOf(field: string, record: CorrectionRecord, weighedIn: MaterialUnit) {
  const unit = unitOf(field, record)
  if (unit !== undefined) return <QuantityInput unit={unit} />
  if (weights.includes(field)) return <QuantityInput unit={weighedIn} />
  if (field === 'packageCount') return <QuantityInput unit="件" />
  if (field.endsWith('At')) return <InstantInput />
  if (field.startsWith('harvest')) return <DayInput />
  return <Input maxLength={field === 'exceptionNote' ? 300 : 80} autoComplete="off" />
}

/** What became a lot of its own beside the product, by its number. */
const CoProductFields = ({ coProducts }: Pick<CorrectionSubject, 'coProducts'>) => (
  <fieldset className="lines">
    <legend>联产品</legend>
    <div className="form-columns">
      {coProducts.map(({ lotNo, name }, index) => (
        <Form.Item key={lotNo} name={['coProducts', index, 'quantity']} label={`${name} ${lotNo}`}>
          <QuantityInput />
        </Form.Item>
      ))}
    </div>
  </fieldset>
)

function LossFields() {
  return (
    <fieldset className="lines">
      <legend>损耗</legend>
      <Form.List name="losses">
        {(lines, { add, remove }) => (
          <>
            {lines.map(({ key, name }) => (
              <div key={key} className="loss">
                <Form.Item name={[name, 'kind']} label="类型" rules={[{ required: true, message: '请选择损耗类型' }]}>
                  <Select options={lossKind.options.map((value) => ({ value, label: lossKinds[value] }))} />
                </Form.Item>
                <Form.Item name={[name, 'quantity']} label="数量" rules={[{ required: true, message: '请填写数量' }]}>
                  <QuantityInput />
                </Form.Item>
                <Button type="link" className="text-action" onClick={() => remove(name)} aria-label={`删除第${name + 1}项损耗`}>
                  删除
                </Button>
              </div>
            ))}
            <Button onClick={() => add({})}>＋ 增加损耗</Button>
          </>
        )}
      </Form.List>
    </fieldset>
  )
}

/** Fewer packs: the labels that were never on one, by the serial within their run. */
function NotPackedFields({ runs }: { runs: CorrectionSubject['runs'] }) {
  return (
    <fieldset className="lines">
      <legend>未装袋的标签</legend>
      <p className="quiet">
        成品数改少时，逐段写明哪些标签实际没有装袋。它们随更正作废，并计入损坏、销毁、取样或遗失。作废的码不能重新启用，成品数只能改少。
      </p>
      <Form.List name="notPacked">
        {(lines, { add, remove }) => (
          <>
            {lines.map(({ key, name }) => (
              <div key={key} className="form-columns">
                <Form.Item name={[name, 'runNo']} label="领用单号" rules={[{ required: true, message: '请选择领用单号' }]}>
                  <Select options={runs.map(({ runNo, labels }) => ({ value: runNo, label: `${runNo}（${labels} 张）` }))} />
                </Form.Item>
                <Form.Item name={[name, 'first']} label="首号" rules={[{ required: true, message: '请填写首号' }]}>
                  <QuantityInput unit="号" />
                </Form.Item>
                <Form.Item name={[name, 'last']} label="末号" rules={[{ required: true, message: '请填写末号' }]}>
                  <QuantityInput unit="号" />
                </Form.Item>
                <Button type="link" className="text-action" onClick={() => remove(name)} aria-label={`删除第${name + 1}段标签`}>
                  删除
                </Button>
              </div>
            ))}
            <Button onClick={() => add({ runNo: runs[0]?.runNo })}>＋ 增加一段</Button>
          </>
        )}
      </Form.List>
    </fieldset>
  )
}
