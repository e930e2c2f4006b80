import { App, Form, Input } from 'antd'
import { changeApi } from '#contract/cases/change-api.ts'
import { changeRecords, type VersionRecord } from '#contract/cases/change.ts'
import { useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { EffectiveDay, noReasons, ReasonFields, type ChangeReasons } from './ChangeFields.tsx'
import { TouchedTable } from './TouchedTable.tsx'
import { OpenChange, WithSubject } from './WithSubject.tsx'

type Asked = { record: VersionRecord; id: string; onClose: () => void }

/** What the next one is called, and what its change opens the way for. */
const words: Record<VersionRecord, { plan: string; missing: string; note: string }> = {
  process: {
    plan: '下一版要改的内容',
    missing: '请写明下一版要改什么',
    note: '变更批准、要求的人培训合格后，才能批准下一版；下一版的生效日期不能早于此日。',
  },
  standard: {
    plan: '下一版要改的内容',
    missing: '请写明下一版要改什么',
    note: '变更批准、要求的人培训合格后，才能批准下一版；下一版的生效日期不能早于此日。',
  },
  pack_spec: {
    plan: '新规格及标签上的内容',
    missing: '请写明新规格和标签上的内容',
    note: '变更批准、要求的人培训合格后，自此日起可以新建一个包装规格。',
  },
}

/** Asks for the next version of a process, a standard or a pack specification; it is written, and signed where it has to be, by its own steps. */
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
  const packSpec = useWrite(changeApi.packSpec)
  const propose = { process, standard, pack_spec: packSpec }[record]
  const { plan, missing, note } = words[record]
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
        label={`现行 ${String(subject.values['version'])}，${plan}`}
        rules={[{ required: true, whitespace: true, message: missing }]}
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <div className="form-columns">
        <EffectiveDay />
      </div>
      <ReasonFields note={note} />
    </FormDrawer>
  )
}
