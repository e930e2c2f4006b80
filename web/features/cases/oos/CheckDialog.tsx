import { Alert, App, Form, Input, Radio, Select } from 'antd'
import { oosLaboratoryApi, type OosFile } from '#contract/cases/oos-api.ts'
import { oosActions, oosChecks, oosFindings, type OosCheck, type OosFinding } from '#contract/cases/oos.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { attachmentApi } from '#contract/office/attachment.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Attachments } from '#web/parts/Attachments.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ValueFields, valueOf, type ValueCells } from './ValueFields.tsx'
import './oos.css'

type Values = {
  checklist: Record<OosCheck, { ok: boolean; note?: string }>
  finding: OosFinding
  explanation: string
  proofId?: string
  corrected?: ValueCells
  signature: SignatureInput
}

/** 实验室调查, the first phase: six things are looked at one by one, then it is said what was found. A slip of typing is put right here. */
export function CheckDialog({ file, onClose }: { file: OosFile; onClose: () => void }) {
  const { message } = App.useApp()
  const { case: row, item, plea } = file
  const check = useWrite(oosLaboratoryApi[row.side].check)
  const submit = ({ checklist, corrected, proofId, finding, ...values }: Values) =>
    check.mutate(
      {
        id: row.id,
        rowVersion: row.rowVersion,
        ...values,
        finding,
        checklist: asked(checklist),
        ...(finding === 'slip' && { ...(proofId && { proofId }), ...(corrected && { corrected: valueOf(corrected) }) }),
      },
      {
        onSuccess: ({ case: { state } }) => {
          message.success(state === 'corrected' ? '已更正录入，原值保留' : '调查已完成，转QA裁定')
          onClose()
        },
      },
    )
  return (
    <StepDialog<Values>
      title={`实验室调查 ${row.lotNo} ${row.itemName} ${row.value}`}
      submit="签名并完成调查"
      wide
      error={check.error}
      busy={check.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {plea !== '' && <Alert className="form-failure" type="info" showIcon title={`${row.analystName}：${plea}`} />}
      <fieldset className="checks">
        <legend>逐项检查</legend>
        {keysOf(oosChecks).map((key) => (
          <CheckLine key={key} name={key} />
        ))}
      </fieldset>
      <Form.Item name="finding" label="调查结论" rules={[{ required: true, message: '请选择调查结论' }]}>
        <Radio.Group options={keysOf(oosFindings).map((value) => ({ value, label: oosFindings[value] }))} />
      </Form.Item>
      <SlipFields file={file} item={item} />
      <Form.Item name="explanation" label="说明" rules={[{ required: true, whitespace: true, message: '请写明查了什么、查明什么' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={oosActions[row.side].check.signs} commentLabel={null} />
    </StepDialog>
  )
}

/** The checklist as the server wants it: a remark belongs to what is amiss. */
const asked = (checklist: Values['checklist']) => {
  const of = (key: OosCheck) => ({ ok: checklist[key].ok, note: checklist[key].ok ? '' : (checklist[key].note ?? '') })
  return {
    sample: of('sample'),
    instrument: of('instrument'),
    calculation: of('calculation'),
    solutions: of('solutions'),
    calibration: of('calibration'),
    method: of('method'),
  }
}

function CheckLine({ name }: { name: OosCheck }) {
  const ok: boolean | undefined = Form.useWatch(['checklist', name, 'ok'])
  return (
    <div className="check-line">
      <Form.Item name={['checklist', name, 'ok']} label={oosChecks[name]} rules={[{ required: true, message: '请选择正常或异常' }]}>
        <Radio.Group
          options={[
            { value: true, label: '正常' },
            { value: false, label: '异常' },
          ]}
        />
      </Form.Item>
      {ok === false && (
        <Form.Item name={['checklist', name, 'note']} rules={[{ required: true, whitespace: true, message: '请写明异常情况' }]}>
          <Input aria-label={`${oosChecks[name]} 异常情况`} placeholder="异常情况" maxLength={200} />
        </Form.Item>
      )}
    </div>
  )
}

/** The reading that proves a slip of typing, and the value that it shows. */
function SlipFields({ file: { case: row, moisture, results }, item }: { file: OosFile; item: OosFile['item'] }) {
  const finding: OosFinding | undefined = Form.useWatch('finding')
  const files = useRead(attachmentApi.list, finding === 'slip' ? { of: 'inspection', id: row.inspectionId } : null)
  if (finding !== 'slip') return null
  const usable = (files.data ?? []).filter(({ voided }) => voided === null)
  return (
    <>
      {files.error && <CallFailure error={files.error} onRetry={() => void files.refetch()} />}
      <Form.Item
        name="proofId"
        label="原始读数"
        rules={[{ required: true, message: '请选择原始读数' }]}
        extra="打印条、照片或天平记录，附在本检验上"
      >
        <Select
          options={usable.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="请选择附件"
          notFoundContent={files.error ? null : '还没有附件，请在下面上传'}
        />
      </Form.Item>
      <Attachments of="inspection" id={row.inspectionId} usual="照片" />
      <ValueFields item={item} source={results.at(-1)?.source} moisture={moisture} name={['corrected']} label="原始读数上的值" />
    </>
  )
}
