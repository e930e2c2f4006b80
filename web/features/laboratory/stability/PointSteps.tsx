import { App, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { priorities, stabilityMonths } from '#contract/laboratory/request.ts'
import { pointActions, stabilityApi, stabilityConditions, type PointRow } from '#contract/laboratory/stability.ts'
import { useWrite } from '#web/lib/call.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** What can be done with a time point: its test is asked for, or why there was none is written down. */
export function PointSteps({ point }: { point: PointRow }) {
  const [step, setStep] = useState<keyof typeof pointActions>()
  const close = () => setStep(undefined)
  return (
    <>
      <RowActions
        of={pointActions}
        row={point}
        danger={['miss']}
        on={{
          // What is not due is not offered: its day stands in the row.
          begin: point.hasOpened ? () => setStep('begin') : null,
          miss: point.isLate ? () => setStep('miss') : null,
        }}
      />
      {step === 'begin' && <BeginDialog point={point} onClose={close} />}
      {step === 'miss' && <MissDialog point={point} onClose={close} />}
    </>
  )
}

function BeginDialog({ point, onClose }: { point: PointRow; onClose: () => void }) {
  const { message } = App.useApp()
  const request = useWrite(bulkInspectionApi.requestStability)
  const month = stabilityMonths.find((one) => one === point.month)
  return (
    <StepDialog<{ priority: 'normal' | 'urgent'; department: string; remark: string }>
      title={`考察请验 ${point.lotName} ${point.lotNo}　${point.month}个月`}
      submit="请验"
      error={request.error}
      busy={request.isPending}
      initial={{
        ...{ priority: 'normal', department: '质量部' },
        remark: `按方案 ${point.planNo}，${stabilityConditions[point.storageCondition]}，${point.month}个月`,
      }}
      onClose={onClose}
      onSubmit={(values) =>
        month !== undefined &&
        request.mutate(
          { lotId: point.lotId, month, ...values },
          {
            onSuccess: ({ requestNo }) => {
              void message.success(`${requestNo} 已请验，等待QC受理`)
              onClose()
            },
          },
        )
      }
    >
      <p>取用该批成品留样的整袋检验；批次状态不变，结果不合格时自动冻结整批并开启调查。</p>
      <Facts
        rows={[
          ['考察日', point.testOn],
          ['允许的日期', `${point.opensOn} 至 ${point.closesOn}`],
          ['取用', `${point.packs} 袋`],
          ['考察项目', point.items.join('、')],
        ]}
      />
      <div className="form-columns">
        <Form.Item name="department" label="请验部门" rules={[{ required: true, whitespace: true, message: '请填写请验部门' }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="priority" label="紧急程度">
          <Radio.Group aria-label="紧急程度" options={Object.entries(priorities).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
      </div>
      <Form.Item name="remark" label="考察说明" rules={[{ required: true, whitespace: true, message: '请写明考察说明' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}

function MissDialog({ point, onClose }: { point: PointRow; onClose: () => void }) {
  const { message } = App.useApp()
  const miss = useWrite(stabilityApi.miss)
  return (
    <StepDialog<{ reason: string; signature: SignatureInput }>
      title={`登记未考察 ${point.lotName} ${point.lotNo}　${point.month}个月`}
      submit="签名并登记"
      danger
      error={miss.error}
      busy={miss.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        miss.mutate(
          { id: point.id, ...values },
          {
            onSuccess: () => {
              void message.success(`${point.lotNo} ${point.month}个月已登记为未考察`)
              onClose()
            },
          },
        )
      }
    >
      <p>最迟考察日 {point.closesOn} 已过。还要检验的，请改为请验；登记后这个时间点不能再请验。</p>
      <Form.Item name="reason" label="未考察的原因" rules={[{ required: true, whitespace: true, message: '请写明为什么没有考察' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={pointActions.miss.signs} commentLabel={null} />
    </StepDialog>
  )
}
