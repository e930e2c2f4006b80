import { App, Form, Input, Select } from 'antd'
import { changeApi } from '#contract/cases/change-api.ts'
import type { ChangeRow, ChangeSubject } from '#contract/cases/change.ts'
import { useWrite } from '#web/lib/call.ts'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { EffectiveDay, noReasons, ReasonFields, type ChangeReasons } from './ChangeFields.tsx'
import { TouchedTable } from './TouchedTable.tsx'
import { OpenChange, WithSubject } from './WithSubject.tsx'

type Values = ChangeReasons & { isToxic: boolean; months: string; retention: string; storage: string }

type MasterData = 'material' | 'product'

/** Asks for a change of a material or product: what it touches first, then the values, the day, the reason and a signature. */
export const ChangeFormDrawer = ({ record, id, onClose }: { record: MasterData; id: string; onClose: () => void }) => (
  <WithSubject record={record} id={id} onClose={onClose}>
    {(subject) => <ChangeForm record={record} id={id} subject={subject} onClose={onClose} />}
  </WithSubject>
)

const monthsLabel = { material: '复验期', product: '保质期' } as const

function ChangeForm({ record, id, subject, onClose }: { record: MasterData; id: string; subject: ChangeSubject; onClose: () => void }) {
  const { message } = App.useApp()
  const propose = { material: useWrite(changeApi.material), product: useWrite(changeApi.product) }
  const { error, isPending } = propose[record]
  const {
    is_toxic: wasToxic = false,
    retest_months: retest,
    shelf_life_months: shelfLife,
    retention_months: kept,
    storage = '',
  } = subject.values
  const begun = String(record === 'material' ? retest : shelfLife)
  return (
    <FormDrawer<Values>
      title={`变更 ${subject.subject}`}
      submit="提出变更"
      draftName={`change-${id}`}
      initial={{ ...noReasons(), isToxic: wasToxic === true, months: begun, retention: String(kept), storage: String(storage) }}
      error={error}
      busy={isPending}
      onSubmit={({ isToxic, months, retention, storage: stored, ...because }, saved) => {
        const both = { ...(isToxic !== wasToxic && { isToxic }), ...(retention !== String(kept) && { retentionMonths: Number(retention) }) }
        const done = {
          onSuccess: ({ caseNo }: ChangeRow) => {
            message.success(`变更 ${caseNo} 已提出，待第二人批准`)
            saved()
            onClose()
          },
        }
        const shared = { id, ...because }
        if (record === 'material')
          propose.material.mutate({ ...shared, changes: { ...both, ...(months !== begun && { retestMonths: Number(months) }) } }, done)
        else
          propose.product.mutate(
            {
              ...shared,
              changes: {
                ...both,
                ...(months !== begun && { shelfLifeMonths: Number(months) }),
                ...(stored !== storage && { storage: stored }),
              },
            },
            done,
          )
      }}
      onClose={onClose}
    >
      <OpenChange of={subject} />
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => (
          <TouchedTable touched={subject.touched} isToxic={getFieldValue('isToxic') === wasToxic ? undefined : !wasToxic} />
        )}
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="isToxic" label="毒性分类">
          <Select
            options={[
              { value: false, label: '非毒性' },
              { value: true, label: '毒性（双人、双锁）' },
            ]}
          />
        </Form.Item>
        <Form.Item
          name="months"
          label={monthsLabel[record]}
          rules={[{ required: true, pattern: /^[1-9]\d{0,2}$/, message: '请填写整月数' }]}
        >
          <QuantityInput unit="个月" />
        </Form.Item>
        <Form.Item
          name="retention"
          label="留样期"
          rules={[{ required: true, pattern: /^(1[2-9]|[2-9]\d|1\d\d|2[0-3]\d|240)$/, message: '请填写12至240之间的整月数' }]}
        >
          <QuantityInput unit="个月" />
        </Form.Item>
        {record === 'product' && (
          <Form.Item name="storage" label="贮藏（印在标签上）" rules={[{ required: true, whitespace: true, message: '请填写贮藏条件' }]}>
            <Input maxLength={100} />
          </Form.Item>
        )}
        <EffectiveDay />
      </div>
      <ReasonFields
        note={`${
          record === 'material'
            ? '复验期缩短时，尚按收货日计算复验期的批次随之提前；延长不改变已给出的日期。'
            : '保质期只影响以后投料的批次，贮藏只影响以后批准的标签；已印在标签上的不变。'
        }留样期不少于12个月，从生效日起判定或接收的留样按新留样期；已定的日期不变。`}
      />
    </FormDrawer>
  )
}
