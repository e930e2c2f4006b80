import { App, Form, Input, Radio } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { calibrationResults, instrumentActions, instrumentApi, type InstrumentRow } from '#contract/laboratory/instrument.ts'
import { addMonths } from '#contract/warehouse/shelf-life.ts'
import { useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { FileField, fileArrived, type FileValue } from '#web/parts/FileField.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  calibratedOn: string
  result: keyof typeof calibrationResults
  certificateNo: string
  calibratedBy: string
  nextDue?: string
  remark?: string
  certificate?: FileValue
  signature: SignatureInput
}

/** 登记校准. One that failed shows afterwards what was measured with the instrument since the last good one. */
export function CalibrateDialog({
  instrument,
  onClose,
  onFailed,
}: {
  instrument: InstrumentRow
  onClose: () => void
  onFailed: () => void
}) {
  const { message, modal } = App.useApp()
  const calibrate = useWrite(instrumentApi.calibrate)
  const submit = ({ nextDue, remark = '', certificate, ...values }: Values) =>
    calibrate.mutate(
      {
        id: instrument.id,
        ...values,
        remark,
        nextDue: values.result === 'pass' && nextDue ? nextDue : null,
        ...(certificate !== undefined && certificate !== 'sending' && { certificate }),
      },
      {
        onSuccess: ({ suspectResults, caseNo }) => {
          onClose()
          if (values.result === 'pass') return void message.success(`${instrument.number} 校准已登记`)
          onFailed()
          modal.warning({
            title: `${instrument.number} 校准不合格，即日起不能使用`,
            content:
              suspectResults === 0
                ? `上次合格以来没有结果用过它。已开偏差 ${caseNo ?? ''}。`
                : `上次合格以来有 ${suspectResults === 1000 ? '1000 多' : suspectResults} 项结果用过它，已开偏差 ${caseNo ?? ''} 并列出，由QA评估。`,
            okText: '知道了',
          })
        },
      },
    )
  return (
    <StepDialog<Values>
      title={`登记校准 ${instrument.number} ${instrument.name}`}
      submit="签名并登记"
      error={calibrate.error}
      busy={calibrate.isPending}
      initial={{ calibratedOn: today(), result: 'pass', nextDue: addMonths(today(), instrument.intervalMonths) }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="result" label="结论" rules={[{ required: true, message: '请选择校准结论' }]}>
        <Radio.Group options={keysOf(calibrationResults).map((value) => ({ value, label: calibrationResults[value] }))} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="calibratedOn" label="校准日期" rules={[{ required: true, message: '请填写校准日期' }]}>
          <DayInput max={today()} />
        </Form.Item>
        <NextDue />
        <Form.Item name="certificateNo" label="证书编号" rules={[{ required: true, whitespace: true, message: '请填写证书编号' }]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="calibratedBy" label="校准单位" rules={[{ required: true, whitespace: true, message: '请填写校准单位' }]}>
          <Input maxLength={80} />
        </Form.Item>
      </div>
      <Form.Item name="certificate" label="证书文件（可不附）" rules={[fileArrived]}>
        <FileField />
      </Form.Item>
      <Form.Item name="remark" label="说明">
        <Input.TextArea maxLength={300} autoSize={{ minRows: 1 }} />
      </Form.Item>
      <SignatureFields meaning={instrumentActions.calibrate.signs} commentLabel={null} />
    </StepDialog>
  )
}

function NextDue() {
  const result: Values['result'] | undefined = Form.useWatch('result')
  if (result === 'fail') return null
  return (
    <Form.Item name="nextDue" label="有效期至" rules={[{ required: true, message: '请填写下次校准日期' }]}>
      <DayInput />
    </Form.Item>
  )
}
