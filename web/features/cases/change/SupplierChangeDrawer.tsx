import { App, Form, Radio } from 'antd'
import { changeApi } from '#contract/cases/change-api.ts'
import type { ChangeSubject } from '#contract/cases/change.ts'
import { supplierChanges, supplierChangeWords, supplierLooks, supplierState, type SupplierTarget } from '#contract/supply/supplier.ts'
import { useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { EffectiveDay, noReasons, ReasonFields, type ChangeReasons } from './ChangeFields.tsx'
import { TouchedTable } from './TouchedTable.tsx'
import { OpenChange, WithSubject } from './WithSubject.tsx'

type Values = ChangeReasons & { state: SupplierTarget }

const consequences = {
  suspended: '不能再下单和收货，未完采购单会标出；以后可再提出恢复',
  qualified: '可以继续下单和收货；审计与证照须在有效期内',
  removed: '不能恢复；同一企业以后可重新登记为候选供应商',
} satisfies Record<SupplierTarget, string>

/** Asks for 暂停, 恢复 or 除名 of a supplier: what it touches first, then the state, the day, the reason and a signature. */
export const SupplierChangeDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <WithSubject record="supplier" id={id} onClose={onClose}>
    {(subject) => <SupplierChange id={id} subject={subject} onClose={onClose} />}
  </WithSubject>
)

function SupplierChange({ id, subject, onClose }: { id: string; subject: ChangeSubject; onClose: () => void }) {
  const { message } = App.useApp()
  const propose = useWrite(changeApi.supplier)
  const now = supplierState.parse(subject.values['state'])
  return (
    <FormDrawer<Values>
      title={`变更 ${subject.subject}`}
      submit="提出变更"
      draftName={`change-${id}`}
      initial={noReasons()}
      error={propose.error}
      busy={propose.isPending}
      onSubmit={({ state, ...values }, saved) =>
        propose.mutate(
          { id, changes: { state }, ...values },
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
      <Form.Item name="state" label={`现为${supplierLooks[now].label}，变更为`} rules={[{ required: true, message: '请选择变更为什么' }]}>
        <Radio.Group
          vertical
          options={supplierChanges[now].map((to) => ({ value: to, label: `${supplierChangeWords[to]}：${consequences[to]}` }))}
        />
      </Form.Item>
      <EffectiveDay />
      <ReasonFields />
    </FormDrawer>
  )
}
