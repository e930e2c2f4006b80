import { Alert, App, Form, Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import type { ShipmentSide } from '#contract/cases/correction-changes.ts'
import { correctionApi, proposalMeaning, type CorrectionSubject } from '#contract/cases/correction.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { call, CallError, useWrite } from '#web/lib/call.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { DataTable } from '#web/parts/DataTable.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { EarlierCorrections } from './EarlierCorrections.tsx'

/** `text` is what the scanner sent: a GS1 serial alone would leave out whose it is. */
type ScannedCode = z.output<typeof correctionApi.shipmentCode.output> & { text: string }
type Values = { changes: { stayed: ScannedCode[]; went: ScannedCode[] }; reason: string; signature: SignatureInput }

/** Asks for the correction of a shipment: who has the goods in hand scans what did not go, and what went instead; the counts follow. */
export function ShipmentCorrectionForm({ id, subject, onClose }: { id: string; subject: CorrectionSubject; onClose: () => void }) {
  const { message } = App.useApp()
  const propose = useWrite(correctionApi.shipment)
  const submit = ({ changes: { stayed, went }, reason, signature }: Values, saved: () => void) => {
    const codes = (named: readonly ScannedCode[]) => named.map(({ text }) => text)
    const changes = { ...(stayed.length > 0 && { stayed: codes(stayed) }), ...(went.length > 0 && { went: codes(went) }) }
    const done = {
      onSuccess: ({ correctionNo }: { correctionNo: string }) => {
        message.success(`更正 ${correctionNo} 已提出，待第二人批准`)
        saved()
        onClose()
      },
    }
    propose.mutate({ id, changes, reason, signature }, done)
  }
  return (
    <FormDrawer<Values>
      title={`更正 ${subject.subject}`}
      submit="提出更正"
      draftName={`correction-${id}`}
      initial={{ changes: { stayed: [], went: [] }, reason: '' }}
      error={propose.error}
      busy={propose.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {subject.open !== null && <Alert type="warning" showIcon title={`该记录已有待批准的更正 ${subject.open}，请先办完它`} />}
      <p>扫描实物上的码，数量随之改变。批准后旧值划线保留，库存、箱码与随货同行单随之更新；批准前什么都不变。</p>
      <EarlierCorrections subject={subject} record="shipment" />
      <Counts lots={subject.lots} />
      <Form.Item name={['changes', 'stayed']} label="未发出的箱码、袋码（货还在厂内）" className="correction-scan">
        <ScannedCodes shipmentId={id} side="stayed" />
      </Form.Item>
      <Form.Item name={['changes', 'went']} label="单上没有、实际已发的箱码、袋码">
        <ScannedCodes shipmentId={id} side="went" />
      </Form.Item>
      <Form.Item name="reason" label="更正原因与依据" rules={[{ required: true, whitespace: true, message: '请填写更正的原因与依据' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} placeholder="如：装车后复点少两袋，两袋仍在发货区" />
      </Form.Item>
      <SignatureFields meaning={proposalMeaning} />
    </FormDrawer>
  )
}

/** What the shipment says of each lot, and what it will say. */
function Counts({ lots }: { lots: CorrectionSubject['lots'] }) {
  const changes = Form.useWatch<Partial<Values['changes']> | undefined>('changes')
  const unit = lots[0]?.unit ?? ''
  const packs = (named: readonly ScannedCode[] = []) => named.flatMap((one) => one.packs)
  const [stayed, went] = [packs(changes?.stayed), packs(changes?.went)]
  const added = went.filter(
    ({ lotId }, at) => lots.every((lot) => lot.lotId !== lotId) && went.findIndex((one) => one.lotId === lotId) === at,
  )
  const rows = [...lots, ...added.map(({ lotId, lotNo }) => ({ lotId, lotNo, packs: 0, unit }))]
  const of = (named: readonly { lotId: string; packs: number }[], lotId: string) =>
    named.filter((one) => one.lotId === lotId).reduce((sum, one) => sum + one.packs, 0)
  return (
    <DataTable
      caption="各批数量"
      rows={rows.map((lot) => ({ ...lot, is: lot.packs - of(stayed, lot.lotId) + of(went, lot.lotId) }))}
      rowKey={(lot) => lot.lotId}
      columns={[
        { title: '批号', key: 'lotNo' },
        { title: '出库单', key: 'packs', align: 'right', render: (lot) => `${lot.packs} ${lot.unit}` },
        {
          title: '更正后',
          key: 'is',
          align: 'right',
          render: (lot) => (lot.is === lot.packs ? `${lot.is} ${lot.unit}` : <strong>{`${lot.is} ${lot.unit}`}</strong>),
        },
      ]}
    />
  )
}

type Scanning = {
  shipmentId: string
  side: ShipmentSide
  /** Given by the field of the form around it. */
  id?: string
  value?: readonly ScannedCode[]
  onChange?: (codes: readonly ScannedCode[]) => void
}

/** A field for the scanner, and what was scanned; the server says of each code which packs it stands for. */
function ScannedCodes({ shipmentId, side, id, value = [], onChange }: Scanning) {
  const [refused, setRefused] = useState<string>()
  const form = Form.useFormInstance<Values>()
  const scan = async (text: string) => {
    setRefused(undefined)
    try {
      const code = await call(correctionApi.shipmentCode, { id: shipmentId, side, code: text })
      // As it is when the answer comes: the scanner may have read the next one meanwhile.
      const { stayed, went }: Values['changes'] = form.getFieldValue('changes')
      const [here, there] = side === 'stayed' ? [stayed, went] : [went, stayed]
      if (here.some((one) => one.code === code.code)) setRefused(`${code.code} 已经扫过`)
      else if (there.some((one) => one.code === code.code)) setRefused(`${code.code} 已扫在另一栏，请先在那里移除`)
      else onChange?.([...here, { ...code, text }])
    } catch (error) {
      setRefused(error instanceof CallError ? (error.errors[0]?.message ?? error.message) : '没有读到，请重新扫描')
    }
  }
  const field = useScanField((text) => void scan(text))
  return (
    <>
      <Input {...(id !== undefined && { id })} {...field} placeholder="扫描后自动加入；手工输入请按回车" />
      <div aria-live="assertive">{refused && <Alert className="form-failure" type="error" showIcon title={refused} />}</div>
      {value.length > 0 && (
        <ul className="plain scanned-codes">
          {value.map((one) => (
            <li key={one.code}>
              <span>
                <code>{one.code}</code> {one.level === 'box' ? '箱' : '袋'}，
                {one.packs.map((part) => `${part.lotNo} × ${part.packs}`).join('，')}
              </span>
              <ReasonButton reason={undefined} onClick={() => onChange?.(value.filter((other) => other !== one))}>
                移除
              </ReasonButton>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
