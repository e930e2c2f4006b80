import { App, Form, Select } from 'antd'
import { useState } from 'react'
import { stabilityApi, type PlanRow } from '#contract/laboratory/stability.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 列入批次: lots of the product of which packs are kept. */
export function PutOnDialog({ plan, onClose }: { plan: PlanRow; onClose: () => void }) {
  const { message } = App.useApp()
  const [q, setQ] = useState('')
  const lots = useRead(stabilityApi.lots, { id: plan.id, q, pageSize: 50 }, { keepPrevious: true })
  const putOn = useWrite(stabilityApi.putOn)
  return (
    <StepDialog<{ lotIds: string[] }>
      title={`列入批次 ${plan.planNo}　${plan.productName}`}
      submit="列入考察"
      error={putOn.error}
      busy={putOn.isPending}
      onClose={onClose}
      onSubmit={({ lotIds }) =>
        putOn.mutate(
          { id: plan.id, lotIds },
          {
            onSuccess: () => {
              void message.success(`${lotIds.length} 批已列入 ${plan.planNo}`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        每个时间点取用 {plan.packsPerPoint} 袋，共 {plan.months.length}{' '}
        个时间点；列入前已过期的时间点不计。留样须够各时间点取用，并至少留下一袋。
      </p>
      {lots.error && <CallFailure error={lots.error} onRetry={() => void lots.refetch()} />}
      <Form.Item name="lotIds" label="成品批" rules={[{ required: true, message: '请选择批次' }]}>
        <Select
          mode="multiple"
          showSearch={{ filterOption: false, onSearch: setQ }}
          loading={lots.isFetching}
          placeholder="输入批号"
          notFoundContent={lots.isPending ? '正在查找…' : lots.error ? null : '没有可列入的批次：须留有整袋，且尚未列入方案'}
          options={(lots.data?.rows ?? []).map((row) => ({
            value: row.id,
            label: `${row.lotNo}　生产 ${row.bornOn}　可取用 ${row.packsToOpen} ${row.packUnit}`,
          }))}
        />
      </Form.Item>
    </StepDialog>
  )
}
