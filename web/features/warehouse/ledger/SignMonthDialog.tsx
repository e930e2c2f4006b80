import { App, Form, Input } from 'antd'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { ledgerApi, ledgerCheckMeaning, ledgerMeaning } from '#contract/warehouse/ledger.ts'
import { countClasses } from '#contract/warehouse/stocktake.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { reason?: string; signature: SignatureInput; checker: { userName: string; password: string } }
type Signing = { month: string; goodsClass: keyof typeof countClasses; isSigned: boolean; onClose: () => void }

/** Two persons sign a month that is over; a signed one again, with the reason. */
export function SignMonthDialog({ month, goodsClass, isSigned, onClose }: Signing) {
  const { message } = App.useApp()
  const sign = useWrite(ledgerApi.sign)
  return (
    <StepDialog<Values>
      title={`签署${countClasses[goodsClass]}台账 ${month}`}
      submit="签名"
      error={sign.error}
      busy={sign.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        sign.mutate(
          { month, goodsClass, ...values },
          {
            onSuccess: ({ ledgerNo, version }) => {
              message.success(`月度台账 ${ledgerNo} 第${version}版已签署`)
              onClose()
            },
          },
        )
      }
    >
      <p className="quiet">签署的是系统此刻按收发记录算出的各批期初、收入、发出与结存；以后补记到本月的，可再签一版。</p>
      {isSigned && (
        <Form.Item name="reason" label="再次签署的原因" rules={[{ required: true, whitespace: true, message: '请写明补记原因' }]}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      )}
      <SignatureFields meaning={ledgerMeaning} commentLabel={null} />
      <SecondPersonFields label="复核人" meaning={ledgerCheckMeaning} name="checker" />
    </StepDialog>
  )
}
