import { Form, Select } from 'antd'
import { trainingApi } from '#contract/people/training.ts'
import { useChoices } from '#web/lib/choices.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'

/** 人员: anybody who has an account in use; `chosen` is what the field holds. */
export function ColleagueField({ chosen, onChange }: { chosen: string | undefined; onChange: (id: string) => void }) {
  const people = useChoices(trainingApi.people, {}, chosen)
  return (
    <>
      {people.error && <CallFailure error={people.error} onRetry={people.again} />}
      <Form.Item name="personId" label="人员" rules={[{ required: true, message: '请选择人员' }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: people.search }}
          loading={people.isSearching}
          placeholder="输入姓名或账号"
          options={people.rows.map(({ id, name, post }) => ({ value: id, label: post === '' ? name : `${name}（${post}）` }))}
          onChange={(value: string) => onChange(value)}
        />
      </Form.Item>
    </>
  )
}
