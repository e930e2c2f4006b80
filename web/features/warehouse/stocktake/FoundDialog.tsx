import { App, Form, Input } from 'antd'
import { stocktakeApi } from '#contract/warehouse/stocktake.ts'
import { takesCodes } from '#web/lib/scan-burst.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = { lotNo: string; placeCode: string }

/** 计划外找到: goods that lie where the plan has none get a line, which is then counted like the others. */
export function FoundDialog({ countId, onClose }: { countId: string; onClose: (lotNo?: string) => void }) {
  const { message } = App.useApp()
  const add = useWrite(stocktakeApi.addLine)
  return (
    <StepDialog<Values>
      title="计划外找到的货物"
      submit="加入盘点"
      error={add.error}
      busy={add.isPending}
      onClose={() => onClose()}
      onSubmit={(values) =>
        add.mutate(
          { id: countId, ...values },
          {
            onSuccess: () => {
              message.success(`${values.lotNo} 已加入，请盘点这一行`)
              onClose(values.lotNo)
            },
          },
        )
      }
    >
      <p className="quiet">货物所在的货位不在计划内时加一行，再照样盲盘。加错的一行盘为没有即可。</p>
      <Form.Item name="placeCode" label="货位" rules={[{ required: true, whitespace: true, message: '请扫描或填写货位' }]}>
        <Input {...takesCodes.kept} maxLength={40} autoComplete="off" placeholder="扫描货位标签" />
      </Form.Item>
      <Form.Item name="lotNo" label="批号" rules={[{ required: true, whitespace: true, message: '请扫描或填写批号' }]}>
        <Input {...takesCodes.kept} maxLength={40} autoComplete="off" placeholder="扫描货物标签上的批号" />
      </Form.Item>
    </StepDialog>
  )
}
