import { App, Button, Form, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import type { SignatureInput } from '#contract/kernel/values.ts'
import {
  clearanceActions,
  clearanceApi,
  clearanceLooks,
  clearanceState,
  withdrawalMeaning,
  type ClearanceRow,
} from '#contract/making/clearance.ts'
import { useWrite } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { PaperView } from '#web/parts/PaperView.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ClearDialog } from './ClearDialog.tsx'

/** The first that is over ends the certificate for what it covers. */
const validUntil = ({ assets }: ClearanceRow) => assets.map((asset) => asset.validUntil).toSorted()[0]
const usedFor = ({ assets }: ClearanceRow) => [...new Set(assets.flatMap(({ usedForOrderNo }) => usedForOrderNo ?? []))].join('、')
const formerly = ({ assets }: ClearanceRow) =>
  [
    ...new Set(assets.flatMap((asset) => (asset.formerProduct === null ? [] : [`${asset.formerProduct} ${asset.formerBatchNo ?? ''}`]))),
  ].join('、')

const columns: readonly Column<ClearanceRow>[] = [
  { title: '合格证号', key: 'clearanceNo' },
  { title: '设施设备', key: 'assets', width: 20, render: (row) => row.assets.map(({ number }) => number).join('、') },
  { title: '上批', key: 'former', width: 12, render: formerly },
  { title: '状态', key: 'state', render: (row) => <StateTag of={clearanceLooks} state={row.state} /> },
  { title: '用于', key: 'usedFor', render: usedFor },
  { title: '清场人', key: 'cleanedByName' },
  { title: '检查人', key: 'checkedByName' },
  { title: '清场时间', key: 'cleanedAt', sort: 'cleanedAt', render: (row) => dateTime(row.cleanedAt) },
  { title: '有效至', key: 'validUntil', render: (row) => dateTime(validUntil(row) ?? row.cleanedAt) },
  { title: '撤回原因', key: 'withdrawReason', hidden: true },
]

type Open = { what: 'withdraw' | 'print'; row: ClearanceRow } | { what: 'clear' }

/** 清场合格证: what was cleaned, by whom, and which batch used it up. */
export function ClearanceList({ header }: { header: ReactNode }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <ListPage
      title="清场合格证"
      primary={
        <DutyButton duty="15:execute" onClick={() => setOpen({ what: 'clear' })}>
          清场
        </DutyButton>
      }
      header={header}
      endpoint={clearanceApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索合格证号"
      filters={[
        { key: 'state', label: '状态', options: clearanceState.options.map((value) => ({ value, label: clearanceLooks[value].label })) },
      ]}
      actions={(row) => (
        <>
          <RowActions of={clearanceActions} row={row} danger={['withdraw']} on={{ withdraw: () => setOpen({ what: 'withdraw', row }) }} />
          <Button type="link" className="text-action" onClick={() => setOpen({ what: 'print', row })}>
            打印
          </Button>
        </>
      )}
      empty="还没有清场合格证；清场后由质量保证检查，两人签名发证"
    >
      {open?.what === 'clear' && <ClearDialog side="making" onClose={close} />}
      {open?.what === 'print' && <PaperView kind="clearance" id={open.row.id} onClose={close} />}
      {open?.what === 'withdraw' && <WithdrawDialog clearance={open.row} onClose={close} />}
    </ListPage>
  )
}

/** 撤回 of a certificate before its first use, by two. */
function WithdrawDialog({ clearance, onClose }: { clearance: ClearanceRow; onClose: () => void }) {
  const { message } = App.useApp()
  const withdraw = useWrite(clearanceApi.withdraw)
  return (
    <StepDialog<{ reason: string; signature: SignatureInput; approver: { userName: string; password: string } }>
      title={`撤回清场合格证 ${clearance.clearanceNo}`}
      submit="撤回"
      danger
      error={withdraw.error}
      busy={withdraw.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        withdraw.mutate(
          { id: clearance.id, ...values },
          {
            onSuccess: () => {
              message.success(`${clearance.clearanceNo} 已撤回，所列设施设备转为待清洁`)
              onClose()
            },
          },
        )
      }
    >
      <p>误发的合格证只能在使用前撤回；所列设施设备转为待清洁。</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={clearanceActions.withdraw.signs} commentLabel={null} />
      <SecondPersonFields label="同意人" meaning={withdrawalMeaning} name="approver" />
    </StepDialog>
  )
}
