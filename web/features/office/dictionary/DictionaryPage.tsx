import { Segmented } from 'antd'
import { useTab } from '#web/lib/tab.ts'
import { NumberingList } from '#web/features/office/numbering/NumberingList.tsx'
import { PaperFormList } from '#web/features/office/paper/PaperFormList.tsx'
import { PlaceList } from '#web/features/warehouse/place/PlaceList.tsx'
import { StandardList } from '#web/features/laboratory/standard/StandardList.tsx'
import { PurchaseRules } from '#web/features/supply/purchase/PurchaseRules.tsx'
import { StepLimits } from '#web/features/office/home/StepLimits.tsx'
import { WordList } from './WordList.tsx'

const views = [
  { value: 'standards', label: '质量标准' },
  { value: 'words', label: '字典词条' },
  { value: 'places', label: '库位' },
  { value: 'numbers', label: '编号规则' },
  { value: 'purchase', label: '采购规则' },
  { value: 'limits', label: '时限' },
  { value: 'papers', label: '打印表单' },
]

/**
 * 数据字典: what goods are judged by, the words that forms offer, where goods lie, how documents are numbered, how purchases are approved, how
 * long a step may wait, and how printed documents are headed.
 */
export function DictionaryPage() {
  const { query, setQuery } = useTab()
  const view = views.find(({ value }) => value === query.get('view'))?.value ?? 'standards'
  const header = (
    <div>
      <Segmented
        aria-label="内容"
        style={{ marginBottom: 12, maxWidth: '100%' }}
        value={view}
        options={views}
        onChange={(next) =>
          // A search in one of the views means nothing in another.
          setQuery({ ...Object.fromEntries([...query.keys()].map((key) => [key, null])), view: next === 'standards' ? null : next })
        }
      />
    </div>
  )
  if (view === 'words') return <WordList key="words" header={header} />
  if (view === 'places') return <PlaceList key="places" header={header} />
  if (view === 'numbers') return <NumberingList key="numbers" header={header} />
  if (view === 'purchase') return <PurchaseRules key="purchase" header={header} />
  if (view === 'limits') return <StepLimits key="limits" header={header} />
  if (view === 'papers') return <PaperFormList key="papers" header={header} />
  return <StandardList key="standards" header={header} />
}
