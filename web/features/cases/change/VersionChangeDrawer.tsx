import { App, Form, Input } from 'antd'
import { changeApi } from '#contract/cases/change-api.ts'
import { changeRecords } from '#contract/cases/change.ts'
import { useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { EffectiveDay, noReasons, ReasonFields, type ChangeReasons } from './ChangeFields.tsx'
import { TouchedTable } from './TouchedTable.tsx'
import { OpenChange, WithSubject } from './WithSubject.tsx'

type Asked = { record: 'process' | 'standard'; id: string; onClose: () => void }

/** Asks for the next version of a process or a standard; the version itself is written and signed by its own steps. */
export const VersionChangeDrawer = (asked: Asked) => (
  <WithSubject {...asked}>{(subject) => <VersionChange {...asked} subject={subject} />}</WithSubject>
)

function VersionChange({
  record,
  id,
  subject,
  onClose,
}: Asked & { subject: Parameters<Parameters<typeof WithSubject>[0]['children']>[0] }) {
  const { message } = App.useApp()
  const process = useWrite(changeApi.process)
  const standard = useWrite(changeApi.standard)
  const propose = record === 'process' ? process : standard
  return (
    <FormDrawer<ChangeReasons & { plan: string }>
      title={`变更${changeRecords[record]} ${subject.subject}`}
      submit="提出变更"
      draftName={`change-${record}-${id}`}
      initial={{ ...noReasons(), plan: '' }}
      error={propose.error}
      busy={propose.isPending}
      onSubmit={(values, saved) =>
        propose.mutate(
          { id, ...values },
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
      <Form.Item
        name="plan"
        label={`现行 ${String(subject.values['version'])}，下一版要改的内容`}
        rules={[{ required: true, whitespace: true, message: '请写明下一版要改什么' }]}
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <div className="form-columns">
        <EffectiveDay />
      </div>
      <ReasonFields note="变更批准、要求的人培训合格后，才能批准下一版；下一版的生效日期不能早于此日。" />
    </FormDrawer>
  )
}
