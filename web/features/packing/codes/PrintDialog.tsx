import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { codeLevels, printLimit, qrApi, reprintMeaning, type RangeRow } from '#contract/packing/codes.ts'
import { CallError, useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import type { LabelSize } from './draw-label.ts'
import { LabelSheet } from './LabelSheet.tsx'
import { SerialFields } from './SerialFields.tsx'

type Values = Omit<z.input<typeof qrApi.print.input>, 'id' | 'origin'> & { size: LabelSize }

const sizes: readonly { value: LabelSize; label: string }[] = [
  { value: '60×40', label: '60×40 mm' },
  { value: '100×70', label: '100×70 mm' },
]

/** Asks which labels; the server writes down that they were printed, then the sheet opens. */
export function PrintDialog({ range, onClose }: { range: RangeRow; onClose: () => void }) {
  const print = useWrite(qrApi.print)
  const [printed, setPrinted] = useState<{ sheet: z.output<typeof qrApi.print.output>; size: LabelSize }>()
  // Only the server knows what is frozen at this moment, so it says when a second person is needed. The fields come with its refusal and stay.
  const [needsSecond, setNeedsSecond] = useState(false)
  const isAsked = print.error instanceof CallError && print.error.code === 'reprint_needs_second'
  if (isAsked && !needsSecond) setNeedsSecond(true)
  if (printed) return <LabelSheet {...printed} title={`${range.runNo} 标签`} onClose={onClose} />
  return (
    <StepDialog<Values>
      title={`打印标签 ${range.runNo}（${codeLevels[range.level]}）`}
      submit="登记并打印"
      initial={{ first: 1, last: Math.min(range.count, printLimit), size: range.level === 'pack' ? '60×40' : '100×70' }}
      error={print.error}
      busy={print.isPending}
      onClose={onClose}
      onSubmit={({ size, ...values }) =>
        print.mutate({ id: range.id, ...values, origin: location.origin }, { onSuccess: (sheet) => setPrinted({ sheet, size }) })
      }
    >
      <p className="quiet">标签内容是批准包装指令时固定的，不能改动。一次最多 {printLimit} 张，更多请下载 CSV 用标签打印机打印。</p>
      <SerialFields range={range} />
      <Form.Item name="size" label="标签尺寸">
        <Radio.Group options={[...sizes]} />
      </Form.Item>
      <Form.Item
        name="reason"
        label="补印原因"
        extra="首次打印不用填；同一张标签再印须写明原因，已发运或已冻结的还须另一人签名"
        rules={[{ required: needsSecond, whitespace: true, message: '请写明补印原因' }]}
      >
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      {needsSecond && <SecondPersonFields label="包装复核人" meaning={reprintMeaning} name="checker" />}
    </StepDialog>
  )
}
