import { Alert, App, Form, Input, Select } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import { packConditions, returnActions, returnDecisions, type ReturnDecision } from '#contract/selling/return.ts'
import { returnApi, type ReturnDetail } from '#contract/selling/return-api.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  decisions: Record<string, ReturnDecision>
  conclusion: string
  signature: SignatureInput
  approver: { userName: string; password: string }
}

/** 处理决定: item by item, sold again or destroyed; quality assurance and the head of quality sign. */
export function DecideDialog({ file, onClose }: { file: ReturnDetail; onClose: () => void }) {
  const { message } = App.useApp()
  const decide = useWrite(returnApi.decide)
  const items = file.receipt?.items ?? []
  return (
    <StepDialog<Values>
      wide
      title={`处理退货 ${file.returnNo}`}
      submit="签名并决定"
      error={decide.error}
      busy={decide.isPending}
      // Nothing that is not intact is ever sold again.
      initial={{
        decisions: Object.fromEntries(items.flatMap(({ id, condition }) => (condition === 'intact' ? [] : [[id, 'destroy' as const]]))),
      }}
      onClose={onClose}
      onSubmit={({ decisions, ...values }) =>
        decide.mutate(
          {
            id: file.id,
            rowVersion: file.rowVersion,
            ...values,
            decisions: items.flatMap(({ id }) => {
              const decision = decisions[id]
              return decision === undefined ? [] : [{ itemId: id, decision }]
            }),
          },
          {
            onSuccess: ({ state }) => {
              void message.success(`${file.returnNo} 已决定，${state === 'restocking' ? '待仓库重新入库' : '待销毁'}`)
              onClose()
            },
          },
        )
      }
    >
      {!file.hasProof && (
        <Alert
          className="form-failure"
          type="info"
          showIcon
          title="还没有附上储存与运输条件的证明"
          description="没有证明只能销毁；要重新入库，请先在退货单的附件中加上文件。"
        />
      )}
      {items.map((item) => (
        <Form.Item
          key={item.id}
          name={['decisions', item.id]}
          label={`${item.goods}　${item.lotNo}　${item.packs} ${item.packUnit}　${packConditions[item.condition]}`}
          rules={[{ required: true, message: '请选择处理意见' }]}
        >
          <Select
            options={keysOf(returnDecisions).map((value) => ({
              value,
              label: returnDecisions[value],
              disabled: value === 'restock' && item.condition !== 'intact',
            }))}
          />
        </Form.Item>
      ))}
      <Form.Item name="conclusion" label="最终处理意见与依据" rules={[{ required: true, whitespace: true, message: '请填写依据' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={returnActions.decide.signs} commentLabel={null} />
      <SecondPersonFields label="质量负责人" meaning={returnActions.decide.signs} name="approver" />
    </StepDialog>
  )
}
