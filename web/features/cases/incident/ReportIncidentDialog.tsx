import { App, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { incidentAreas, incidentKinds, incidentSources, type IncidentArea, type IncidentSource } from '#contract/cases/incident.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useWrite } from '#web/lib/call.ts'
import { notInFuture } from '#web/lib/not-in-future.ts'
import { InstantInput } from '#web/parts/DayInput.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import './incident.css'

type Values = z.input<typeof incidentApi.open.input>

/** What a page knows of it already. */
export type ReportedFrom = {
  area?: IncidentArea
  source?: { table: IncidentSource; id: string; no: string }
  lotNo?: string
  subject?: string
}

/** 上报质量事件: anybody tells what they saw; quality assurance says what it is worth. */
export function ReportIncidentDialog({ from = {}, onClose }: { from?: ReportedFrom; onClose: () => void }) {
  const { message } = App.useApp()
  const open = useWrite(incidentApi.open)
  const { source, ...known } = from
  const [foundAt] = useState(() => new Date().toISOString())
  return (
    <StepDialog<Values>
      title="上报质量事件"
      submit="上报"
      wide
      initial={{ kind: 'deviation', foundAt, ...known }}
      error={open.error}
      busy={open.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        open.mutate(
          { ...values, ...(source && { source: source.table, sourceId: source.id }) },
          {
            onSuccess: ({ caseNo }) => {
              void message.success(`${caseNo} 已上报，由质量部分级处理；可在个人中心查看进展`, 6)
              onClose()
            },
          },
        )
      }
    >
      {source && <Facts rows={[['来源单据', `${incidentSources[source.table].label} ${source.no}`]]} />}
      <div className="field-pair">
        <Form.Item name="kind" label="类别" rules={[{ required: true, message: '请选择事件类别' }]}>
          <Select options={keysOf(incidentKinds).map((value) => ({ value, label: incidentKinds[value] }))} />
        </Form.Item>
        <Form.Item name="area" label="来源" rules={[{ required: true, message: '请选择来源' }]}>
          <Select placeholder="在哪里出的问题" options={keysOf(incidentAreas).map((value) => ({ value, label: incidentAreas[value] }))} />
        </Form.Item>
      </div>
      <Form.Item name="subject" label="一句话说明" rules={[{ required: true, whitespace: true, message: '请用一句话说明' }]}>
        <Input maxLength={100} placeholder="如：干燥温度超出范围" />
      </Form.Item>
      <Form.Item name="description" label="经过" rules={[{ required: true, whitespace: true, message: '请写明经过和已做的处理' }]}>
        <Input.TextArea maxLength={2000} showCount autoSize={{ minRows: 4 }} placeholder="看到了什么、持续多久、已经做了什么" />
      </Form.Item>
      <div className="field-pair">
        <Form.Item name="measured" label="实测">
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="expected" label="应为">
          <Input maxLength={100} />
        </Form.Item>
      </div>
      <div className="field-pair">
        <Form.Item name="foundAt" label="发现时间" rules={[{ required: true, message: '请填写发现时间' }, notInFuture]}>
          <InstantInput />
        </Form.Item>
        <Form.Item name="place" label="地点">
          <Input maxLength={50} placeholder="如：切制间、常温库" />
        </Form.Item>
      </div>
      <Form.Item name="lotNo" label="批号" extra="上报不冻结批次；确需立即停用的，请同时告知质量部">
        <Input maxLength={50} />
      </Form.Item>
      <Complainant />
    </StepDialog>
  )
}

/** For whom it is written down, where a customer told it. */
function Complainant() {
  const kind: Values['kind'] | undefined = Form.useWatch('kind')
  if (kind === undefined || kind === 'deviation') return null
  return (
    <div className="field-pair">
      <Form.Item name="complainant" label="反映人或单位">
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="contact" label="联系方式">
        <Input maxLength={100} />
      </Form.Item>
    </div>
  )
}
