import { App, Form, Input, InputNumber, Radio } from 'antd'
import type { z } from 'zod'
import { acceptanceActions, acceptanceApi, acceptanceFindings, acceptanceInspection } from '#contract/warehouse/acceptance.ts'
import type { RawStockRow } from '#contract/warehouse/stock.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { amount } from '#web/lib/format.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof acceptanceApi.accept.input>, 'id'>

const findings = (['pass', 'fail'] as const).map((value) => ({ value, label: acceptanceFindings[value] }))
const printFindings = (['pass', 'fail', 'none'] as const).map((value) => ({ value, label: acceptanceFindings[value] }))

/** 包材验收检验: what was looked at, and what quality assurance says beside the one who looked. */
export function AcceptDialog({
  lot,
  onClose,
}: {
  lot: Pick<RawStockRow, 'id' | 'lotNo' | 'name' | 'onHand' | 'unit'>
  onClose: () => void
}) {
  const { message } = App.useApp()
  const accept = useWrite(acceptanceApi.accept)
  return (
    <StepDialog<Values>
      title={`验收检验 ${lot.name} ${lot.lotNo}`}
      submit="签名并记录"
      initial={{ usedUp: 0 }}
      error={accept.error}
      busy={accept.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        accept.mutate(
          { id: lot.id, ...values },
          {
            onSuccess: ({ acceptanceNo, conforms }) => {
              message.success(conforms ? `${acceptanceNo}：${lot.lotNo} 已放行，可以领用` : `${acceptanceNo}：不符合，请在货位卡中判不合格`)
              onClose()
            },
          },
        )
      }
    >
      <p>在库 {amount(lot.onHand, lot.unit)}。采购人、收货人不能检验或放行本批。</p>
      <div className="form-columns">
        <Form.Item name="lookedAt" label="检查数量" rules={[{ required: true, message: '请填写检查数量' }]}>
          <InputNumber className="full" min={1} precision={0} suffix={lot.unit} />
        </Form.Item>
        <Form.Item name="usedUp" label="其中损耗" rules={[{ required: true, message: '没有则填0' }]}>
          <InputNumber className="full" min={0} precision={0} suffix={lot.unit} />
        </Form.Item>
      </div>
      <Findings />
      <SecondPersonFields name="inspector" label="检验人" meaning={acceptanceInspection} />
      <SignatureFields meaning={acceptanceActions.accept.signs} />
    </StepDialog>
  )
}

/** What was seen; where it conforms, the bin that takes the goods. */
function Findings() {
  const form = Form.useFormInstance<Values>()
  const seen = [Form.useWatch('appearance', form), Form.useWatch('dimensions', form), Form.useWatch('printing', form)]
  const fails = seen.includes('fail')
  return (
    <>
      <Form.Item name="appearance" label="外观" rules={[{ required: true, message: '请选择外观是否符合' }]}>
        <Radio.Group aria-label="外观" options={findings} />
      </Form.Item>
      <Form.Item name="dimensions" label="尺寸规格" rules={[{ required: true, message: '请选择尺寸是否符合' }]}>
        <Radio.Group aria-label="尺寸规格" options={findings} />
      </Form.Item>
      <Form.Item name="printing" label="印刷内容与版本" rules={[{ required: true, message: '请选择印刷内容是否符合' }]}>
        <Radio.Group aria-label="印刷内容与版本" options={printFindings} />
      </Form.Item>
      <Form.Item name="certificateNo" label="供应商合格证号" initialValue="">
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="note"
        label={fails ? '不符合之处' : '说明'}
        initialValue=""
        extra={fails && '不放行；记录后在货位卡中判不合格，再退供应商或处置'}
        rules={fails ? [{ required: true, whitespace: true, message: '请写明不符合之处' }] : []}
      >
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
      </Form.Item>
      {!fails && <BinField zone="released" isToxic={false} name="placeId" />}
    </>
  )
}
