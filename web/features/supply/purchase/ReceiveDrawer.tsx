import { Alert, Button, Form, Input } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import type { z } from 'zod'
import { hasArrived, lateRecordingDays, purchaseActions, receiptCheckMeaning, type PurchaseRow } from '#contract/supply/purchase.ts'
import { purchaseApi, type Receiving } from '#contract/supply/purchase-api.ts'
import type { Receivable } from '#contract/supply/receipt.ts'
import { isCounted } from '#contract/warehouse/unit.ts'
import { UnreadForm } from '#web/parts/UnreadForm.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { amount } from '#web/lib/format.ts'
import { notInFuture } from '#web/lib/not-in-future.ts'
import { InstantInput } from '#web/parts/DayInput.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { FormStep } from '#web/parts/form-steps.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import { GoodsFields, PaperFields } from './LotFields.tsx'
import { netOf } from './net-of.ts'
import { RefusedFields } from './RefusedFields.tsx'
import './purchase.css'

type Receipt = z.input<typeof purchaseApi.receive.input>
type Lot = Receipt['lots'][number]
/** The receipt in the form: days and years that were left empty are absent or ''. */
type TypedLot = Partial<Omit<Lot, 'provenance'>> & {
  provenance?: Partial<Omit<NonNullable<Lot['provenance']>, 'origin'>> & { origin: object }
}
type Values = Omit<Receipt, 'id' | 'lots' | 'refused'> & { lots?: TypedLot[]; refused?: Receipt['refused'] }

const steps = ['单据', '逐行称量', '核对提交'] as const

