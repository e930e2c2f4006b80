import { Form, Input, InputNumber } from 'antd'
import { areBeyondPlan, beyondPlanMeaning, packagingApi, type PackagingRow } from '#contract/packing/packaging.ts'
import { RoomAndMachines, StationField } from '#web/features/making/asset/StationFields.tsx'
import { useWrite } from '#web/lib/call.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { useTold } from '#web/parts/use-told.tsx'

type Values = {
  packLabels: number
  boxLabels: number
  stations?: { roomId: string; equipmentIds: string[]; scaleId: string }
  reason?: string
  approver?: { userName: string; password: string }
}

/** 标签领用: how many labels go to the line; each carries a code of its own. */
export function IssueLabelsDialog({ order, onClose }: { order: PackagingRow; onClose: () => void }) {
  const told = useTold()
  const issue = useWrite(packagingApi.issueLabels)
  const isFirst = order.labelsIssued === 0
  return (
    <StepDialog<Values>
      title={`领用标签 ${order.orderNo}`}
      submit="领用"
      initial={
        isFirst ? { packLabels: order.plannedPacks, boxLabels: Math.ceil(order.plannedPacks / order.packsPerBox) } : { boxLabels: 0 }
      }
      error={issue.error}
      busy={issue.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        issue.mutate(
          { id: order.id, ...values },
          {
            onSuccess: ({ runNo }) => {
              told(`${runNo} 已领用，可在“二维码管理”打印或下载`, {
                label: '去打印',
                right: '21:print',
                to: `/suyuan-erweima?q=${order.orderNo}`,
              })
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['计划', `${order.plannedPacks} ${order.packUnit}，每箱 ${order.packsPerBox} ${order.packUnit}`],
          ['已领', `${order.labelsIssued} 张`],
        ]}
      />
      <div className="form-columns">
        <Form.Item name="packLabels" label="内标签" rules={[{ required: true, message: '请填写张数' }]}>
          <InputNumber min={1} precision={0} controls={false} suffix="张" style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="boxLabels" label="箱签" rules={[{ required: true, message: '请填写张数，没有填0' }]}>
          <InputNumber min={0} precision={0} controls={false} suffix="张" style={{ width: '100%' }} />
        </Form.Item>
      </div>
      {isFirst && (
        <>
          <RoomAndMachines orderId={order.id} path={['stations']} />
          <StationField orderId={order.id} kind="scale" name={['stations', 'scaleId']} label="秤" />
        </>
      )}
      <ReasonField order={order} />
      <BeyondPlan order={order} />
    </StepDialog>
  )
}

/** More labels than the plan calls for are approved by another person. */
function BeyondPlan({ order }: { order: PackagingRow }) {
  const packLabels: number | undefined = Form.useWatch('packLabels')
  const boxLabels: number | undefined = Form.useWatch('boxLabels')
  if (!areBeyondPlan(order, { packLabels: packLabels ?? 0, boxLabels: boxLabels ?? 0 })) return null
  return <SecondPersonFields label="批准人" meaning={beyondPlanMeaning} name="approver" />
}

/** A further run, or more labels than the plan calls for, needs a reason. */
function ReasonField({ order }: { order: PackagingRow }) {
  const packLabels: number | undefined = Form.useWatch('packLabels')
  const boxLabels: number | undefined = Form.useWatch('boxLabels')
  const isNeeded = order.labelsIssued > 0 || areBeyondPlan(order, { packLabels: packLabels ?? 0, boxLabels: boxLabels ?? 0 })
  return (
    <Form.Item
      name="reason"
      label="原因"
      extra={isNeeded ? '再次领用，或超出计划' : '首次领用且不超出计划时可不填'}
      rules={[{ required: isNeeded, whitespace: true, message: '请写明原因' }]}
    >
      <Input maxLength={200} autoComplete="off" />
    </Form.Item>
  )
}
