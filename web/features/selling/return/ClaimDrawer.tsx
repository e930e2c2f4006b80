import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { claimActions, claimLooks, claimOutcomes } from '#contract/selling/return.ts'
import { claimApi, type ClaimDetail } from '#contract/selling/return-api.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, kgUnit } from '#web/lib/format.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DataTable } from '#web/parts/DataTable.tsx'
import { Done } from '#web/parts/Done.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ReopenDialog, SettleDialog } from './ClaimDialogs.tsx'

type Outcome = ClaimDetail['outcomes'][number]

/** One claim: what is missing, what is known of it, and the next answer. */
export function ClaimDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(claimApi.read, { id })
  const [step, setStep] = useState<'settle' | 'history' | { reopen: Outcome }>()
  const claim = read.data
  const stay = () => setStep(undefined)
  return (
    <Drawer
      open
      size={860}
      title={claim ? `承运索赔 ${claim.claimNo}` : '承运索赔'}
      onClose={onClose}
      extra={<Button onClick={() => setStep('history')}>修改历史</Button>}
      footer={
        claim?.state === 'open' && (
          <div className="drawer-foot">
            <ActionButton action={claimActions.settle} row={claim} type="default" onClick={() => setStep('settle')} />
          </div>
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {claim && <ClaimView claim={claim} onReopen={(outcome) => setStep({ reopen: outcome })} />}
      {claim && step === 'settle' && <SettleDialog claim={claim} onClose={stay} />}
      {claim && typeof step === 'object' && <ReopenDialog claim={claim} outcome={step.reopen} onClose={stay} />}
      {claim && step === 'history' && <HistoryDrawer table="carrier_claim" id={id} title={claim.claimNo} onClose={stay} />}
    </Drawer>
  )
}

function ClaimView({ claim, onReopen }: { claim: ClaimDetail; onReopen: (outcome: Outcome) => void }) {
  return (
    <>
      <Facts
        rows={[
          ['状态', <StateTag key="state" of={claimLooks} state={claim.state} />],
          ['货物', `${claim.goods} ${claim.lotNo}`],
          ['缺少', `${claim.packs} ${claim.packUnit}，${kgUnit(claim.quantity)}`],
          ['未查明', `${claim.open} ${claim.packUnit}`],
          ['承运单位', claim.carrier],
          ['客户', claim.customerName],
          ['出库单', `${claim.shipmentNo}（${claim.orderNo}）`],
          ['说明', claim.note],
          ['登记', `${claim.openedBy.name}　${dateTime(claim.openedAt)}`],
        ]}
      />
      <h2 className="drawer-heading sale-part">查找结果</h2>
      {claim.outcomes.length === 0 ? (
        <p className="quiet">还没有结果。</p>
      ) : (
        <DataTable
          caption="查找结果"
          rows={claim.outcomes}
          rowKey={(outcome) => outcome.id}
          columns={[
            {
              title: '结果',
              key: 'outcome',
              render: ({ outcome, takesBack }) => `${takesBack === null ? '' : '冲销：'}${claimOutcomes[outcome]}`,
            },
            { title: '数量', key: 'packs', align: 'right', render: ({ packs }) => `${packs} ${claim.packUnit}` },
            { title: '说明', key: 'note', render: ({ note, returnNo }) => [note, returnNo].filter(Boolean).join('，') },
            {
              title: '登记',
              key: 'recordedAt',
              render: ({ recordedBy, secondBy, recordedAt }) => (
                <Done by={secondBy === null ? recordedBy : `${recordedBy}、${secondBy}`} at={recordedAt} />
              ),
            },
            {
              title: '操作',
              key: 'reopen',
              render: (outcome) =>
                outcome.takesBack === null && !outcome.isTakenBack && outcome.outcome !== 'returning' ? (
                  <ActionButton action={claimActions.reopen} row={claim} type="link" onClick={() => onReopen(outcome)} />
                ) : (
                  outcome.isTakenBack && '已冲销'
                ),
            },
          ]}
        />
      )}
      <details className="sale-codes">
        <summary>拣货时扫描的追溯码（{claim.codes.length} 个）</summary>
        <code>{claim.codes.join(' ')}</code>
      </details>
    </>
  )
}
