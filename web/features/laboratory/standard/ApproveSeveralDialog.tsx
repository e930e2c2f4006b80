import { App, Button, Checkbox, Form, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { refusal } from '#contract/kernel/action.ts'
import { standardActions, standardApi, type StandardRow } from '#contract/laboratory/standard.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useActor } from '#web/lib/actor.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import type { Reading } from '#web/parts/FormFailure.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ItemTable } from './ItemTable.tsx'
import { TypedItems } from './TypedItems.tsx'

type Values = { ids?: string[]; acceptsTyped?: boolean; signature: SignatureInput }

/** 批准几份: one password signs each chosen edition; those that this person wrote are not offered. */
export function ApproveSeveralDialog({ onClose }: { onClose: () => void }) {
  const written = useRead(standardApi.list, { state: 'written', pageSize: 200 })
  const actor = useActor()
  const rows = (written.data?.rows ?? []).filter((row) => refusal(standardActions.approve, row, actor) === undefined)
  const own = (written.data?.rows.length ?? 0) - rows.length
  // Nothing is signed for before it is there to be read.
  if (rows.length === 0)
    return (
      <Modal open title="批准几份标准" width={880} transitionName="" footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
        {written.isPending && <Skeleton active />}
        {written.error && <CallFailure error={written.error} onRetry={() => void written.refetch()} />}
        {written.data && (
          <p>{own > 0 ? `待批准的 ${own} 份都由您编制，须由别人批准。` : '现在没有待批准的标准。编制人提交之后，这里可以一次批准几份。'}</p>
        )}
      </Modal>
    )
  return <Dialog rows={rows} own={own} written={written} onClose={onClose} />
}

function Dialog({ rows, own, written, onClose }: { rows: readonly StandardRow[]; own: number; written: Reading; onClose: () => void }) {
  const { message } = App.useApp()
  const approve = useWrite(standardApi.approveSeveral)
  const { signs } = standardActions.approve
  return (
    <StepDialog<Values>
      title="批准几份标准"
      submit="批准"
      wide
      initial={{ ids: rows.map(({ id }) => id) }}
      error={approve.error}
      reads={[written]}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={({ ids = [], acceptsTyped = false, signature }) =>
        approve.mutate(
          {
            editions: rows.filter(({ id }) => ids.includes(id)).map(({ id, rowVersion }) => ({ id, rowVersion })),
            acceptsTyped,
            signature,
          },
          {
            onSuccess: ({ approved }) => {
              message.success(`已批准 ${approved} 份标准`)
              onClose()
            },
          },
        )
      }
    >
      <p>请逐份展开核对项目与限度，不批准的取消勾选。一次输入口令，每份标准各留一个签名。</p>
      {own > 0 && <p className="quiet">另有 {own} 份由您编制，须由别人批准。</p>}
      <Form.Item name="ids" label={`待批准的标准（${rows.length} 份）`} rules={[{ type: 'array', min: 1, message: '请选择要批准的标准' }]}>
        <Checkbox.Group className="standards-waiting">
          {rows.map((row) => (
            <div key={row.id}>
              <Checkbox value={row.id}>
                {row.name}　{row.kind} {row.edition}
              </Checkbox>
              <Items row={row} />
            </div>
          ))}
        </Checkbox.Group>
      </Form.Item>
      <Form.Item noStyle dependencies={['ids']}>
        {({ getFieldValue }) => <TypedItems editions={rows.filter(({ id }) => chosenIn(getFieldValue('ids')).includes(id))} accepts />}
      </Form.Item>
      <SignatureFields meaning={signs} />
    </StepDialog>
  )
}

const chosenIn = (ids: unknown): readonly unknown[] => (Array.isArray(ids) ? ids : [])

/** The lines of an edition, read when somebody looks at them. */
function Items({ row }: { row: StandardRow }) {
  const [isOpen, setOpen] = useState(false)
  const file = useRead(standardApi.read, isOpen ? { id: row.id } : null)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {row.writtenByName} 编制，{row.itemCount} 项，{row.effectiveFrom} 起生效
      </summary>
      {isOpen && file.isPending && <Skeleton active />}
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      {file.data && <ItemTable items={file.data.items} />}
    </details>
  )
}
