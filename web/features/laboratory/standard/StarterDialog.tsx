import { App, Button, Checkbox, Form, Modal, Skeleton } from 'antd'
import { standardSubjectKinds } from '#contract/laboratory/standard.ts'
import { starterApi, type StarterHerb } from '#contract/laboratory/starter-set.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ItemTable } from './ItemTable.tsx'

type Values = { herbs: string[]; effectiveFrom: string; signature: SignatureInput }

/** 从起始目录载入: chosen herbs with their limits, signed by whoever loads them; another person approves. */
export function StarterDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const set = useRead(starterApi.read, {})
  const load = useWrite(starterApi.load)
  if (set.data?.herbs.every(({ isNew }) => !isNew))
    return (
      <Modal open title="从起始目录载入" footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
        <p>目录里的药材和标准都已有了。以后建立目录中有标准的饮片产品，可再来载入它的标准。</p>
      </Modal>
    )
  return (
    <StepDialog<Values>
      title="从起始目录载入"
      submit="载入并提交批准"
      wide
      initial={{ herbs: [], effectiveFrom: today() }}
      error={load.error}
      busy={load.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        load.mutate(values, {
          onSuccess: ({ materials, standards }) => {
            message.success(`已载入 ${materials} 种药材；${standards} 份质量标准待另一人批准`)
            onClose()
          },
        })
      }
    >
      <p>
        目录只收来源一致的限度，不是药典全文：请对照原文核对，缺的项目可由批准人退回后补齐。另一人批准前，标准不生效。
        炮制方法一并载入；饮片的标准在建立同名产品后再来载入。
      </p>
      {set.isPending && <Skeleton active />}
      {set.error && <CallFailure error={set.error} onRetry={() => void set.refetch()} />}
      {set.data && <HerbFields herbs={set.data.herbs} />}
      <div className="form-columns">
        <Form.Item label="限度所引版本" extra="写进每份标准；改按新版药典时另建新版本">
          中国药典 {set.data?.edition}
        </Form.Item>
        <Form.Item name="effectiveFrom" label="生效日期" extra="不早于批准当天" rules={[{ required: true, message: '请填写生效日期' }]}>
          <DayInput />
        </Form.Item>
      </div>
      <SignatureFields meaning="编制" />
    </StepDialog>
  )
}

function HerbFields({ herbs }: { herbs: readonly StarterHerb[] }) {
  const form = Form.useFormInstance<Values>()
  const chosen = Form.useWatch('herbs', form) ?? []
  const open = herbs.filter(({ isNew }) => isNew).map(({ code }) => code)
  return (
    <>
      {open.length > 0 && (
        <Checkbox
          className="starter-all"
          checked={chosen.length === open.length}
          indeterminate={chosen.length > 0 && chosen.length < open.length}
          onChange={({ target }) => form.setFieldValue('herbs', target.checked ? open : [])}
        >
          全选（{open.length} 种）
        </Checkbox>
      )}
      <Form.Item name="herbs" label="药材" rules={[{ type: 'array', min: 1, message: '请选择药材' }]}>
        <Checkbox.Group
          className="starter-herbs"
          options={herbs.map((herb) => ({ value: herb.code, label: labelOf(herb), disabled: !herb.isNew }))}
        />
      </Form.Item>
      <StandardsOf herbs={herbs.filter(({ code }) => chosen.includes(code))} />
    </>
  )
}

function labelOf({ name, isNew, isToxic, standards }: StarterHerb) {
  const note = !isNew ? '已有' : standards.length === 0 ? '标准须自编' : isToxic ? '毒性' : ''
  return note === '' ? name : `${name}（${note}）`
}

/** What will be signed: every line of every standard that comes with the chosen herbs. */
function StandardsOf({ herbs }: { herbs: readonly StarterHerb[] }) {
  const standards = herbs.flatMap((herb) =>
    herb.standards
      .filter(({ standing }) => standing === 'new')
      .map((standard) => ({ ...standard, key: `${herb.code}/${standard.of}/${standard.name}` })),
  )
  if (standards.length === 0) return null
  return (
    <details className="starter-standards">
      <summary>将由您签名编制的 {standards.length} 份标准</summary>
      {standards.map(({ key, of, name, items }) => (
        <details key={key}>
          <summary>
            {standardSubjectKinds[of]} {name}，{items.length} 项
          </summary>
          <ItemTable items={items} />
        </details>
      ))}
    </details>
  )
}
