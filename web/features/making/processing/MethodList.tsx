import { App, Button, Form, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { usageLooks } from '#contract/making/material.ts'
import { methodApi, type MethodRow } from '#contract/making/processing-method.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useWrite } from '#web/lib/call.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { DisableDialog } from '#web/parts/DisableDialog.tsx'
import { UsageActions } from './UsageActions.tsx'
import { usageFilter } from './usage-filter.ts'

const columns: readonly Column<MethodRow>[] = [
  { title: '名称', key: 'name', sort: 'name' },
  { title: '制法', key: 'how' },
  { title: '辅料', key: 'auxiliary' },
  { title: '记录项目', key: 'toRecord' },
  { title: '产品数', key: 'products', align: 'right' },
  { title: '状态', key: 'state', render: (row) => <StateTag of={usageLooks} state={row.state} /> },
]

/** 炮制方法目录 (炮制通则 0213). */
export function MethodList({ header }: { header: ReactNode }) {
  const [writing, setWriting] = useState<MethodRow | 'new'>()
  const [disabling, setDisabling] = useState<MethodRow>()
  const [history, setHistory] = useState<MethodRow>()
  const enable = useButtonWrite(methodApi.enable)
  return (
    <ListPage
      title="炮制方法"
      primary={
        <DutyButton duty="35:manage" onClick={() => setWriting('new')}>
          新建炮制方法
        </DutyButton>
      }
      header={header}
      endpoint={methodApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索名称或拼音首字母"
      filters={[usageFilter]}
      actions={(row) => (
        <>
          <UsageActions
            row={row}
            onEdit={() => setWriting(row)}
            onDisable={() => setDisabling(row)}
            onEnable={() => void enable.run({ id: row.id })}
          />
          <Button type="link" className="text-action" onClick={() => setHistory(row)}>
            历史
          </Button>
        </>
      )}
      empty="还没有炮制方法；新建后产品即可选用"
    >
      {writing && <MethodDialog {...(writing !== 'new' && { method: writing })} onClose={() => setWriting(undefined)} />}
      {disabling && (
        <DisableDialog endpoint={methodApi.disable} id={disabling.id} name={disabling.name} onClose={() => setDisabling(undefined)}>
          <p>停用后新产品不能再选；已有的产品不变。以后可以重新启用。</p>
        </DisableDialog>
      )}
      {history && <HistoryDrawer table="processing_method" id={history.id} title={history.name} onClose={() => setHistory(undefined)} />}
    </ListPage>
  )
}

type Values = z.input<typeof methodApi.create.input>

function MethodDialog({ method, onClose }: { method?: MethodRow; onClose: () => void }) {
  const { message } = App.useApp()
  const create = useWrite(methodApi.create)
  const edit = useWrite(methodApi.edit)
  const save = ({ name, ...fields }: Values) => {
    const onSuccess = (row: MethodRow) => {
      message.success(`${row.name} 已保存`)
      onClose()
    }
    if (method === undefined) create.mutate({ name, ...fields }, { onSuccess })
    else edit.mutate({ id: method.id, rowVersion: method.rowVersion, ...fields }, { onSuccess })
  }
  return (
    <StepDialog<Values>
      title={method ? `修改 ${method.name}` : '新建炮制方法'}
      submit="保存"
      error={create.error ?? edit.error}
      busy={create.isPending || edit.isPending}
      initial={method ?? {}}
      onSubmit={save}
      onClose={onClose}
    >
      {!method && (
        <Form.Item
          name="name"
          label="名称"
          extra="产品按名称引用，建立后不能更改"
          rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="how" label="制法" initialValue="">
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <Form.Item name="auxiliary" label="辅料及用量" initialValue="">
        <Input maxLength={200} autoComplete="off" placeholder="如 黄酒 10–20 kg / 100 kg" />
      </Form.Item>
      <Form.Item name="toRecord" label="记录项目" initialValue="">
        <Input maxLength={200} autoComplete="off" placeholder="如 酒量，闷润时间，锅温" />
      </Form.Item>
    </StepDialog>
  )
}
