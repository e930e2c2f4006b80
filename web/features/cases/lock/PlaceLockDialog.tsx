import { App, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { authorityLockApi, authorityLockMeaning, lockLevels, wideLevel } from '#contract/cases/authority-lock.ts'
import { useWrite } from '#web/lib/call.ts'
import { useChoices } from '#web/lib/choices.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Placed = z.input<typeof authorityLockApi.place.input>

/** 登记监管锁定: the whole enterprise or one product, by the authority's document, signed by two. */
export function PlaceLockDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const place = useWrite(authorityLockApi.place)
  return (
    <StepDialog<Placed>
      title="登记监管锁定"
      submit="签名并锁定"
      danger
      initial={{ level: 'product' }}
      error={place.error}
      busy={place.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        place.mutate(values, {
          onSuccess: () => {
            void message.success('已锁定，公开页面立即显示')
            onClose()
          },
        })
      }
    >
      <p>锁定后不能领用、包装、发出，凭解除文书才能解除。只锁一批请到库存冻结，只锁一袋请到二维码管理。</p>
      <Form.Item name="level" label="级别" rules={[{ required: true, message: '请选择级别' }]}>
        <Radio.Group options={wideLevel.options.map((value) => ({ value, label: lockLevels[value] }))} />
      </Form.Item>
      <Form.Item<Placed> noStyle shouldUpdate={(before, after) => before.level !== after.level}>
        {({ getFieldValue }) => (getFieldValue('level') === 'product' ? <ProductField /> : null)}
      </Form.Item>
      <Form.Item name="authority" label="监管部门" rules={[{ required: true, whitespace: true, message: '请填写监管部门' }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="authorityNo" label="文号" rules={[{ required: true, whitespace: true, message: '请填写文书的文号' }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="orderedOn" label="文书日期" rules={[{ required: true, message: '请选择文书日期' }]}>
          <DayInput />
        </Form.Item>
        <Form.Item name="untilOn" label="文书所载截止日期" extra="没有写明的不填；到期不自动解除">
          <DayInput />
        </Form.Item>
      </div>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={authorityLockMeaning} commentLabel={null} />
      <SecondPersonFields label="质量负责人" meaning={authorityLockMeaning} name="approver" />
    </StepDialog>
  )
}

function ProductField() {
  const [chosen, setChosen] = useState<string>()
  const products = useChoices(authorityLockApi.products, {}, chosen)
  return (
    <>
      {products.error && <CallFailure error={products.error} onRetry={products.again} />}
      <Form.Item name="productId" label="产品" rules={[{ required: true, message: '请选择产品' }]} preserve={false}>
        <Select
          showSearch={{ filterOption: false, onSearch: products.search }}
          loading={products.isSearching}
          placeholder="输入名称、编号或拼音首字母"
          options={products.rows.map(({ id, name, code }) => ({ value: id, label: `${name} ${code}` }))}
          onChange={(value: string) => setChosen(value)}
        />
      </Form.Item>
    </>
  )
}
