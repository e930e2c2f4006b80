import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useTab } from '#web/lib/tab.ts'
import { InstrumentList } from './InstrumentList.tsx'
import { OutsideLaboratoryList } from './OutsideLaboratoryList.tsx'
import { ReagentList } from './ReagentList.tsx'

const kinds = { instruments: '仪器', reagents: '试剂与对照品', laboratories: '委托检验机构' } as const
type Kind = keyof typeof kinds
const isKind = (name: string | null): name is Kind => name !== null && Object.hasOwn(kinds, name)

const lists: Record<Kind, (given: { header: ReactNode }) => React.JSX.Element> = {
  instruments: InstrumentList,
  reagents: ReagentList,
  laboratories: OutsideLaboratoryList,
}

/** 仪器与试剂: what the laboratory tests with, and who tests for it. */
export function MeansView({ header }: { header: ReactNode }) {
  const { query, setQuery } = useTab()
  const asked = query.get('register')
  const kind = isKind(asked) ? asked : 'instruments'
  const List = lists[kind]
  return (
    <List
      key={kind}
      header={
        <>
          {header}
          <div>
            <Segmented
              aria-label="登记"
              className="record-views"
              value={kind}
              options={keysOf(kinds).map((value) => ({ value, label: kinds[value] }))}
              onChange={(next) =>
                setQuery({
                  ...Object.fromEntries([...query.keys()].map((key) => [key, null])),
                  view: 'means',
                  register: next === 'instruments' ? null : next,
                })
              }
            />
          </div>
        </>
      }
    />
  )
}
