import { Button, Drawer } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  outsideLaboratoryActions,
  outsideLaboratoryApi,
  outsideLaboratoryLooks,
  outsideLaboratoryState,
  type OutsideLaboratoryRow,
} from '#contract/laboratory/outside-laboratory.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import type { Column } from '#web/parts/DataTable.tsx'
import { DisableDialog } from '#web/parts/DisableDialog.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ValidUntil } from '#web/parts/ValidUntil.tsx'
import { OutsideLaboratoryDialog } from './OutsideLaboratoryDialog.tsx'

const columns: readonly Column<OutsideLaboratoryRow>[] = [
  { title: '名称', key: 'name', sort: 'name', width: 18 },
  { title: '认可编号', key: 'accreditationNo' },
  { title: '认可范围', key: 'scope', width: 20, render: (row) => row.scope.join('、') },
  { title: '有效期起', key: 'validFrom', hidden: true },
  { title: '有效期至', key: 'validUntil', sort: 'validUntil', render: (row) => <ValidUntil day={row.validUntil} /> },
  { title: '联系人', key: 'contact', width: 8 },
  { title: '状态', key: 'state', render: (row) => <StateTag of={outsideLaboratoryLooks} state={row.state} /> },
]

type Open = { what: 'edit' | 'disable' | 'files' | 'history'; row: OutsideLaboratoryRow } | { what: 'new' }

/** 委托检验机构: whose reports are taken, for which items or methods, and until when. */
export function OutsideLaboratoryList({ header }: { header: ReactNode }) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const enable = useButtonWrite(outsideLaboratoryApi.enable)
  return (
    <ListPage
      title="委托检验机构"
      primary={
        <DutyButton duty="36:manage" onClick={() => setOpen({ what: 'new' })}>
          登记机构
        </DutyButton>
      }
      header={header}
      endpoint={outsideLaboratoryApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索名称、认可编号或拼音首字母"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: outsideLaboratoryState.options.map((state) => ({ value: state, label: outsideLaboratoryLooks[state].label })),
        },
      ]}
      actions={(row) => (
        <>
          <RowActions
            of={outsideLaboratoryActions}
            row={row}
            danger={['disable']}
            on={{
              edit: () => setOpen({ what: 'edit', row }),
              disable: () => setOpen({ what: 'disable', row }),
              enable: () => void enable.run({ id: row.id }),
            }}
          />
          <Button type="link" className="text-action" onClick={() => setOpen({ what: 'files', row })}>
            附件
          </Button>
          <Button type="link" className="text-action" onClick={() => setOpen({ what: 'history', row })}>
            历史
          </Button>
        </>
      )}
      empty="还没有登记委托检验机构；登记后，委托的结果才能选择它"
    >
      {open?.what === 'new' && <OutsideLaboratoryDialog onClose={close} />}
      {open?.what === 'edit' && <OutsideLaboratoryDialog laboratory={open.row} onClose={close} />}
      {open?.what === 'disable' && (
        <DisableDialog endpoint={outsideLaboratoryApi.disable} id={open.row.id} name={open.row.name} onClose={close}>
          <p>停用后，新的委托结果不能再选它；已有的记录不变。</p>
        </DisableDialog>
      )}
      {open?.what === 'files' && (
        <Drawer open title={open.row.name} size={760} onClose={close}>
          <Attachments of="outside_laboratory" id={open.row.id} usual="证书" />
        </Drawer>
      )}
      {open?.what === 'history' && <HistoryDrawer table="outside_laboratory" id={open.row.id} title={open.row.name} onClose={close} />}
    </ListPage>
  )
}
