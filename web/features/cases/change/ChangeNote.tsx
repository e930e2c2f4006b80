import { Alert } from 'antd'
import type { ChangeRecord } from '#contract/cases/change.ts'
import { ChangeButton } from './ChangeButton.tsx'

/** In the form of what is used already: which values are not edited here, and the way to change them. */
export function ChangeNote({ record, id, what }: { record: ChangeRecord; id: string; what: string }) {
  return (
    <Alert
      className="form-failure"
      type="info"
      showIcon
      title={`已经使用过：${what}不能直接修改，由QA提出变更，第二人批准后到日执行`}
      action={<ChangeButton record={record} id={id} />}
    />
  )
}
