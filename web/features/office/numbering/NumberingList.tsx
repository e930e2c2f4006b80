import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { dateParts, numberedObjects, numberingApi, type NumberingRow } from '#contract/office/numbering.ts'
import type { Column } from '#web/parts/DataTable.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { ListPage } from '#web/parts/ListPage.tsx'
import { RuleDialog } from './RuleDialog.tsx'

const columns: readonly Column<NumberingRow>[] = [
  { title: '编号对象', key: 'label', sort: 'label' },
  { title: '前缀', key: 'prefix', sort: 'prefix', render: (rule) => rule.prefix || '（无）' },
  { title: '日期', key: 'datePart', render: (rule) => dateParts[rule.datePart] },
  { title: '序号位数', key: 'digits', align: 'right' },
  { title: '今天的下一个编号', key: 'nextNo' },
  { title: '规则', key: 'isOwn', render: (rule) => (rule.isOwn ? '本厂' : '系统默认') },
]

/** 编号规则: how every document and lot is numbered, with the number the next one will get. */
export function NumberingList({ header }: { header: ReactNode }) {
  const [setting, setSetting] = useState<NumberingRow>()
  const [history, setHistory] = useState<NumberingRow>()
  return (
    <ListPage
      title="编号规则"
      primary={null}
      header={
        <>
          {header}
          <p className="quiet">编号在办理业务时自动产生，按日（或按月）从1起连续，不跳号、不重复。更改规则只影响以后的编号。</p>
        </>
      }
      endpoint={numberingApi.list}
      columns={columns}
      rowKey={(rule) => rule.object}
      searchHint="搜索编号对象或前缀"
      actions={(rule) => (
        <>
          <DutyButton duty="36:manage" type="link" onClick={() => setSetting(rule)}>
            更改
          </DutyButton>
          {rule.ruleId !== null && (
            <Button type="link" className="text-action" onClick={() => setHistory(rule)}>
              历史
            </Button>
          )}
        </>
      )}
      empty="没有编号对象"
    >
      {setting && <RuleDialog rule={setting} usual={numberedObjects[setting.object]} onClose={() => setSetting(undefined)} />}
      {history?.ruleId && (
        <HistoryDrawer
          table="numbering_rule"
          id={history.ruleId}
          title={`${history.label}编号规则`}
          onClose={() => setHistory(undefined)}
        />
      )}
    </ListPage>
  )
}
