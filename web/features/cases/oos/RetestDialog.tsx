import { App, Form } from 'antd'
import { oosActions, oosLaboratoryApi, type OosFile } from '#contract/cases/oos.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { meansApi, type MeansChoices, type MeansInput } from '#contract/laboratory/means.ts'
import { MeansSelect } from '#web/features/laboratory/inspection/MeansSelect.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ValueFields, valueOf, type ValueCells } from './ValueFields.tsx'
import './oos.css'

/** 复检: all values at once, none left out. */
export function RetestDialog({ file: { case: row, item, retests, moisture }, onClose }: { file: OosFile; onClose: () => void }) {
  const { message } = App.useApp()
  const retest = useWrite(oosLaboratoryApi[row.side].retest)
  const choices = useRead(meansApi.choices, { id: row.inspectionId })
  const count = retests ?? 1
  return (
    <StepDialog<{ values: ValueCells[]; means?: MeansInput; signature: SignatureInput }>
      title={`复检 ${row.lotNo} ${row.itemName}`}
      submit="签名并提交"
      error={retest.error}
      busy={retest.isPending}
      onClose={onClose}
      onSubmit={({ values, means, signature }) =>
        retest.mutate(
          { id: row.id, rowVersion: row.rowVersion, values: values.map(valueOf), ...(means && { means }), signature },
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
      {choices.data?.hasInstruments && (
        <Form.Item name="means" label="所用仪器、试剂" initialValue={{ instrumentIds: [], reagentIds: [] }}>
          <MeansField choices={choices.data} />
        </Form.Item>
      )}
      <SignatureFields meaning={oosActions[row.side].retest.signs} />
    </StepDialog>
  )
}

const none: MeansInput = { instrumentIds: [], reagentIds: [] }

/** The form gives value and change. */
const MeansField = ({
  choices,
  value = none,
  onChange = () => {},
}: {
  choices: MeansChoices
  value?: MeansInput
  onChange?: (value: MeansInput) => void
}) => <MeansSelect choices={choices} label="所用仪器、试剂" value={value} onChange={onChange} />
