import { App, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { trainingApi, trainingResults } from '#contract/people/training.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ColleagueField } from './ColleagueField.tsx'

/** 登记培训: who was taught what, by whom, and whether they passed. */
export function RecordTrainingDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const record = useWrite(trainingApi.record)
  const kinds = useDictionary('training_kind')
  const [chosen, setChosen] = useState<string>()
  const changes = useRead(trainingApi.changes, {})
  // Only what asks for this person's training can be chosen.
  const open = (changes.data ?? []).filter(({ people }) => chosen === undefined || people.some(({ id }) => id === chosen))
  return (
    <StepDialog<z.input<typeof trainingApi.record.input>>
      title="登记培训"
      submit="登记"
      wide
      initial={{ heldOn: today(), result: 'passed', remark: '' }}
      error={record.error}
      busy={record.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        record.mutate(values, {
          onSuccess: ({ person }) => {
            message.success(`已登记 ${person.name} 的培训；签到表和考卷可在详情中上传`)
            onClose()
          },
        })
      }
    >
      <div className="form-columns">
        <ColleagueField chosen={chosen} onChange={setChosen} />
        <Form.Item name="kind" label="培训类别" rules={[{ required: true, message: '请选择培训类别' }]} extra="有效期按类别计算">
          <Select options={kinds.options} loading={kinds.isPending} />
        </Form.Item>
        <Form.Item name="course" label="培训内容" rules={[{ required: true, whitespace: true, message: '请填写培训内容' }]}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="heldOn" label="培训日期" rules={[{ required: true, message: '请选择培训日期' }]}>
          <DayInput max={today()} />
        </Form.Item>
        <Form.Item name="classHours" label="学时" rules={[{ required: true, message: '请填写学时' }]}>
          <Input inputMode="decimal" maxLength={5} />
        </Form.Item>
        <Form.Item name="trainer" label="培训人" rules={[{ required: true, whitespace: true, message: '请填写培训人' }]}>
          <Input maxLength={60} placeholder="姓名，或外部机构" />
        </Form.Item>
        <Form.Item name="result" label="考核" rules={[{ required: true, message: '请选择考核结果' }]}>
          <Radio.Group options={Object.entries(trainingResults).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
      </div>
      {open.length > 0 && (
        <Form.Item name="changeId" label="为哪项变更" extra="变更要求的人都培训合格后，变更才执行">
          <Select
            allowClear
            placeholder="不是为变更的不填"
            options={open.map(({ id, caseNo, subject, people }) => ({
              value: id,
              label: `${caseNo} ${subject}（${people.map(({ name }) => name).join('、')}）`,
            }))}
          />
        </Form.Item>
      )}
      <Form.Item name="remark" label="说明">
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
