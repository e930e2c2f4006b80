import { App, Button, Drawer, Form, Skeleton } from 'antd'
import { useState } from 'react'
import { missingGeneral } from '#contract/laboratory/general-chapter.ts'
import { itemsErrors, usualMeasuring, type StandardItemInput } from '#contract/laboratory/standard-item.ts'
import { standardApi, type StandardFile, type StandardRow } from '#contract/laboratory/standard.ts'
import { useSession } from '#web/lib/actor.ts'
import { leaving, useAskToDiscard } from '#web/lib/ask-to-discard.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { draft } from '#web/lib/draft.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { FormFailure } from '#web/parts/FormFailure.tsx'
import { EditionFields, type EditionValues } from './EditionFields.tsx'
import { ImportItemsDialog } from './ImportItemsDialog.tsx'
import { ItemGrid } from './ItemGrid.tsx'

type Typed = { header: EditionValues; items: StandardItemInput[] }

/** 编辑标准: heading and every line of a draft. What was typed is kept until it is saved. */
export function ItemsDrawer({ id, onClose, onSubmit }: { id: string; onClose: () => void; onSubmit: (row: StandardRow) => void }) {
  const file = useRead(standardApi.read, { id })
  return file.data ? (
    <Editor file={file.data} onClose={onClose} onSubmit={onSubmit} />
  ) : (
    <Drawer open size={1480} title="编辑标准" onClose={onClose}>
      {file.error ? <CallFailure error={file.error} onRetry={() => void file.refetch()} /> : <Skeleton active />}
    </Drawer>
  )
}

/** Heading and items as they are now: what was typed and is kept as a draft, else what is saved. */
function useTyped(file: StandardFile) {
  const { path } = useTab()
  const userId = useSession().user.id
  const { id, rowVersion, edition, effectiveFrom } = file.standard
  const draftName = `standard:${id}:${rowVersion}`
  // Only this drawer writes a draft of this name.
  const [typed, setTyped] = useState(() => draft.read(userId, path, draftName) as Typed | undefined)
  // A draft of an earlier edition of the program knows nothing of how an item is measured.
  const now: Typed = typed
    ? { ...typed, items: typed.items.map((item) => ({ ...usualMeasuring, ...item })) }
    : { header: { edition, effectiveFrom, remark: file.remark }, items: file.items }
  const change = (part: Partial<Typed>) => {
    const next = { ...now, ...part }
    setTyped(next)
    draft.keep(userId, path, draftName, next)
  }
  const drop = () => {
    draft.drop(userId, path, draftName)
    setTyped(undefined)
  }
  return { now, isTyped: typed !== undefined, change, drop }
}

function Editor({ file, onClose, onSubmit }: { file: StandardFile; onClose: () => void; onSubmit: (row: StandardRow) => void }) {
  const { message } = App.useApp()
  const ask = useAskToDiscard()
  const [form] = Form.useForm<EditionValues>()
  const { id, rowVersion, name } = file.standard
  const { now, isTyped, change, drop } = useTyped(file)
  const [importing, setImporting] = useState(false)
  const edit = useWrite(standardApi.edit)
  const errors = itemsErrors(now.items)
  const inherited = missingGeneral(file.general, now.items)
  const save = async (then: (row: StandardRow) => void) => {
    const header = await form.validateFields().catch(() => undefined)
    if (header === undefined) return
    if (errors.length > 0) return void message.error(`还有 ${errors.length} 处需要更正，请看标红的格子`)
    edit.mutate(
      { id, rowVersion, ...header, items: now.items },
      {
        onSuccess: (row) => {
          drop()
          then(row)
        },
      },
    )
  }
  const close = () => {
    if (!isTyped) return onClose()
    ask(leaving, () => {
      drop()
      onClose()
    })
  }
  return (
    <Drawer
      open
      size={1480}
      title={`编辑标准 ${name}`}
      mask={{ closable: false }}
      onClose={close}
      footer={
        <div className="drawer-foot">
          <Button onClick={close}>关闭</Button>
          <Button loading={edit.isPending} onClick={() => void save(() => void message.success('草稿已保存'))}>
            保存草稿
          </Button>
          <Button
            type="primary"
            loading={edit.isPending}
            onClick={() =>
              void save((row) => {
                onClose()
                onSubmit(row)
              })
            }
          >
            保存并提交批准
          </Button>
        </div>
      }
    >
      <FormFailure form={form} error={edit.error} />
      <Form form={form} layout="vertical" initialValues={now.header} onValuesChange={(_, header: EditionValues) => change({ header })}>
        <EditionFields />
      </Form>
      <div className="item-sources">
        <Button onClick={() => setImporting(true)}>从 Excel 导入项目</Button>
        {inherited.length > 0 && (
          <Button
            onClick={() => {
              change({ items: [...now.items, ...inherited] })
              void message.success(`已补充 ${inherited.length} 项，核对后请保存`)
            }}
          >
            按通则0212补充：{inherited.map(({ name, high, unit }) => `${name}≤${high}${unit}`).join('、')}
          </Button>
        )}
      </div>
      {importing && (
        <ImportItemsDialog
          hasItems={now.items.length > 0}
          onItems={(items) => {
            change({ items })
            setImporting(false)
            message.success(`已读入 ${items.length} 个项目，核对后请保存`)
          }}
          onClose={() => setImporting(false)}
        />
      )}
      <ItemGrid items={now.items} errors={errors} onChange={(items) => change({ items })} />
    </Drawer>
  )
}
