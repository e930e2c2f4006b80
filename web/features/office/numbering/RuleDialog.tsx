import { App, Form, Input, InputNumber, Select } from 'antd'
import { dateParts, numberingApi, numberText, type DatePart, type NumberFormat, type NumberingRow } from '#contract/office/numbering.ts'
import { useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { prefix: string; datePart: DatePart; digits: number; reason: string }

/** 更改编号规则, with the first number it would give. */
export function RuleDialog({ rule, usual, onClose }: { rule: NumberingRow; usual: NumberFormat; onClose: () => void }) {
  const { message } = App.useApp()
  const set = useWrite(numberingApi.set)
  return (
    <StepDialog<Values>
      title={`更改编号规则：${rule.label}`}
      submit="保存"
      error={set.error}
      busy={set.isPending}
      initial={{ prefix: rule.prefix, datePart: rule.datePart, digits: rule.digits }}
      onClose={onClose}
      onSubmit={(values) =>
        set.mutate(
          { object: rule.object, rowVersion: rule.rowVersion, ...values },
          {
            onSuccess: ({ nextNo }) => {
              message.success(`${rule.label}的下一个编号是 ${nextNo}`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['系统默认', numberText(usual, today(), 1)],
          ['现在的下一个', rule.nextNo],
        ]}
      />
      <div className="form-columns">
        <Form.Item
          name="prefix"
          label="前缀"
          extra={rule.object === 'batch' ? '大写字母，可以没有' : '1至6个大写字母，不能与别的单据相同'}
          rules={[{ required: rule.object !== 'batch', message: '请填写前缀' }]}
          normalize={(typed: string) => typed.normalize('NFKC').toUpperCase()}
        >
          <Input maxLength={6} autoComplete="off" />
        </Form.Item>
        <Form.Item name="datePart" label="日期" extra="已用过的前缀不能换日期格式">
          <Select options={Object.entries(dateParts).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item
          name="digits"
          label="序号位数"
          extra="本日（月）已发号时，自下一日（月）起"
          rules={[{ required: true, message: '请填写位数' }]}
        >
          <InputNumber min={2} max={8} precision={0} />
        </Form.Item>
        <Form.Item noStyle shouldUpdate>
          {({ getFieldsValue }) => {
            const format: Partial<Values> = getFieldsValue()
            return format.datePart && format.digits ? (
              <Form.Item label="示例">
                <output>{numberText({ prefix: format.prefix ?? '', datePart: format.datePart, digits: format.digits }, today(), 1)}</output>
              </Form.Item>
            ) : null
          }}
        </Form.Item>
      </div>
      <Form.Item name="reason" label="更改原因" rules={[{ required: true, whitespace: true, message: '请填写更改的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
