import { App, Button, Form, Input, InputNumber, Skeleton } from 'antd'
import { useState, type ReactNode } from 'react'
import { pages } from '#contract/kernel/pages.ts'
import { workApi, type StepLimit } from '#contract/office/work.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { useTab } from '#web/lib/tab.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

const columns: readonly Column<StepLimit>[] = [
  { title: '单据', key: 'document', render: (row) => `${row.document} · ${row.stateLabel}` },
  { title: '环节', key: 'stage' },
  { title: '等着做的', key: 'steps', render: (row) => row.steps.join('、') },
  { title: '时限', key: 'hours', align: 'right', render: (row) => (row.hours === null ? '不设' : hoursInWords(row.hours)) },
]

const hoursInWords = (hours: number) => (hours % 24 === 0 ? `${hours / 24} 天（${hours} 小时）` : `${hours} 小时`)

/** 时限: how long a document may wait in a state before the home page calls it overdue. The law gives no such times, so the factory sets its own. */
export function StepLimits({ header }: { header: ReactNode }) {
  const limits = useRead(workApi.limits, {})
  const { path } = useTab()
  const [setting, setSetting] = useState<StepLimit>()
  const [shown, setShown] = useState<StepLimit>()
  return (
    <section className="page" aria-label="时限">
      <header className="page-head">
        <h1>{pages.find((page) => page.path === path)?.title}</h1>
      </header>
      {header}
      <p className="quiet">
        单据停在一步超过时限，首页即列为逾期。采购单的预计到货日、变更与标准的生效日、批次的复验日已经计入，不用另设；不设时限的只显示等了多久。
      </p>
      {limits.isPending && <Skeleton active />}
      {limits.error && <CallFailure error={limits.error} onRetry={() => void limits.refetch()} />}
      {limits.data && (
        <DataTable
          caption="各步时限"
          columns={columns}
          rows={limits.data}
          rowKey={(row) => row.key}
          actions={(row) => (
            <>
              <DutyButton duty="36:manage" type="link" onClick={() => setSetting(row)}>
                更改
              </DutyButton>
              {row.limitId !== null && (
                <Button type="link" className="text-action" onClick={() => setShown(row)}>
                  历史
                </Button>
              )}
            </>
          )}
        />
      )}
      {setting && <LimitDialog limit={setting} onClose={() => setSetting(undefined)} />}
      {shown?.limitId && (
        <HistoryDrawer
          table="step_limit"
          id={shown.limitId}
          title={`${shown.document} · ${shown.stateLabel} 的时限`}
          onClose={() => setShown(undefined)}
        />
      )}
    </section>
  )
}

type Values = { hours?: number | null; reason: string }

function LimitDialog({ limit, onClose }: { limit: StepLimit; onClose: () => void }) {
  const { message } = App.useApp()
  const save = useWrite(workApi.setLimit)
  return (
    <StepDialog<Values>
      title={`${limit.document} · ${limit.stateLabel} 的时限`}
      submit="保存"
      error={save.error}
      busy={save.isPending}
      initial={{ ...(limit.hours !== null && { hours: limit.hours }) }}
      onClose={onClose}
      onSubmit={({ hours = null, reason }) =>
        save.mutate(
          { life: limit.life, state: limit.state, hours, seen: limit.hours, reason },
          {
            onSuccess: () => {
              void message.success('时限已更改，首页即按新时限')
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="hours" label="时限（小时）" extra="留空即不设">
        <InputNumber min={1} max={8760} precision={0} style={{ width: 160 }} />
      </Form.Item>
      <Form.Item name="reason" label="理由" rules={[{ required: true, whitespace: true, message: '请填写理由' }]}>
        <Input maxLength={200} />
      </Form.Item>
    </StepDialog>
  )
}