/** 到货验收: what came, lot by lot, weighed and looked at; what is refused; who received and who checked. */
export function ReceiveDrawer({ order, onClose }: { order: PurchaseRow; onClose: () => void }) {
  const told = useTold()
  const receiving = useRead(purchaseApi.receiving, { id: order.id })
  const receive = useWrite(purchaseApi.receive)
  const [arrivedAt] = useState(() => new Date().toISOString())
  if (receiving.data === undefined) return <UnreadForm title={`到货验收 ${order.orderNo}`} read={receiving} onClose={onClose} />
  const { lines, category } = receiving.data

  // The form's rules have asked for every field of a lot.
  const send = ({ lots = [], refused = [], ...values }: Values, saved: () => void) =>
    receive.mutate(
      { id: order.id, ...values, lots: lots.map((lot) => sentLot(lot as Lot, category === 'crude_drug')), refused },
      {
        onSuccess: ({ receiptNo, lots: born }) => {
          saved()
          const [first] = born
          if (first === undefined) told(`${receiptNo}：已登记拒收`)
          else
            told(
              `${receiptNo}：${born.map((lot) => `${lot.name} ${lot.lotNo}`).join('，')} 已入待验区`,
              isCounted(first.unit)
                ? { label: '去验收检验', right: '13:decide', to: `/yuanliao-kucun?view=packaging&lot=${first.lotId}` }
                : { label: '去请验', right: '12:request', to: `/yuanliao-qingyan?view=request&lot=${first.lotId}` },
            )
          onClose()
        },
      },
    )

  const outstanding = lines.filter((line) => !hasArrived(line.quantity, line.received))
  return (
    <FormDrawer<Values>
      title={`到货验收 ${order.orderNo}`}
      submit="完成验收"
      draftName={`receive:${order.id}`}
      steps={steps}
      initial={{ arrivedAt, lots: order.supplierTrouble === null ? outstanding.map((line) => newLot(line)) : [], refused: [] }}
      error={receive.error}
      busy={receive.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <div onKeyDown={focusNext} role="presentation">
        <FormStep step={0} title={steps[0]}>
          {order.supplierTrouble !== null && (
            <Alert
              className="form-failure"
              type="warning"
              showIcon
              title={order.supplierTrouble}
              description="货物不能入库，只能登记拒收。"
            />
          )}
          <p className="quiet">
            供应商：{receiving.data.supplierName}。每行一批：品种、产地、采收时间、规格等级不同的须分行；异常包装另成一批。
          </p>
          <NoteFields />
          <PaperList receiving={receiving.data} />
        </FormStep>
        <FormStep step={1} title={steps[1]}>
          <GoodsList receiving={receiving.data} />
          <RefusedFields lines={lines} />
        </FormStep>
        <FormStep step={2} title={steps[2]}>
          <ReceiptSummary receiving={receiving.data} />
          <Form.Item name="remark" label="备注" initialValue="">
            <Input.TextArea maxLength={500} autoSize={{ minRows: 1 }} />
          </Form.Item>
          <ToxicSignature lines={lines} />
          <SecondPersonFields name="checker" label="复核人" meaning={receiptCheckMeaning} />
        </FormStep>
      </div>
    </FormDrawer>
  )
}

/** The delivery as a whole. */
function NoteFields() {
  return (
    <>
      <div className="form-columns">
        <Form.Item name="arrivedAt" label="到货时间" rules={[{ required: true, message: '请填写到货时间' }, notInFuture]}>
          <InstantInput />
        </Form.Item>
        <Form.Item name="deliveryNoteNo" label="随货单号" rules={[{ required: true, message: '请填写随货单号' }]}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="transport" label="运输条件" initialValue="">
          <Input maxLength={200} placeholder="车牌、是否遮盖、温度" autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="doubtReason"
          label="补录说明"
          initialValue=""
          extra={`到货${lateRecordingDays}天以后才登记，或到货早于采购日期时必填`}
        >
          <Input maxLength={300} autoComplete="off" />
        </Form.Item>
      </div>
    </>
  )
}

function PaperList({ receiving }: { receiving: Receiving }) {
  const { lines } = receiving
  return (
    <Form.List name="lots">
      {(lots, { add, remove }) => (
        <>
          {lots.map(({ key, name }) => (
            <PaperFields key={key} at={name} receiving={receiving} onRemove={() => remove(name)} />
          ))}
          <Form.Item label="添加一批到货">
            <div className="line-buttons">
              {lines.map((line) => (
                <Button key={line.id} type="dashed" onClick={() => add(newLot(line))}>
                  {line.materialName}（订购 {amount(line.quantity, line.unit)}，已收 {amount(line.received, line.unit)}）
                </Button>
              ))}
            </div>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}

const GoodsList = ({ receiving }: { receiving: Receiving }) => (
  <Form.List name="lots">{(lots) => lots.map(({ key, name }) => <GoodsFields key={key} at={name} receiving={receiving} />)}</Form.List>
)

/** What both persons sign for: every lot with its weight. */
function ReceiptSummary({ receiving }: { receiving: Receiving }) {
  const form = Form.useFormInstance<Values>()
  const lots = Form.useWatch<Values['lots']>('lots', form) ?? []
  const refused = Form.useWatch<Values['refused']>('refused', form) ?? []
  return (
    <section aria-label="核对">
      <ul className="receipt-summary">
        {lots.map((lot, index) => {
          const net = netOf(lot ?? {})
          const line = receiving.lines.find(({ id }) => id === lot?.purchaseLineId)
          return (
            // A line has no other name than its place in the receipt.
            <li key={index}>
              <span>
                {line?.materialName} {lot?.supplierLotNo}
                {lot?.packageCount !== undefined && `，${lot.packageCount} 件`}
              </span>
              <strong>{net === undefined ? '—' : amount(net, line?.unit ?? 'kg')}</strong>
            </li>
          )
        })}
        {refused.length > 0 && <li>拒收 {refused.length} 行，只作记录</li>}
      </ul>
    </section>
  )
}

/** The receiver signs too when goods are toxic. */
function ToxicSignature({ lines }: { lines: readonly Receivable[] }) {
  const lots = Form.useWatch<Values['lots']>('lots', Form.useFormInstance<Values>())
  const isToxic = (lots ?? []).some((lot) => lines.find((line) => line.id === lot?.purchaseLineId)?.isToxic)
  return isToxic ? <SignatureFields meaning={purchaseActions.receive.signs} /> : null
}

/** What the order, and the last receipt from there, already say of a lot; the weights and everything that is inspected are still empty. */
const newLot = (line: Receivable): TypedLot => ({
  purchaseLineId: line.id,
  nameOnNote: line.materialName,
  grade: line.grade,
  ...(line.last && { packageKind: line.last.packageKind }),
  ...(line.agreedOrigin && {
    provenance: {
      ...(line.species.length === 1 && { species: line.species[0] }),
      ...line.last?.provenance,
      origin: { ...line.agreedOrigin, ...line.last?.provenance?.origin },
    },
  }),
})

const orNull = (typed: string | null | undefined) => (typed === '' || typed === undefined ? null : typed)

/** The form's lot as the server wants it: what was left empty is null. */
function sentLot(lot: Lot, isCrudeDrug: boolean): Lot {
  return {
    ...lot,
    net: netOf(lot) ?? '',
    madeOn: orNull(lot.madeOn),
    expiresOn: orNull(lot.expiresOn),
    defects: lot.defects ?? [],
    abnormal: (lot.abnormal ?? []).map((part) => ({ ...part, net: netOf(part) ?? '' })),
    provenance:
      isCrudeDrug && lot.provenance
        ? { ...lot.provenance, isFreshCut: lot.provenance.isFreshCut ?? false, growthYears: orNull(lot.provenance.growthYears) }
        : null,
  }
}

/** Enter, also a scanner's, moves to the next field: a receipt is filled in without a mouse. */
function focusNext(event: KeyboardEvent<HTMLDivElement>) {
  const from = event.target
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(from instanceof HTMLInputElement) || from.role === 'combobox') return
  event.preventDefault()
  const fields = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(
      'input:not([type=hidden]):not([type=radio]:not(:checked)):not([disabled]), textarea',
    ),
  ]
  fields[fields.indexOf(from) + 1]?.focus()
}
