import { App, Button, Form, Input, Modal, Skeleton } from 'antd'
import { exact } from '#contract/kernel/exact-decimal.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { sampleKinds, sampleStates } from '#contract/laboratory/sample-state.ts'
import { disposalWitness, sampleActions, sampleApi, sampleLaboratoryApi, type SampleRow } from '#contract/laboratory/sample.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import type { Reading } from '#web/parts/FormFailure.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import './sample.css'

type Values = {
  left?: Record<string, string | undefined>
  reason: string
  signature: SignatureInput
  witness: { userName: string; password: string }
}

/** So many are disposed of at once; the rest waits for the next time. */
const atOnce = 50

/** 处置几份: what may go, each with what is left of it; those without an amount stay. */
export function DisposeSeveralDialog({ side, onClose }: { side: InspectionSide; onClose: () => void }) {
  const found = useRead(sampleApi.list, { side, due: 'end', pageSize: atOnce, sort: 'sampleNo' })
  // Nothing is signed for before it is there to be read.
  if (found.data === undefined || found.data.rows.length === 0)
    return (
      <Modal open title="处置几份样品" width={880} transitionName="" footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
        {found.isPending && <Skeleton active />}
        {found.error && <CallFailure error={found.error} onRetry={() => void found.refetch()} />}
        {found.data && <p>现在没有可以处置的样品。检验完毕的余样、不足的样品和期满的留样会列在这里。</p>}
      </Modal>
    )
  return <Dialog {...{ side, ...found.data, found, onClose }} />
}

type Given = { side: InspectionSide; rows: readonly SampleRow[]; total: number; found: Reading; onClose: () => void }

function Dialog({ side, rows, total, found, onClose }: Given) {
  const { message } = App.useApp()
  const dispose = useWrite(sampleLaboratoryApi[side].disposeSeveral)
  return (
    <StepDialog<Values>
      title="处置几份样品"
      submit="签名并处置"
      danger
      wide
      error={dispose.error}
      reads={[found]}
      busy={dispose.isPending}
      onClose={onClose}
      onSubmit={({ left = {}, ...given }) =>
        dispose.mutate(
          {
            samples: rows.flatMap(({ id }) => {
              const leftOver = left[id] ?? ''
              return leftOver === '' ? [] : [{ id, leftOver }]
            }),
            ...given,
          },
          {
            onSuccess: ({ disposed }) => {
              message.success(`${disposed} 份样品已处置`)
              onClose()
            },
          },
        )
      }
    >
      <p>填写余量的样品将被处置，没有余量填 0；留空的不动。处置后账上转出，不能恢复。</p>
      {total > rows.length && <p className="quiet">可以处置的样品较多，先列出最早的 {rows.length} 份。</p>}
      <ul className="samples-leaving">
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              {row.sampleNo}　{sampleKinds[row.kind]}
              <br />
              <small className="quiet">
                {row.lotName} {row.lotNo}　{row.isRetentionOver ? '留样期满' : sampleStates[row.state].label}　
                <span className="unbroken">原量 {exact(row.quantity).toFixed()} g</span>
              </small>
            </span>
            <Form.Item name={['left', row.id]} noStyle>
              <QuantityInput unit="g" aria-label={`${row.sampleNo} 处置时余量（g）`} placeholder="余量" />
            </Form.Item>
          </li>
        ))}
      </ul>
      <Form.Item name="reason" label="原因与方式" rules={[{ required: true, whitespace: true, message: '请填写处置的原因与方式' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={sampleActions[side].dispose.signs} commentLabel={null} />
      <SecondPersonFields label="见证人" meaning={disposalWitness} name="witness" />
    </StepDialog>
  )
}
