import { App, Button, Drawer, Form, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { countClasses, stocktakeApi, toleranceApproval, toleranceMeaning, type ToleranceClass } from '#contract/warehouse/stocktake.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { dateTime, percent } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 盘点允差: by how much a count may differ without a case, by class; changed by two. */
export function ToleranceDrawer({ onClose }: { onClose: () => void }) {
  const read = useRead(stocktakeApi.tolerances, {})
  const [changing, setChanging] = useState<ToleranceClass>()
  return (
    <Drawer open size={760} title="盘点允差" onClose={onClose} extra={<Button onClick={onClose}>关闭</Button>}>
      <p className="quiet">超过允差须由另一人复盘；复盘仍超过的冻结，由两人决定。成品按追溯码盘点，没有允差。</p>
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && (
        <DataTable
          caption="盘点允差"
          columns={[
            { title: '类别', key: 'goodsClass', render: ({ goodsClass }) => countClasses[goodsClass] },
            { title: '允差', key: 'percent', align: 'right', render: (row) => percent(row.percent) },
            {
              title: '设定',
              key: 'setAt',
              render: ({ setAt, setBy, approvedBy }) => (setAt === null ? '起始值' : `${setBy} / ${approvedBy}　${dateTime(setAt)}`),
            },
          ]}
          rows={read.data}
          rowKey={({ goodsClass }) => goodsClass}
          actions={({ goodsClass }) => (
            <DutyButton type="link" duty="36:manage" onClick={() => setChanging(goodsClass)}>
              更改
            </DutyButton>
          )}
        />
      )}
      {changing !== undefined && <ChangeDialog goodsClass={changing} onClose={() => setChanging(undefined)} />}
    </Drawer>
  )
}

type Values = { percent: string; reason: string; signature: SignatureInput; approver: { userName: string; password: string } }

function ChangeDialog({ goodsClass, onClose }: { goodsClass: ToleranceClass; onClose: () => void }) {
  const { message } = App.useApp()
  const set = useWrite(stocktakeApi.setTolerance)
  return (
    <StepDialog<Values>
      title={`更改盘点允差：${countClasses[goodsClass]}`}
      submit="签名并更改"
      error={set.error}
      busy={set.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        set.mutate(
          { goodsClass, ...values },
          {
            onSuccess: () => {
              message.success('盘点允差已更改，此后的盘点按新值判断')
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="percent" label="允差" rules={[{ required: true, message: '请填写百分数' }]}>
        <QuantityInput unit="%" />
      </Form.Item>
      <Form.Item name="reason" label="依据" rules={[{ required: true, whitespace: true, message: '请写明依据' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={toleranceMeaning} commentLabel={null} />
      <SecondPersonFields label="批准人（QA）" meaning={toleranceApproval} name="approver" />
    </StepDialog>
  )
}
