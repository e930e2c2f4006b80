import { App, Form, Input, Radio } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { calibrationResults } from '#contract/laboratory/instrument.ts'
import { assetActions, serviceKinds, serviceMeanings, type AssetRow } from '#contract/making/asset.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { addMonths } from '#contract/warehouse/shelf-life.ts'
import { useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  kind: keyof typeof serviceKinds
  doneOn: string
  result: keyof typeof calibrationResults
  doneBy: string
  certificateNo?: string
  nextDue?: string
  remark?: string
  signature: SignatureInput
  checker?: { userName: string; password: string }
}

/** 登记校准或保养. */
export function ServiceDialog({ asset, onClose }: { asset: AssetRow; onClose: () => void }) {
  const { message } = App.useApp()
  const service = useWrite(assetApi.service)
  const months = { calibration: asset.calibrationMonths, maintenance: asset.maintenanceMonths }
  const planned = keysOf(serviceKinds).filter((kind) => months[kind] !== null)
  const [first = 'maintenance'] = planned
  const submit = ({ nextDue, remark = '', certificateNo = '', ...values }: Values) =>
    service.mutate(
      { id: asset.id, ...values, remark, certificateNo, nextDue: values.result === 'pass' && nextDue ? nextDue : null },
      {
        onSuccess: () => {
          const what = `${asset.number} ${serviceKinds[values.kind]}`
          if (values.result === 'pass') message.success(`${what}已登记`)
          else message.warning(`${what}不合格，已告知QA；再次合格前不能使用`)
          onClose()
        },
      },
    )
  return (
    <StepDialog<Values>
      title={`登记校准或保养 ${asset.number} ${asset.name}`}
      submit="签名并登记"
      error={service.error}
      busy={service.isPending}
      initial={{ kind: first, result: 'pass', doneOn: today(), nextDue: addMonths(today(), months[first] ?? 12) }}
      onSubmit={submit}
      onClose={onClose}
    >
      {asset.maintenanceContent !== '' && <p className="quiet">保养内容：{asset.maintenanceContent}</p>}
      {planned.length > 1 && (
        <Form.Item name="kind" label="登记" rules={[{ required: true, message: '请选择校准或保养' }]}>
          <Radio.Group options={planned.map((value) => ({ value, label: serviceKinds[value] }))} />
        </Form.Item>
      )}
      {planned.length === 1 && (
        <Form.Item name="kind" hidden>
          <Input />
        </Form.Item>
      )}
      <Form.Item name="result" label="结论" rules={[{ required: true, message: '请选择结论' }]}>
        <Radio.Group options={keysOf(calibrationResults).map((value) => ({ value, label: calibrationResults[value] }))} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="doneOn" label="日期" rules={[{ required: true, message: '请填写日期' }]}>
          <DayInput max={today()} />
        </Form.Item>
        <NextDue />
        <Form.Item name="doneBy" label="单位或人员" rules={[{ required: true, whitespace: true, message: '请填写校准或保养的单位或人员' }]}>
          <Input maxLength={80} autoComplete="off" />
        </Form.Item>
        <CertificateNo />
      </div>
      <Form.Item name="remark" label="说明">
        <Input.TextArea maxLength={300} autoSize={{ minRows: 1 }} />
      </Form.Item>
      <SignatureFields meaning={assetActions.service.signs} commentLabel={null} />
      <Checker />
    </StepDialog>
  )
}

/** Maintenance is looked at by another. */
function Checker() {
  const kind: Values['kind'] | undefined = Form.useWatch('kind')
  if (kind !== 'maintenance') return null
  return <SecondPersonFields label="复核人" meaning={serviceMeanings.check} name="checker" />
}

function NextDue() {
  const result: Values['result'] | undefined = Form.useWatch('result')
  if (result === 'fail') return null
  return (
    <Form.Item name="nextDue" label="下次日期" rules={[{ required: true, message: '请填写下次日期' }]}>
      <DayInput />
    </Form.Item>
  )
}

function CertificateNo() {
  const kind: Values['kind'] | undefined = Form.useWatch('kind')
  return (
    <Form.Item
      name="certificateNo"
      label="证书编号"
      rules={[{ required: kind === 'calibration', whitespace: true, message: '请填写证书编号' }]}
    >
      <Input maxLength={60} autoComplete="off" />
    </Form.Item>
  )
}
