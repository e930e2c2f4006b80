import { Alert, App, Checkbox, Drawer, Form, Input, Radio, Skeleton } from 'antd'
import { exact, isDecimal } from '#contract/kernel/exact-decimal.ts'
import type { rawInspectionApi, bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import type { samplingInput } from '#contract/laboratory/request-api.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { inspectionActions, type InspectionRow, type InspectionSide } from '#contract/laboratory/inspection.ts'
import { samplingMethods } from '#contract/laboratory/sample-state.ts'
import { requiredSample } from '#contract/laboratory/sampling.ts'
import type { z } from 'zod'
import { ScannedLabels } from '#web/features/packing/packaging/ScannedLabels.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { AuthorisationHint } from '#web/features/people/authorisation/AuthorisationHint.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { SampleDraw } from './SampleDraw.tsx'

type Values = Omit<z.input<typeof samplingInput>, 'id'> & { reason?: string }
type Api = typeof rawInspectionApi | typeof bulkInspectionApi

/** 取样: which packages to open by the draw, how much to take, and the sampler's signature. */
export function SampleDrawer({
  row,
  api,
  again = false,
  onClose,
}: {
  row: InspectionRow
  api: Api
  /** A part of the sample was lost or is too little. */
  again?: boolean
  onClose: () => void
}) {
  const { message } = App.useApp()
  const file = useRead(api.file, { id: row.id })
  const first = useWrite(api.sample)
  const second = useWrite(api.sampleAgain)
  const sample = again ? second : first
  const title = `${again ? '重新取样' : '取样'} ${row.lotName} ${row.lotNo}`
  // Where the form will be: below a long list nobody would see that something is read, or was not.
  if (file.data === undefined)
    return (
      <Drawer open size={760} title={title} onClose={onClose}>
        {file.isPending && <Skeleton active />}
        {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      </Drawer>
    )
  const usual = file.data.usualSampling
  return (
    <FormDrawer<Values>
      title={title}
      submit="签名并完成取样"
      draftName={`sample:${row.id}${again ? ':again' : ''}`}
      initial={{ method: samplingMethods[0], place: '取样间', ...(usual && withPlainNumbers(usual)) }}
      error={sample.error}
      busy={sample.isPending}
      onClose={onClose}
      onSubmit={({ reason = '', ...values }, saved) => {
        const onSuccess = () => {
          saved()
          void message.success(`${row.lotNo} 已取样，等待检验`)
          onClose()
        }
        if (again) second.mutate({ id: row.id, reason, ...values }, { onSuccess })
        else first.mutate({ id: row.id, ...values }, { onSuccess })
      }}
    >
      <AuthorisationHint asked={['sampling']} />
      {again && (
        <Form.Item name="reason" label="重新取样的原因" rules={[{ required: true, whitespace: true, message: '请写明原样品怎么了' }]}>
          <Input maxLength={200} />
        </Form.Item>
      )}
      <SampleDraw file={file.data} />
      <SamplingFields side={row.side} isKept={row.requestKind === 'stability'} />
      {(row.requestKind === 'return' || row.requestKind === 'stability') && (
        <Form.Item
          name="packs"
          label="所开各袋的码"
          extra="成品按整袋取样：各份合计等于所扫各袋的内容物；已开的袋不再入库、不再销售"
          rules={[{ required: true, message: '请扫描所开各袋或整箱的码' }]}
        >
          <ScannedLabels />
        </Form.Item>
      )}
      <Form.Item
        name="fieldNote"
        label="现场观察"
        rules={[{ required: true, whitespace: true, message: '请写明色泽、气味、有无霉变虫蛀' }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} placeholder="色泽、气味、霉变、虫蛀" />
      </Form.Item>
      <Form.Item
        name="resealed"
        valuePropName="checked"
        rules={[
          { validator: (_, checked) => (checked === true ? Promise.resolve() : Promise.reject(new Error('请确认已封口并贴取样证'))) },
        ]}
      >
        <Checkbox>取样后已封口，并在所取各件贴上取样证</Checkbox>
      </Form.Item>
      <SignatureFields meaning={inspectionActions[row.side].sample.signs} />
      {row.isToxic && (
        <SecondPersonFields label="第二取样人" meaning={`${inspectionActions[row.side].sample.signs}（第二人）`} name="witness" />
      )}
    </FormDrawer>
  )
}

/** The last sampling as the form's values: 100, not 100.0. */
const withPlainNumbers = ({ testNeed, test, recheck, retention, ...where }: NonNullable<InspectionFile['usualSampling']>) => ({
  ...where,
  testNeed: exact(testNeed).toFixed(),
  test: exact(test).toFixed(),
  recheck: exact(recheck).toFixed(),
  retention: exact(retention).toFixed(),
})

/** Where and how the sample is drawn, and its parts in g. */
function SamplingFields({ side, isKept }: { side: InspectionSide; isKept: boolean }) {
  return (
    <>
      <div className="form-columns">
        <Form.Item
          name="samplingPoint"
          label="取样部位"
          rules={[{ required: true, whitespace: true, message: '请填写取样部位，每件至少2至3处' }]}
        >
          <Input maxLength={100} placeholder="上、中、下" />
        </Form.Item>
        <Form.Item name="method" label="取样方法" rules={[{ required: true, message: '请选择取样方法' }]}>
          <Radio.Group aria-label="取样方法" options={samplingMethods.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item name="place" label="取样地点" rules={[{ required: true, whitespace: true, message: '请填写取样地点' }]}>
          <Input maxLength={60} />
        </Form.Item>
        <div className="form-columns">
          <Form.Item name="temperature" label="温度" rules={[{ required: true, message: '请填写温度' }]}>
            <QuantityInput unit="℃" negative />
          </Form.Item>
          <Form.Item name="humidity" label="相对湿度" rules={[{ required: true, message: '请填写湿度' }]}>
            <QuantityInput unit="%" />
          </Form.Item>
        </div>
        <Form.Item name="testNeed" label="一次全检需用量" rules={[{ required: true, message: '请填写检验需用量' }]}>
          <QuantityInput unit="g" />
        </Form.Item>
        <Form.Item name="test" label="检验样" rules={[{ required: true, message: '请填写检验样的量' }]}>
          <QuantityInput unit="g" />
        </Form.Item>
        <Form.Item name="recheck" label="复核样" rules={[{ required: true, message: '请填写复核样的量' }]}>
          <QuantityInput unit="g" />
        </Form.Item>
        <Form.Item
          name="retention"
          label="留样"
          rules={[{ required: true, message: '请填写留样的量' }]}
          extra={
            isKept ? '所开各袋检验后余下的量；整袋另有留样' : side === 'raw' ? '不少于一次全检需用量' : '成品留样不少于一次全检需用量的2倍'
          }
        >
          <QuantityInput unit="g" />
        </Form.Item>
      </div>
      <Form.Item name="quartered" valuePropName="checked" initialValue={false}>
        <Checkbox>混合后的样品远多于所需，已按四分法缩分</Checkbox>
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldsValue }) => <SampleTotal {...getFieldsValue(['testNeed', 'test', 'recheck', 'retention'])} isKept={isKept} />}
      </Form.Item>
    </>
  )
}

/** The sum of the three parts, g, beside the least that the rule asks for: three times one full test, or two where whole packs are kept besides. */
function SampleTotal(given: { testNeed?: string; test?: string; recheck?: string; retention?: string; isKept: boolean }) {
  const { testNeed = '', test = '', recheck = '', retention = '', isKept } = given
  if (![testNeed, test, recheck, retention].every(isDecimal)) return null
  const total = exact(test).plus(recheck).plus(retention)
  const times = isKept ? 2 : 3
  const least = requiredSample(testNeed, times)
  const enough = total.greaterThanOrEqualTo(least)
  return (
    <Alert
      className="form-failure"
      showIcon
      type={enough ? 'success' : 'warning'}
      title={`共取 ${total.toFixed()} g，至少需要 ${least} g（检验需用量的${times}倍）`}
    />
  )
}
