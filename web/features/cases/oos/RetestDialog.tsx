import { App } from 'antd'
import { oosActions, oosLaboratoryApi, type OosFile } from '#contract/cases/oos.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ValueFields, valueOf, type ValueCells } from './ValueFields.tsx'
import './oos.css'

/** 复检: all values at once, none left out. */
export function RetestDialog({ file: { case: row, item, retests, moisture }, onClose }: { file: OosFile; onClose: () => void }) {
  const { message } = App.useApp()
  const retest = useWrite(oosLaboratoryApi[row.side].retest)
  const count = retests ?? 1
  return (
    <StepDialog<{ values: ValueCells[]; signature: SignatureInput }>
      title={`复检 ${row.lotNo} ${row.itemName}`}
      submit="签名并提交"
      error={retest.error}
      busy={retest.isPending}
      onClose={onClose}
      onSubmit={({ values, signature }) =>
        retest.mutate(
          { id: row.id, rowVersion: row.rowVersion, values: values.map(valueOf), signature },
          {
            onSuccess: () => {
              message.success('复检结果已提交，转QA裁定')
              onClose()
            },
          },
        )
      }
    >
      <p>
        标准规定：{item.specText}。批准的复检共 {count} 次，一次填全；提交后不能改写。
      </p>
      {Array.from({ length: count }, (_, index) => (
        <ValueFields key={index} item={item} moisture={moisture} name={['values', index]} label={`第${index + 1}次`} />
      ))}
      <SignatureFields meaning={oosActions[row.side].retest.signs} />
    </StepDialog>
  )
}
