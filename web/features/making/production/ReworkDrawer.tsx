import { App, Form, Input, Select } from 'antd'
import { Decimal } from 'decimal.js'
import type { z } from 'zod'
import { reworkApi, reworkCases, reworkYieldMax, type ReworkLot } from '#contract/making/rework.ts'
import { useWrite } from '#web/lib/call.ts'
import { useChoices } from '#web/lib/choices.ts'
import { day, kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { LineField } from './LineField.tsx'

type Values = z.input<typeof reworkApi.create.input>

/** 返工: writes an order to work a rejected batch again, on the case that rejected it. */
export function ReworkDrawer({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(reworkApi.create)
  return (
    <FormDrawer<Values>
      title="新建返工指令"
      submit="提交批准"
      draftName="rework"
      initial={{ steps: [], remark: '' }}
      error={create.error}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={(values, saved) =>
        create.mutate(values, {
          onSuccess: ({ orderNo }) => {
            message.success(`${orderNo} 已提交，等待批准与质量负责人签名`)
            saved()
            onClose()
          },
        })
      }
    >
      <SourceFields />
      <LineField />
      <Form.Item name="reason" label="返工原因与方法" rules={[{ required: true, message: '请填写返工原因与方法' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} placeholder="为什么返工后能够合格，怎样返工" />
      </Form.Item>
      <Form.Item name="remark" label="备注">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDrawer>
  )
}

/** The rejected batch, its case, how much of it, and which steps are made again. */
function SourceFields() {
  const form = Form.useFormInstance<Values>()
  const lotId: string | undefined = Form.useWatch('lotId', form)
  const lots = useChoices(reworkApi.lots, {}, lotId)
  const lot = lots.chosen
  const choose = (chosen: ReworkLot | undefined) =>
    form.setFieldsValue({
      caseId: chosen?.cases[0]?.id,
      caseTable: chosen?.cases[0]?.table,
      quantity: chosen && Decimal.min(chosen.available, chosen.maxBatch).toFixed(),
      steps: [],
    })
  return (
    <>
      {lots.error && <CallFailure error={lots.error} onRetry={lots.again} />}
      <Form.Item
        name="lotId"
        label="返工批次"
        extra="只列出判不合格、质量事件已结案、未冻结、未过期且有库存的饮片批次"
        rules={[{ required: true, message: '请选择批次' }]}
      >
        <Select
          loading={lots.isSearching}
          placeholder="批号、品名或拼音首字母"
          showSearch={{ filterOption: false, onSearch: lots.search }}
          notFoundContent={lots.isSearching ? '正在查找' : '没有可以返工的批次'}
          onChange={(id: string) => choose(lots.rows.find((one) => one.id === id))}
          options={lots.rows.map((one) => ({ value: one.id, label: `${one.lotNo} ${one.name}（可用 ${kgUnit(one.available)}）` }))}
        />
      </Form.Item>
      <Form.Item name="caseTable" hidden>
        <Input />
      </Form.Item>
      {lot && <ChosenFields lot={lot} />}
    </>
  )
}

function ChosenFields({ lot }: { lot: ReworkLot }) {
  const form = Form.useFormInstance<Values>()
  return (
    <>
      <Facts
        rows={[
          ['保质期至', lot.expiresOn && `${day(lot.expiresOn)}（返工不延长）`],
          ['最大批量', kgUnit(lot.maxBatch)],
        ]}
      />
      <Form.Item name="caseId" label="依据" rules={[{ required: true, message: '请选择依据的质量事件' }]}>
        <Select
          onChange={(id: string) => form.setFieldValue('caseTable', lot.cases.find((one) => one.id === id)?.table)}
          options={lot.cases.map((one) => ({ value: one.id, label: `${reworkCases[one.table]} ${one.no} ${one.title}` }))}
        />
      </Form.Item>
      <Form.Item name="steps" label="返工工序" rules={[{ required: true, message: '请选择返工的工序' }]}>
        <Select
          mode="multiple"
          placeholder="按现行工艺规程选择"
          options={lot.steps.map(({ no, name, option }) => ({ value: no, label: [`第${no}道`, name, option].filter(Boolean).join(' ') }))}
        />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="quantity" label="返工量" rules={[{ required: true, message: '请填写数量' }]}>
          <QuantityInput />
        </Form.Item>
        <Form.Item
          name="yieldMin"
          label="收率下限"
          extra={`上限为 ${reworkYieldMax} %`}
          rules={[{ required: true, message: '请填写收率下限' }]}
        >
          <Input inputMode="decimal" maxLength={7} suffix="%" autoComplete="off" />
        </Form.Item>
      </div>
    </>
  )
}
