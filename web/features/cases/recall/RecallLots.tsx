import { Checkbox } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { mostLotsAtOnce } from '#contract/cases/impact.ts'
import { recallActions } from '#contract/cases/recall.ts'
import type { RecallFile, RecallLot } from '#contract/cases/recall-file.ts'
import { refusal } from '#contract/kernel/action.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { useActor, useHolds } from '#web/lib/actor.ts'
import { amount } from '#web/lib/format.ts'
import { ActionButton } from '#web/parts/ActionButton.tsx'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { LiftDialog } from './LiftDialog.tsx'

const roles: Record<RecallLot['role'], string> = { source: '起点', made: '由起点制成' }

/** Every lot concerned, and after the recall the lifting of its hold, one or several at once. */
export function RecallLots({ file: { recall, lots } }: { file: RecallFile }) {
  const actor = useActor()
  const canTrace = useHolds('22')
  const [lifting, setLifting] = useState<readonly RecallLot[]>()
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const open = refusal(recallActions.lift, recall, actor) === undefined ? lots.filter(({ isHeld }) => isHeld) : []
  const chosen = open.filter(({ lotId }) => chosenIds.has(lotId))
  const columns: readonly Column<RecallLot>[] = [
    {
      title: '批号',
      key: 'lotNo',
      render: ({ lotNo, name }) => (
        <>
          <span className="unbroken">{canTrace ? <Link to={`/suyuan-lvli?q=${encodeURIComponent(lotNo)}`}>{lotNo}</Link> : lotNo}</span>
          <small className="why">{name}</small>
        </>
      ),
    },
    { title: '关系', key: 'role', render: ({ role }) => roles[role] },
    { title: '状态', key: 'state', render: (lot) => <StateTag of={lotStates[lot.kind]} state={lot.state} /> },
    ...(recall.kind === 'drill'
      ? []
      : [
          {
            title: '召回冻结',
            key: 'isHeld',
            render: ({ isHeld }: RecallLot) =>
              isHeld ? <span className="tag tag-bad">冻结中</span> : <span className="tag tag-neutral">已解除</span>,
          },
        ]),
    { title: '批量', key: 'quantity', align: 'right', render: ({ quantity, unit }) => amount(quantity, unit) },
    { title: '在厂', key: 'inHouse', align: 'right', render: ({ inHouse, unit }) => amount(inHouse, unit) },
    { title: '已发出', key: 'shipped', align: 'right', render: ({ shipped, unit }) => amount(shipped, unit) },
  ]
  return (
    <>
      {recall.kind !== 'drill' && recall.state === 'closed' && (
        <p className="quiet">召回结束不解除冻结：可继续使用的批次在这里由两人解除，不可用的批次在库存中判不合格。</p>
      )}
      {open.length > 1 && (
        <p className="tags steps">
          <Checkbox
            className="choose-all"
            checked={chosen.length === open.length}
            indeterminate={chosen.length > 0 && chosen.length < open.length}
            onChange={({ target }) => setChosenIds(new Set(target.checked ? open.map(({ lotId }) => lotId) : []))}
          >
            全选冻结中的 {open.length} 批
          </Checkbox>
          <ReasonButton
            type="default"
            reason={
              chosen.length === 0 ? '请先勾选要解除的批次' : chosen.length > mostLotsAtOnce ? `一次最多${mostLotsAtOnce}批` : undefined
            }
            onClick={() => setLifting(chosen)}
          >
            {chosen.length === 0 ? '一并解除' : `一并解除 ${chosen.length} 批`}
          </ReasonButton>
        </p>
      )}
      <DataTable
        caption="涉及的批次"
        rows={lots}
        rowKey={(lot) => lot.lotId}
        columns={columns}
        {...(recall.kind !== 'drill' &&
          recall.state === 'closed' && {
            actions: (lot: RecallLot) =>
              lot.isHeld && <ActionButton action={recallActions.lift} row={recall} onClick={() => setLifting([lot])} />,
          })}
      />
      {lifting && <LiftDialog recall={recall} lots={lifting} onClose={() => setLifting(undefined)} />}
    </>
  )
}
