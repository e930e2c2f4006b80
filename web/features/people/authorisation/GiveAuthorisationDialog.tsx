import { App, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import {
  activities,
  authorisationActions,
  authorisationApi,
  longestAuthorisation,
  type AuthorisationRow,
} from '#contract/people/authorisation.ts'
import { trainingApi } from '#contract/people/training.ts'
import { addDays } from '#contract/warehouse/shelf-life.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ColleagueField } from './ColleagueField.tsx'

/** 提出授权: of a colleague, or anew of the one who has, or had, it. */
export function GiveAuthorisationDialog({ before, onClose }: { before?: AuthorisationRow; onClose: () => void }) {
  const { message } = App.useApp()
  const give = useWrite(authorisationApi.give)
  const [chosen, setChosen] = useState(before?.person.id)
  return (
    <StepDialog<z.input<typeof authorisationApi.give.input>>
      title={before ? `重新授权 ${before.person.name}：${activities[before.activity].label}` : '提出上岗授权'}
      submit="提出"
      wide
      initial={{ ...(before && { personId: before.person.id, activity: before.activity }), validUntil: addDays(today(), 365), basis: '' }}
      error={give.error}
      busy={give.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        give.mutate(values, {
          onSuccess: ({ person }) => {
            message.success(`已提出 ${person.name} 的授权，批准后生效`)
            onClose()
          },
        })
      }
    >
      <p>由另一人批准后生效，并替换同一人同一工作原有的授权。</p>
      <div className="form-columns">
        <ColleagueField chosen={chosen} onChange={setChosen} />
        <Form.Item name="activity" label="工作" rules={[{ required: true, message: '请选择授权的工作' }]}>
          <Select placeholder="选择工作" options={Object.entries(activities).map(([value, { label }]) => ({ value, label }))} />
        </Form.Item>
        <TrainingField personId={chosen} />
        <Form.Item
          name="validUntil"
          label="有效期至"
          extra={`最长三年，到 ${addDays(today(), longestAuthorisation)}`}
          rules={[{ required: true, message: '请选择到期日' }]}
        >
          <DayInput min={addDays(today(), 1)} max={addDays(today(), longestAuthorisation)} />
        </Form.Item>
      </div>
      <Form.Item name="basis" label="依据说明">
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} placeholder="如：带教期间独立操作十次，结果一致" />
      </Form.Item>
      <SignatureFields meaning={authorisationActions.renew.signs} />
    </StepDialog>
  )
}

/** 依据的培训: the latest that this person passed. */
function TrainingField({ personId }: { personId: string | undefined }) {
  const passed = useRead(
    trainingApi.list,
    personId === undefined ? null : { personId, state: 'kept' as const, result: 'passed' as const, pageSize: 50 },
  )
  const rows = personId === undefined ? [] : (passed.data?.rows ?? [])
  const isNone = personId !== undefined && passed.data !== undefined && rows.length === 0
  return (
    <>
      {passed.error && <CallFailure error={passed.error} onRetry={() => void passed.refetch()} />}
      <Form.Item
        name="trainingId"
        label="依据的培训"
        extra={isNone ? '此人还没有考核合格的培训记录，请先登记' : '考核合格、未作废、未过期的培训；到期前同类别再培训并登记的，自动续期'}
        rules={[{ required: true, message: '请选择培训记录' }]}
      >
        <Select
          disabled={personId === undefined}
          loading={personId !== undefined && passed.isPending}
          placeholder={personId === undefined ? '先选择人员' : '选择培训记录'}
          options={rows.map(({ id, course, heldOn, validUntil }) => ({
            value: id,
            label: `${heldOn} ${course}${validUntil === null ? '' : `（有效至 ${validUntil}）`}`,
            disabled: validUntil !== null && validUntil < today(),
          }))}
        />
      </Form.Item>
    </>
  )
}
