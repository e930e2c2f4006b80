import { App, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { measureKinds, verificationMeaning } from '#contract/cases/incident.ts'
import type { IncidentMeasure, IncidentRow } from '#contract/cases/incident-file.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useWrite } from '#web/lib/call.ts'
import { useChoices } from '#web/lib/choices.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 责任人: anybody who has an account in use. */
function OwnerField() {
  const [chosen, setChosen] = useState<string>()
  const owners = useChoices(incidentApi.owners, {}, chosen)
  return (
    <>
      {owners.error && <CallFailure error={owners.error} onRetry={owners.again} />}
      <Form.Item name="ownerId" label="责任人" rules={[{ required: true, message: '请选择责任人' }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: owners.search }}
          loading={owners.isSearching}
          placeholder="输入姓名或账号"
          options={owners.rows.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value: string) => setChosen(value)}
        />
      </Form.Item>
    </>
  )
}

/** 加措施: what is done, by whom, until when. */
export function AddMeasureDialog({ incident, onClose }: { incident: IncidentRow; onClose: () => void }) {
  const { message } = App.useApp()
  const add = useWrite(incidentApi.addMeasure)
  return (
    <StepDialog<Omit<z.input<typeof incidentApi.addMeasure.input>, 'id'>>
      title={`加措施 ${incident.caseNo}`}
      submit="加入"
      initial={{ kind: 'corrective' }}
      error={add.error}
      busy={add.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        add.mutate(
          { id: incident.id, ...values },
          {
            onSuccess: () => {
              void message.success('措施已加入，已通知责任人')
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="kind" label="类型" rules={[{ required: true, message: '请选择纠正或预防' }]}>
        <Radio.Group options={keysOf(measureKinds).map((value) => ({ value, label: measureKinds[value] }))} />
      </Form.Item>
      <Form.Item name="action" label="措施" rules={[{ required: true, whitespace: true, message: '请写明要做什么' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <OwnerField />
      <Form.Item name="dueOn" label="完成期限" rules={[{ required: true, message: '请填写期限' }]}>
        <DayInput />
      </Form.Item>
    </StepDialog>
  )
}

type Of = { incident: IncidentRow; measure: IncidentMeasure; onClose: () => void }

/** 确认有效: with what it is seen to have worked. */
export function VerifyDialog({ incident, measure, onClose }: Of) {
  const { message } = App.useApp()
  const verify = useWrite(incidentApi.verifyMeasure)
  return (
    <StepDialog<Pick<z.input<typeof incidentApi.verifyMeasure.input>, 'effect' | 'signature'>>
      title={`确认措施 ${measure.serial} 有效`}
      submit="签名并确认"
      error={verify.error}
      busy={verify.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        verify.mutate(
          { id: incident.id, measureId: measure.id, ...values },
          {
            onSuccess: () => {
              void message.success('措施已确认有效')
              onClose()
            },
          },
        )
      }
    >
      <p>
        {measure.action}
        <br />
        <span className="quiet">完成情况：{measure.proof}</span>
      </p>
      <Form.Item name="effect" label="有效性依据" rules={[{ required: true, whitespace: true, message: '请写明看到的效果' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <SignatureFields meaning={verificationMeaning} commentLabel={null} />
    </StepDialog>
  )
}

/** 更换责任人. */
export function ReplaceOwnerDialog({ incident, measure, onClose }: Of) {
  const { message } = App.useApp()
  const replace = useWrite(incidentApi.replaceOwner)
  return (
    <StepDialog<Pick<z.input<typeof incidentApi.replaceOwner.input>, 'ownerId' | 'reason'>>
      title={`更换措施 ${measure.serial} 的责任人`}
      submit="更换"
      error={replace.error}
      busy={replace.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        replace.mutate(
          { id: incident.id, measureId: measure.id, ...values },
          {
            onSuccess: () => {
              void message.success('责任人已更换，已通知新的责任人')
              onClose()
            },
          },
        )
      }
    >
      <p>现由 {measure.owner.name} 负责。</p>
      <OwnerField />
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写更换的原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
