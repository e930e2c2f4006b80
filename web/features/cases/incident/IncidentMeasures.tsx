import { Button, Form } from 'antd'
import { useState } from 'react'
import { incidentActions, measureKinds, measureLooks } from '#contract/cases/incident.ts'
import { incidentApi } from '#contract/cases/incident-api.ts'
import type { IncidentFile, IncidentMeasure } from '#contract/cases/incident-file.ts'
import { refusal } from '#contract/kernel/action.ts'
import { useActor } from '#web/lib/actor.ts'
import { dateTime } from '#web/lib/format.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { AddMeasureDialog, ReplaceOwnerDialog, VerifyDialog } from './MeasureDialogs.tsx'
import { TextDialog } from './TextDialog.tsx'

export const measureColumns: readonly Column<IncidentMeasure>[] = [
  { title: '措施', key: 'action', render: (one) => <What measure={one} /> },
  {
    title: '责任人',
    key: 'owner',
    render: ({ owner, pastOwners }) => (
      <>
        {owner.name}
        {pastOwners.length > 0 && <small className="why">原为 {pastOwners.join('、')}</small>}
      </>
    ),
  },
  {
    title: '期限',
    key: 'dueOn',
    render: ({ dueOn, isLate }) => (
      <>
        <span className="unbroken">{dueOn}</span> {isLate && <span className="tag tag-bad">逾期</span>}
      </>
    ),
  },
  { title: '状态', key: 'state', render: ({ state }) => <StateTag of={measureLooks} state={state} /> },
  { title: '证据与效果', key: 'proof', render: (one) => one.proof && <Shown measure={one} /> },
]

const What = ({ measure: { serial, kind, action } }: { measure: IncidentMeasure }) => (
  <>
    {serial}. {action}
    <small className="why">{measureKinds[kind]}措施</small>
  </>
)

function Shown({ measure: { proof, doneAt, effect, verifiedBy, verifiedAt } }: { measure: IncidentMeasure }) {
  if (proof === null) return null
  return (
    <>
      {proof}
      <small className="why">{doneAt && dateTime(doneAt)}</small>
      {effect !== null && (
        <small className="why">
          {effect}（{verifiedBy}　{verifiedAt && dateTime(verifiedAt)}）
        </small>
      )}
    </>
  )
}

type Asking = { what: 'verify' | 'return' | 'owner' | 'cancel'; measure: IncidentMeasure }

/** CAPA: each measure with who answers for it, what shows that it is done, and whether it worked. */
export function IncidentMeasures({ file: { incident, measures } }: { file: IncidentFile }) {
  const actor = useActor()
  const [adding, setAdding] = useState(false)
  const [asking, setAsking] = useState<Asking>()
  const follows = refusal(incidentActions.measure, incident, actor) === undefined
  const stay = () => setAsking(undefined)
  const step = (what: Asking['what'], measure: IncidentMeasure, label: string) => (
    <Button key={what} type="link" className="text-action" onClick={() => setAsking({ what, measure })}>
      {label}
    </Button>
  )
  return (
    <>
      {(incident.state === 'investigating' || incident.state === 'approved') && (
        <p className="tags steps">
          <ActionButton
            action={{ ...incidentActions.measure, label: '加措施' }}
            row={incident}
            type="default"
            onClick={() => setAdding(true)}
          />
        </p>
      )}
      {measures.length === 0 ? (
        <p className="quiet">没有措施。</p>
      ) : (
        <DataTable
          caption="纠正预防措施"
          rows={measures}
          rowKey={({ id }) => id}
          columns={measureColumns}
          {...(follows && {
            actions: (one: IncidentMeasure) => (
              <>
                {one.state === 'done' && step('verify', one, '确认有效')}
                {one.state === 'done' && step('return', one, '退回')}
                {(one.state === 'open' || one.state === 'done') && step('owner', one, '换责任人')}
                {(one.state === 'open' || one.state === 'done') && step('cancel', one, '取消')}
              </>
            ),
          })}
        />
      )}
      {adding && <AddMeasureDialog incident={incident} onClose={() => setAdding(false)} />}
      {asking?.what === 'verify' && <VerifyDialog incident={incident} measure={asking.measure} onClose={stay} />}
      {asking?.what === 'owner' && <ReplaceOwnerDialog incident={incident} measure={asking.measure} onClose={stay} />}
      {asking?.what === 'return' && (
        <TextDialog<typeof incidentApi.returnMeasure.input, { text: string; dueOn: string }>
          title={`退回措施 ${asking.measure.serial}`}
          submit="退回"
          label="未见效的原因"
          most={300}
          endpoint={incidentApi.returnMeasure}
          inputOf={({ text, dueOn }) => ({ id: incident.id, measureId: asking.measure.id, reason: text, dueOn })}
          done="已退回责任人"
          onClose={stay}
        >
          <Form.Item name="dueOn" label="新期限" rules={[{ required: true, message: '请填写期限' }]}>
            <DayInput />
          </Form.Item>
        </TextDialog>
      )}
      {asking?.what === 'cancel' && (
        <TextDialog<typeof incidentApi.cancelMeasure.input, { text: string }>
          title={`取消措施 ${asking.measure.serial}`}
          submit="取消措施"
          danger
          label="原因"
          most={300}
          endpoint={incidentApi.cancelMeasure}
          inputOf={({ text }) => ({ id: incident.id, measureId: asking.measure.id, reason: text })}
          done="措施已取消"
          onClose={stay}
        />
      )}
    </>
  )
}
