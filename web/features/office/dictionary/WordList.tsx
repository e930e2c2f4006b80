import { Button, Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { dictionaryTypeCodes, dictionaryTypes, type DictionaryType } from '#contract/office/dictionary-items.ts'
import { dictionaryActions, dictionaryApi, dictionaryLooks, dictionaryState, type DictionaryRow } from '#contract/office/dictionary.ts'
import { dictionarySheet } from '#contract/office/import-sheets.ts'
import { useButtonWrite } from '#web/lib/button-write.ts'
import { useTab } from '#web/lib/tab.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DisableDialog } from '#web/parts/DisableDialog.tsx'
import { WordDialog } from './WordDialog.tsx'

const columns: readonly Column<DictionaryRow>[] = [
  { title: '名称', key: 'label', sort: 'label' },
  // By which files and other programs name the word: for those who ask for it.
  { title: '代码', key: 'code', sort: 'code', hidden: true },
  { title: '顺序', key: 'sort', align: 'right', sort: 'sort' },
  {
    title: '来源',
    key: 'isShipped',
    render: (item) => (item.isLocked ? '系统提供（程序使用）' : item.isShipped ? '系统提供' : '本厂'),
  },
  { title: '说明', key: 'remark', hidden: true },
  { title: '状态', key: 'state', render: (item) => <StateTag of={dictionaryLooks} state={item.state} /> },
]

const typeOptions = [
  { label: '本厂可以增改', options: typesThat(false) },
  { label: '系统类型（只读）', options: typesThat(true) },
]
function typesThat(isSystem: boolean) {
  return dictionaryTypeCodes
    .filter((code) => dictionaryTypes[code].isSystem === isSystem)
    .map((code) => ({ value: code, label: dictionaryTypes[code].name }))
}

/** The words of one type: those the program shipped and those of the factory; never removed, only disabled. */
export function WordList({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const asked = query.get('type')
  const type = dictionaryTypeCodes.find((code) => code === asked) ?? 'transport_mode'
  const [writing, setWriting] = useState<DictionaryRow | 'new'>()
  const [disabling, setDisabling] = useState<DictionaryRow>()
  const [history, setHistory] = useState<DictionaryRow>()
  const enable = useButtonWrite(dictionaryApi.enable)
  const head = (
    <>
      {header}
      <p className="tags" style={{ alignItems: 'center' }}>
        <span aria-hidden="true">字典类型</span>
        <Select
          aria-label="字典类型"
          style={{ minWidth: 260, maxWidth: '100%' }}
          showSearch={{ optionFilterProp: 'label' }}
          value={type}
          options={typeOptions}
          onChange={(next: DictionaryType) => setQuery({ type: next, q: null, page: null, state: null, sort: null })}
        />
      </p>
    </>
  )
  if (dictionaryTypes[type].isSystem) return <SystemType type={type} header={head} />
  return (
    <ListPage
      key={type}
      title="字典词条"
      primary={
        <DutyButton duty="36:manage" onClick={() => setWriting('new')}>
          新增词条
        </DutyButton>
      }
      importSheet={dictionarySheet}
      header={head}
      endpoint={dictionaryApi.list}
      only={{ type }}
      columns={columns}
      rowKey={(item) => item.id}
      searchHint="搜索代码、名称或拼音首字母"
      filters={[
        {
          key: 'state',
          label: '状态',
          options: dictionaryState.options.map((state) => ({ value: state, label: dictionaryLooks[state].label })),
        },
      ]}
      actions={(item) => (
        <>
          <RowActions
            of={dictionaryActions}
            row={item}
            danger={['disable']}
            on={{
              edit: () => setWriting(item),
              disable: () => setDisabling(item),
              enable: () => void enable.run({ id: item.id }),
            }}
          />
          <Button type="link" className="text-action" onClick={() => setHistory(item)}>
            历史
          </Button>
        </>
      )}
      empty="这个类型还没有词条；请新增本厂使用的词条"
    >
      {writing && <WordDialog type={type} {...(writing !== 'new' && { item: writing })} onClose={() => setWriting(undefined)} />}
      {disabling && (
        <DisableDialog endpoint={dictionaryApi.disable} id={disabling.id} name={disabling.label} onClose={() => setDisabling(undefined)}>
          <p>停用后表单里不再可选；已有记录照常显示，以后可以重新启用。</p>
        </DisableDialog>
      )}
      {history && <HistoryDrawer table="dictionary_item" id={history.id} title={history.label} onClose={() => setHistory(undefined)} />}
    </ListPage>
  )
}

/** The words by which the program itself decides: to be read only. */
function SystemType({ type, header }: { type: DictionaryType; header: ReactNode }) {
  return (
    <section className="page" aria-label="数据字典">
      <header className="page-head">
        <h1>数据字典</h1>
      </header>
      {header}
      <p className="quiet">系统类型：程序按这些词条判断，因此不能增改；需要变化时随系统升级。</p>
      <DataTable
        caption={dictionaryTypes[type].name}
        columns={[{ title: '名称', key: 'label' }]}
        rows={dictionaryTypes[type].items}
        rowKey={(item) => item.code}
      />
    </section>
  )
}
