import { App, Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { zones } from '#contract/warehouse/movement.ts'
import { placeActions, placeApi, placeKinds, placeLooks, placeState, type PlaceRow } from '#contract/warehouse/place.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useRead } from '#web/lib/call.ts'
import { kg } from '#web/lib/format.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DisableDialog } from '#web/parts/DisableDialog.tsx'
import { PlaceDialog } from './PlaceDialog.tsx'

const columns: readonly Column<PlaceRow>[] = [
  { title: '编码', key: 'code', sort: 'code' },
  { title: '名称', key: 'name', sort: 'name' },
  { title: '仓库', key: 'warehouse', sort: 'warehouse' },
  { title: '库区', key: 'zone', render: (place) => (place.zone === null ? placeKinds[place.kind] : zones[place.zone]) },
  { title: '贮藏条件', key: 'storageCondition' },
  { title: '称重货物现存 (kg)', key: 'quantity', align: 'right', sort: 'quantity', render: (place) => kg(place.quantity) },
  { title: '批数', key: 'lotCount', align: 'right' },
  { title: '说明', key: 'remark', hidden: true },
  { title: '状态', key: 'state', render: (place) => <StateTag of={placeLooks} state={place.state} /> },
]

/** 库位: warehouse, zone and bin, with what lies there now. The zone decides what may be put in, so a bin with goods keeps it. */
export function PlaceList({ header }: { header: ReactNode }) {
  const { message } = App.useApp()
  const [writing, setWriting] = useState<PlaceRow | 'new'>()
  const [disabling, setDisabling] = useState<PlaceRow>()
  const [history, setHistory] = useState<PlaceRow>()
  const enable = useButtonWrite(placeApi.enable)
  const furnish = useButtonWrite(placeApi.furnish)
  const warehouses = useRead(placeApi.warehouses, {})
  const furnishBins = () => void furnish.run({}, ({ made }) => void message.success(`已建立 ${made} 个常用货位，可以改名和增加`))
  return (
    <ListPage
      title="库位"
      primary={
        <DutyButton duty="36:manage" onClick={() => setWriting('new')}>
          新建货位
        </DutyButton>
      }
      header={
        <>
          {header}
          {warehouses.data?.length === 0 && (
            <div className="nothing">
              <p>
                还没有货位，收货、生产和放行都无处存放。可以先建立一套常用的仓库与库区（待验、合格、不合格、退货、待包装、成品、毒性），再按本厂实际修改。
              </p>
              <DutyButton duty="36:manage" type="default" busy={furnish.busy} onClick={furnishBins}>
                建立常用货位
              </DutyButton>
            </div>
          )}
        </>
      }
      endpoint={placeApi.list}
      columns={columns}
      rowKey={(place) => place.id}
      filters={[
        { key: 'warehouse', label: '仓库', options: (warehouses.data ?? []).map((name) => ({ value: name, label: name })) },
        { key: 'zone', label: '库区', options: Object.entries(zones).map(([value, label]) => ({ value, label })) },
        { key: 'kind', label: '种类', options: Object.entries(placeKinds).map(([value, label]) => ({ value, label })) },
        { key: 'state', label: '状态', options: placeState.options.map((state) => ({ value: state, label: placeLooks[state].label })) },
      ]}
      actions={(place) => (
        <>
          <RowActions
            of={placeActions}
            row={place}
            danger={['disable']}
            on={{
              edit: () => setWriting(place),
              disable: () => setDisabling(place),
              enable: () => void enable.run({ id: place.id }),
            }}
          />
          <Button type="link" className="text-action" onClick={() => setHistory(place)}>
            历史
          </Button>
        </>
      )}
      empty="还没有库位"
    >
      {writing && (
        <PlaceDialog
          {...(writing !== 'new' && { place: writing })}
          warehouses={warehouses.data ?? []}
          onClose={() => setWriting(undefined)}
        />
      )}
      {disabling && (
        <DisableDialog endpoint={placeApi.disable} id={disabling.id} name={disabling.code} onClose={() => setDisabling(undefined)}>
          <p>停用后不能再往里放货；台账与历史照旧，以后可以重新启用。</p>
        </DisableDialog>
      )}
      {history && <HistoryDrawer table="place" id={history.id} title={history.code} onClose={() => setHistory(undefined)} />}
    </ListPage>
  )
}
