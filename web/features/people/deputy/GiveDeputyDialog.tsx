import { App, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { deputyApi, longestDeputy } from '#contract/people/deputy.ts'
import { trainingApi } from '#contract/people/training.ts'
import { addDays } from '#contract/warehouse/shelf-life.ts'
import { useChoices } from '#web/lib/choices.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { nameOfRight } from '#web/parts/right-names.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 提出代理: quality assurance says who stands in for a colleague. */
export function GiveDeputyDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const give = useWrite(deputyApi.give)
  const [principal, setPrincipal] = useState<string>()
  const [deputy, setDeputy] = useState<string>()
  const duties = useRead(deputyApi.dutiesOf, principal === undefined ? null : { id: principal })
  return (
    <StepDialog<z.input<typeof deputyApi.give.input>>
      title="提出代理"
      submit="提出"
      wide
      initial={usualDays()}
      error={give.error}
      busy={give.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        give.mutate(values, {
          onSuccess: (row) => {
            message.success(`已提出 ${row.deputy.name} 代理 ${row.principal.name}，确认后生效`)
            onClose()
          },
        })
      }
    >
      <div className="form-columns">
        <PersonField name="principalId" label="被代理人" chosen={principal} onChange={setPrincipal} />
        <PersonField name="deputyId" label="代理人" chosen={deputy} onChange={setDeputy} />
      </div>
      {duties.error && <CallFailure error={duties.error} onRetry={() => void duties.refetch()} />}
      <DeputyFields
        duties={principal === undefined ? [] : (duties.data ?? [])}
        none={principal === undefined ? '先选择被代理人' : '此人没有可以代理的签名职责'}
      />
    </StepDialog>
  )
}

/** 请人代理: a person says who stands in for themselves. */
export function GiveOwnDeputyDialog({
  duties,
  people,
  onClose,
}: {
  duties: string[]
  people: { id: string; name: string }[]
  onClose: () => void
}) {
  const { message } = App.useApp()
  const give = useWrite(deputyApi.giveOwn)
  return (
    <StepDialog<z.input<typeof deputyApi.giveOwn.input>>
      title="请人代理"
      submit="提出"
      wide
      initial={usualDays()}
      error={give.error}
      busy={give.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        give.mutate(values, {
          onSuccess: ({ deputy }) => {
            message.success(`已提出由 ${deputy.name} 代理，确认后生效`)
            onClose()
          },
        })
      }
    >
      <Form.Item name="deputyId" label="代理人" rules={[{ required: true, message: '请选择代理人' }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选择同事"
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <DeputyFields duties={duties} none="没有可以代理的职责" />
    </StepDialog>
  )
}

const usualDays = () => ({ validFrom: today(), validUntil: addDays(today(), 7) })

function PersonField({
  name,
  label,
  chosen,
  onChange,
}: {
  name: 'principalId' | 'deputyId'
  label: string
  chosen: string | undefined
  onChange: (id: string) => void
}) {
  const people = useChoices(trainingApi.people, {}, chosen)
  return (
    <>
      {people.error && <CallFailure error={people.error} onRetry={people.again} />}
      <Form.Item name={name} label={label} rules={[{ required: true, message: `请选择${label}` }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: people.search }}
          loading={people.isSearching}
          placeholder="输入姓名或账号"
          options={people.rows.map(({ id, name: called }) => ({ value: id, label: called }))}
          onChange={(value: string) => onChange(value)}
        />
      </Form.Item>
    </>
  )
}

function DeputyFields({ duties, none }: { duties: string[]; none: string }) {
  return (
    <>
      <Form.Item
        name="duties"
        label="代理的职责"
        extra="只列出被代理人本人的签名职责；代理人签名时写明代谁，不能与被代理人互为第二人"
        rules={[{ required: true, message: '请选择职责' }]}
      >
        <Select
          mode="multiple"
          disabled={duties.length === 0}
          placeholder={duties.length === 0 ? none : '选择职责'}
          showSearch={{ optionFilterProp: 'label' }}
          options={duties.map((duty) => ({ value: duty, label: nameOfRight(duty) }))}
        />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="validFrom" label="自" rules={[{ required: true, message: '请选择日期' }]}>
          <DayInput min={today()} max={addDays(today(), 366)} />
        </Form.Item>
        <Form.Item name="validUntil" label="至" extra={`最长${longestDeputy}天`} rules={[{ required: true, message: '请选择日期' }]}>
          <DayInput min={today()} />
        </Form.Item>
      </div>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} placeholder="如：出差、休假" />
      </Form.Item>
    </>
  )
}
