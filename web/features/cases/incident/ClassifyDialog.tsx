import { App, Form, Input, Radio } from 'antd'
import type { z } from 'zod'
import { incidentActions, incidentLevels } from '#contract/cases/incident.ts'
import { incidentApi } from '#contract/cases/incident-api.ts'
import type { IncidentFile } from '#contract/cases/incident-file.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useWrite } from '#web/lib/call.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof incidentApi.classify.input>, 'id' | 'rowVersion'>

/** 分级: how grave it is, and until when it ends; of an adverse reaction also until when it is reported. */
export function ClassifyDialog({ file: { incident, reportBy }, onClose }: { file: IncidentFile; onClose: () => void }) {
  const { message } = App.useApp()
  const classify = useWrite(incidentApi.classify)
  const isAgain = incident.level !== null
  return (
    <StepDialog<Values>
      title={`${isAgain ? '改级' : '分级'} ${incident.caseNo}`}
      submit="签名并分级"
      initial={{
        ...(incident.level !== null && { level: incident.level }),
        ...(incident.dueOn !== null && { dueOn: incident.dueOn }),
        ...(reportBy !== null && { reportBy }),
      }}
      error={classify.error}
      busy={classify.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        classify.mutate(
          { id: incident.id, rowVersion: incident.rowVersion, ...values },
          {
            onSuccess: () => {
              void message.success(`${incident.caseNo} 已分级，请开始调查`)
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="level" label="级别" rules={[{ required: true, message: '请选择级别' }]}>
        <Radio.Group options={keysOf(incidentLevels).map((value) => ({ value, label: incidentLevels[value].label }))} />
      </Form.Item>
      <Form.Item name="dueOn" label="处理完成期限" rules={[{ required: true, message: '请填写期限' }]}>
        <DayInput />
      </Form.Item>
      {incident.kind === 'adverse' && (
        <Form.Item
          name="reportBy"
          label="上报监管期限"
          extra="请按现行药品不良反应报告规定和严重程度填写；系统不代为判断"
          rules={[{ required: true, message: '请填写上报期限' }]}
        >
          <DayInput />
        </Form.Item>
      )}
      {isAgain && (
        <Form.Item name="reason" label="改级原因" rules={[{ required: true, whitespace: true, message: '请写明改级的原因' }]}>
          <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      )}
      <SignatureFields meaning={incidentActions.classify.signs} />
    </StepDialog>
  )
}
