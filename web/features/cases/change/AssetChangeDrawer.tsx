import { App, Form, Input, InputNumber, Select } from 'antd'
import { changeApi } from '#contract/cases/change-api.ts'
import type { ChangeSubject } from '#contract/cases/change.ts'
import { useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { EffectiveDay, noReasons, ReasonFields, type ChangeReasons } from './ChangeFields.tsx'
import { TouchedTable } from './TouchedTable.tsx'
import { OpenChange, WithSubject } from './WithSubject.tsx'

type Fields = {
  isToxic: boolean
  class: string
  clearanceHours: number
  calibrationMonths: number | null
}

/** Asks for a change of what is critical of a room, line, machine or scale that was used. */
export const AssetChangeDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <WithSubject record="asset" id={id} onClose={onClose}>
    {(subject) => <AssetChange id={id} subject={subject} onClose={onClose} />}
  </WithSubject>
)

const numberOf = (value: ChangeSubject['values'][string] | undefined) => (typeof value === 'number' ? value : null)

/** The values that are said to become others. */
function changesOf(was: Fields, { isToxic, class: sort, clearanceHours, calibrationMonths }: Fields) {
  return {
    ...(isToxic !== was.isToxic && { isToxic }),
    ...(sort !== was.class && { class: sort }),
    ...(clearanceHours !== was.clearanceHours && { clearanceHours }),
    ...(calibrationMonths !== was.calibrationMonths && { calibrationMonths }),
  }
}

function AssetChange({ id, subject, onClose }: { id: string; subject: ChangeSubject; onClose: () => void }) {
  const { message } = App.useApp()
  const propose = useWrite(changeApi.asset)
  const { values } = subject
  const was: Fields = {
    isToxic: values['is_toxic'] === true,
    class: String(values['class'] ?? ''),
    clearanceHours: numberOf(values['clearance_hours']) ?? 0,
    calibrationMonths: numberOf(values['calibration_months']),
  }
  return (
    <FormDrawer<ChangeReasons & Fields>
      title={`变更 ${subject.subject}`}
      submit="提出变更"
      draftName={`change-${id}`}
      initial={{ ...noReasons(), ...was }}
      error={propose.error}
      busy={propose.isPending}
      onSubmit={({ effectiveOn, reason, impact, traineeIds, signature, ...fields }, saved) =>
        propose.mutate(
          { id, changes: changesOf(was, fields), effectiveOn, reason, impact, traineeIds, signature },
          {
            onSuccess: ({ caseNo }) => {
              message.success(`变更 ${caseNo} 已提出，待第二人批准`)
              saved()
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <OpenChange of={subject} />
      <TouchedTable touched={subject.touched} isToxic={undefined} />
      <div className="form-columns">
        <Form.Item name="isToxic" label="毒性饮片专用">
          <Select
            options={[
              { value: false, label: '否' },
              { value: true, label: '是' },
            ]}
          />
        </Form.Item>
        <Form.Item name="class" label="类别" rules={[{ required: was.class !== '', whitespace: true, message: '请填写类别' }]}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="clearanceHours" label="清场有效期（小时）" rules={[{ required: true, message: '请填写清场有效期' }]}>
          <InputNumber min={1} max={720} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="calibrationMonths" label="校准周期（月）">
          <InputNumber min={1} max={60} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <EffectiveDay />
      </div>
      <ReasonFields note="毒性专用与否只在停用期间执行：到生效日没有停用的，本变更不执行，须重新提出。" />
    </FormDrawer>
  )
}
