import { Form, Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { codeLevels, printLimit, qrApi, type RangeRow } from '#contract/packing/codes.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { LabelSheet } from './LabelSheet.tsx'
import { SerialFields } from './SerialFields.tsx'

type Values = { first: number; last: number; reason?: string }

/** Asks which labels; the server writes down that they were printed, then the sheet opens. */
export function PrintDialog({ range, onClose }: { range: RangeRow; onClose: () => void }) {
  const print = useWrite(qrApi.print)
  const [sheet, setSheet] = useState<z.output<typeof qrApi.print.output>>()
  if (sheet) return <LabelSheet sheet={sheet} title={`${range.runNo} 标签`} onClose={onClose} />
  return (
    <StepDialog<Values>
      title={`打印标签 ${range.runNo}（${codeLevels[range.level]}）`}
      submit="登记并打印"
      initial={{ first: 1, last: Math.min(range.count, printLimit) }}
      error={print.error}
      busy={print.isPending}
      onClose={onClose}
      onSubmit={(values) => print.mutate({ id: range.id, ...values, origin: location.origin }, { onSuccess: setSheet })}
    >
      <p className="quiet">
        标签 60×40 mm，内容是批准包装指令时固定的，不能改动。一次最多 {printLimit} 张，更多请下载 CSV 用标签打印机打印。
      </p>
      <SerialFields range={range} />
      <Form.Item name="reason" label="补印原因" extra="首次打印不用填；同一张标签再印须写明原因">
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </StepDialog>
  )
}
