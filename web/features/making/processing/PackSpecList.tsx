import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { usageActions, usageLooks } from '#contract/making/material.ts'
import { codeSchemes, packSpecApi, type PackSpecRow } from '#contract/making/pack-spec.ts'
import { packPerLabels } from '#contract/packing/pack-material.ts'
import { beginsIn } from '#contract/kernel/action.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { kg } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DisableDialog } from '#web/parts/DisableDialog.tsx'
import { PackSpecMaterialsDialog } from './PackSpecMaterialsDialog.tsx'
import { PackSpecFormDrawer } from './PackSpecFormDrawer.tsx'
import { UsageActions } from './UsageActions.tsx'
import { usageFilter } from './usage-filter.ts'

const columns: readonly Column<PackSpecRow>[] = [
  { title: '产品', key: 'productName', sort: 'productCode', render: (row) => `${row.productName}（${row.productCode}）` },
  { title: '规格', key: 'name' },
  { title: '装量 (kg)', key: 'netQuantity', align: 'right', sort: 'netQuantity', render: (row) => kg(row.netQuantity) },
  { title: '每箱', key: 'packsPerBox', align: 'right', render: (row) => `${row.packsPerBox} ${row.packUnit}` },
  { title: '追溯码体系', key: 'codeScheme', render: (row) => codeSchemes[row.codeScheme] },
  { title: '袋的编码', key: 'pack', hidden: true, render: (row) => row.packIdentification ?? row.packGtin },
  { title: '箱的编码', key: 'box', hidden: true, render: (row) => row.boxIdentification ?? row.boxGtin },
  {
    title: '包材',
    key: 'materials',
    width: 18,
    render: (row) => row.materials.map(({ name, per, pieces, unit }) => `${packPerLabels[per]} ${name} ${pieces} ${unit}`).join('，'),
  },
  { title: '已使用', key: 'isUsed', render: (row) => (row.isUsed ? '是' : '否') },
  { title: '状态', key: 'state', render: (row) => <StateTag of={usageLooks} state={row.state} /> },
]

/** 包装规格: net content, packs per box, and which trace codes they carry. */
export function PackSpecList({ header }: { header: ReactNode }) {
  const [writing, setWriting] = useState<PackSpecRow | 'new'>()
  const [disabling, setDisabling] = useState<PackSpecRow>()
  const [history, setHistory] = useState<PackSpecRow>()
  const [taking, setTaking] = useState<PackSpecRow>()
  const enable = useButtonWrite(packSpecApi.enable)
  return (
    <ListPage
      title="包装规格"
      primary={
        <DutyButton duty="35:manage" onClick={() => setWriting('new')}>
          新建包装规格
        </DutyButton>
      }
      header={header}
      endpoint={packSpecApi.list}
      columns={columns}
      rowKey={(row) => row.id}
      searchHint="搜索产品代码、名称或拼音首字母"
      filters={[
        { key: 'codeScheme', label: '追溯码体系', options: Object.entries(codeSchemes).map(([value, label]) => ({ value, label })) },
        usageFilter,
      ]}
      actions={(row) => (
        <>
          {row.isUsed && beginsIn(usageActions.edit, row.state) && (
            <ReasonButton reason={refusals.pack_spec_used} onClick={() => {}}>
              修改
            </ReasonButton>
          )}
          <UsageActions
            row={row}
            onEdit={row.isUsed ? null : () => setWriting(row)}
            onDisable={() => setDisabling(row)}
            onEnable={() => void enable.run({ id: row.id })}
          />
          <DutyButton type="link" duty="35:manage" onClick={() => setTaking(row)}>
            包材
          </DutyButton>
          <Button type="link" className="text-action" onClick={() => setHistory(row)}>
            历史
          </Button>
        </>
      )}
      empty="还没有包装规格；建好后即可下包装指令"
    >
      {writing && <PackSpecFormDrawer {...(writing !== 'new' && { spec: writing })} onClose={() => setWriting(undefined)} />}
      {taking && <PackSpecMaterialsDialog spec={taking} onClose={() => setTaking(undefined)} />}
      {disabling && (
        <DisableDialog
          endpoint={packSpecApi.disable}
          id={disabling.id}
          name={`${disabling.productName} ${disabling.name}`}
          onClose={() => setDisabling(undefined)}
        >
          <p>停用后不能再下包装指令；已有的成品照常销售。以后可以重新启用。</p>
        </DisableDialog>
      )}
      {history && (
        <HistoryDrawer
          table="pack_spec"
          id={history.id}
          title={`${history.productName} ${history.name}`}
          onClose={() => setHistory(undefined)}
        />
      )}
    </ListPage>
  )
}
