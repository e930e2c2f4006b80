import { Form, Select } from 'antd'
import { oosApi, type OosFile } from '#contract/cases/oos-api.ts'
import { useRead } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'

/** 复检人: those who wrote no value of the inspection, and are not the one who was to do it so far. */
export function RetesterField({ file: { case: row } }: { file: OosFile }) {
  const analysts = useRead(oosApi.analysts, { id: row.id })
  const others = (analysts.data ?? []).filter(({ id }) => id !== row.retestAnalyst)
  return (
    <>
      {analysts.error && <CallFailure error={analysts.error} onRetry={() => void analysts.refetch()} />}
      <Form.Item name="analystId" label="复检人" rules={[{ required: true, message: '请选择复检人' }]} extra="没有做过本次检验的检验人">
        <Select
          loading={analysts.isPending}
          placeholder="请选择"
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          notFoundContent="没有其他检验人；请先给另一人检验权限"
        />
      </Form.Item>
    </>
  )
}
