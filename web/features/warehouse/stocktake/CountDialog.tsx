import { App, Checkbox, Form } from 'antd'
import { stocktakeApi, type CountLine } from '#contract/warehouse/stocktake.ts'
import { ScannedLabels } from '#web/features/packing/packaging/ScannedLabels.tsx'
import { useWrite } from '#web/lib/call.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { quantity?: string; codes?: string[]; none?: boolean; second?: { userName: string; password: string } }

/** 盲盘: what lies in one bin. The book is not shown. */
export function CountDialog({ countId, line, onClose }: { countId: string; line: CountLine; onClose: () => void }) {
  const { message } = App.useApp()
  const count = useWrite(stocktakeApi.count)
  const isPacked = line.kind === 'pack'
  return (
    <StepDialog<Values>
      title={`${line.state === 'recount' ? '复盘' : '盘点'} ${line.placeCode} ${line.lotNo} ${line.name}`}
      submit="记录"
      error={count.error}
      busy={count.isPending}
      onClose={onClose}
      onSubmit={({ quantity, codes = [], second }) =>
        count.mutate(
          {
            id: countId,
            lotId: line.lotId,
            placeId: line.placeId,
            ...(isPacked ? { codes } : { quantity }),
            ...(second && { second }),
          },
          {
            onSuccess: () => {
              message.success(`${line.placeCode} ${line.lotNo} 已记录`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {line.warehouse}　{line.placeName}。{line.state === 'recount' && '须由未参加上一次盘点的人复盘。'}
      </p>
      {isPacked ? (
        <>
          <Form.Item name="codes" label="成品追溯码" extra="逐件或按箱扫描；一件也没有时勾选下面一项">
            <ScannedLabels />
          </Form.Item>
          <Form.Item<Values>
            name="none"
            valuePropName="checked"
            dependencies={['codes']}
            rules={[
              ({ getFieldValue }) => ({
                validator: (_, none: boolean) =>
                  none || (getFieldValue('codes') ?? []).length > 0
                    ? Promise.resolve()
                    : Promise.reject(new Error('请扫描成品，或勾选没有成品')),
              }),
            ]}
          >
            <Checkbox>该货位没有这批成品</Checkbox>
          </Form.Item>
        </>
      ) : (
        <Form.Item name="quantity" label="实盘数量" rules={[{ required: true, message: '请填写实盘数量，没有货填 0' }]}>
          <QuantityInput unit={line.unit} />
        </Form.Item>
      )}
      {line.isToxic && <SecondPersonFields label="第二盘点人" meaning="共同盘点毒性货物" name="second" />}
    </StepDialog>
  )
}
