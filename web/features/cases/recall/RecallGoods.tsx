import { Form, Input, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { recallActions, recallOutcomes, toldOutcome, type ToldOutcome } from '#contract/cases/recall.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import type { RecallEntry, RecallFile, RecallLine } from '#contract/cases/recall-file.ts'
import { refusal } from '#contract/kernel/action.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { useActor } from '#web/lib/actor.ts'
import { useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { BringBackDialog } from './BringBackDialog.tsx'

/** What every customer received of every lot, and what became of it. */
export function RecallGoods({ file: { recall, customers, lines, entries } }: { file: RecallFile }) {
  const actor = useActor()
  const [telling, setTelling] = useState<RecallLine>()
  const [taking, setTaking] = useState<RecallEntry>()
  const [bringing, setBringing] = useState<RecallLine>()
  if (customers === null || lines === null || entries === null)
    return <p className="quiet">客户与去向由有成品履历或销售运输权限的人员查看。</p>
  const nameOf = (id: string) => customers.find((one) => one.id === id)?.name ?? ''
  const code = refusal(recallActions.follow, recall, actor)
  const isOpen = recall.state === 'started'
  const columns: readonly Column<RecallLine>[] = [
    { title: '客户', key: 'customer', render: (line) => nameOf(line.recallCustomerId) },
    { title: '批号', key: 'lotNo', render: ({ name, lotNo }) => `${name} ${lotNo}` },
    { title: '收到', key: 'packs', align: 'right', render: (line) => `${line.packs} ${line.packUnit}，${kgUnit(line.quantity)}` },
    ...keysOf(recallOutcomes).map((outcome) => ({
      title: recallOutcomes[outcome],
      key: outcome,
      align: 'right' as const,
      render: (line: RecallLine) => line[outcome],
    })),
    {
      title: '未登记',
      key: 'open',
      align: 'right',
      render: (line) => (line.open > 0 ? <strong>{line.open}</strong> : line.open),
    },
  ]
  return (
    <>
      <DataTable
        caption="收回与去向"
        rows={lines}
        rowKey={(line) => `${line.recallCustomerId} ${line.lotId}`}
        columns={columns}
        {...(isOpen && {
          actions: (line: RecallLine) =>
            line.open > 0 && (
              <>
                <ReasonButton reason={code && refusals[code]} onClick={() => setBringing(line)}>
                  扫码收回
                </ReasonButton>
                <ReasonButton reason={code && refusals[code]} onClick={() => setTelling(line)}>
                  登记去向
                </ReasonButton>
              </>
            ),
        })}
      />
      {lines.length === 0 && <p className="quiet">没有发出的货物。</p>}
      {entries.length > 0 && (
        <>
          <h2 className="drawer-heading">登记记录</h2>
          <DataTable
            caption="登记记录"
            rows={entries}
            rowKey={(entry) => entry.id}
            columns={[
              { title: '客户', key: 'customer', render: (entry) => nameOf(entry.recallCustomerId) },
              { title: '批号', key: 'lotNo' },
              { title: '去向', key: 'outcome', render: (entry) => (entry.takesBack === null ? recallOutcomes[entry.outcome] : '冲销') },
              {
                title: '件数',
                key: 'packs',
                align: 'right',
                render: ({ packs, quantity, isTakenBack }) => (isTakenBack ? <s>{packs}</s> : `${packs}，${kgUnit(quantity)}`),
              },
              {
                title: '说明',
                key: 'note',
                render: ({ note, returnId, returnNo }) =>
                  returnId === null ? note : <Link to={`/yinpian-xiaoshou?view=returns&id=${returnId}`}>退货区 {returnNo}</Link>,
              },
              { title: '登记', key: 'recordedAt', render: (entry) => <Done by={entry.recordedBy} at={entry.recordedAt} /> },
            ]}
            {...(isOpen && {
              actions: (entry: RecallEntry) =>
                entry.takesBack === null &&
                entry.returnId === null &&
                !entry.isTakenBack && (
                  <ReasonButton reason={code && refusals[code]} onClick={() => setTaking(entry)}>
                    冲销
                  </ReasonButton>
                ),
            })}
          />
        </>
      )}
      {telling && (
        <TellDialog id={recall.id} line={telling} customer={nameOf(telling.recallCustomerId)} onClose={() => setTelling(undefined)} />
      )}
      {bringing && (
        <BringBackDialog
          recall={recall}
          customer={{ id: bringing.recallCustomerId, name: nameOf(bringing.recallCustomerId) }}
          onClose={() => setBringing(undefined)}
        />
      )}
      {taking && <TakeBackDialog id={recall.id} entry={taking} onClose={() => setTaking(undefined)} />}
    </>
  )
}

type Told = { outcome: ToldOutcome; packs: number; note?: string }

function TellDialog({ id, line, customer, onClose }: { id: string; line: RecallLine; customer: string; onClose: () => void }) {
  const write = useWrite(recallApi.recover)
  return (
    <StepDialog<Told>
      title={`登记去向 ${customer} ${line.lotNo}`}
      submit="登记"
      initial={{ packs: line.open }}
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ outcome, packs, note = '' }) =>
        write.mutate({ id, customerId: line.recallCustomerId, lotId: line.lotId, outcome, packs, note }, { onSuccess: onClose })
      }
    >
      <Form.Item name="outcome" label="去向" rules={[{ required: true, message: '请选择去向' }]}>
        <Radio.Group options={toldOutcome.options.map((value) => ({ value, label: recallOutcomes[value] }))} />
      </Form.Item>
      <Form.Item
        name="packs"
        label={`数量（${line.packUnit}）`}
        extra={`还有 ${line.open} ${line.packUnit} 没有登记`}
        rules={[{ required: true, message: '请填写数量' }]}
      >
        <InputNumber min={1} precision={0} />
      </Form.Item>
      <NoteField />
    </StepDialog>
  )
}

function NoteField() {
  const outcome: ToldOutcome | undefined = Form.useWatch('outcome')
  return (
    <Form.Item name="note" label="说明" rules={[{ required: outcome === 'unaccounted', whitespace: true, message: '请写明已做的查找' }]}>
      <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2 }} />
    </Form.Item>
  )
}

function TakeBackDialog({ id, entry, onClose }: { id: string; entry: RecallEntry; onClose: () => void }) {
  const write = useWrite(recallApi.takeBack)
  return (
    <StepDialog<{ reason: string }>
      title={`冲销 ${entry.lotNo} ${recallOutcomes[entry.outcome]} ${entry.packs}`}
      submit="冲销"
      danger
      error={write.error}
      busy={write.isPending}
      onClose={onClose}
      onSubmit={({ reason }) => write.mutate({ id, entryId: entry.id, reason }, { onSuccess: onClose })}
    >
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写冲销的原因' }]}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </StepDialog>
  )
}
