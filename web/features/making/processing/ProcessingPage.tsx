import { Segmented } from 'antd'
import { keysOf } from '#contract/kernel/key-of.ts'
import { useTab } from '#web/lib/tab.ts'
import { AssetList } from '#web/features/making/asset/AssetList.tsx'
import { ClearanceList } from '#web/features/making/asset/ClearanceList.tsx'
import { MaterialList } from './MaterialList.tsx'
import { MethodList } from './MethodList.tsx'
import { PackSpecList } from './PackSpecList.tsx'
import { ProcessList } from './ProcessList.tsx'
import { ProductList } from './ProductList.tsx'
import './processing.css'

const views = {
  process: { label: '工艺规程', List: ProcessList },
  product: { label: '产品', List: ProductList },
  material: { label: '物料', List: MaterialList },
  pack: { label: '包装规格', List: PackSpecList },
  method: { label: '炮制方法', List: MethodList },
  asset: { label: '设施设备', List: AssetList },
  clearance: { label: '清场合格证', List: ClearanceList },
} as const
type View = keyof typeof views
const isView = (value: string | null): value is View => value !== null && Object.hasOwn(views, value)

/** 加工管理: what is made of what, how, and packed in what; the process versions come first, since they wait for people. */
export function ProcessingPage() {
  const { query, setQuery } = useTab()
  const asked = query.get('view')
  const view = isView(asked) ? asked : 'process'
  // The filters of one view mean nothing in another.
  const turn = (next: View) =>
    setQuery({ ...Object.fromEntries([...query.keys()].map((key) => [key, null])), view: next === 'process' ? null : next })
  const { List } = views[view]
  return (
    <List
      key={view}
      header={
        <div className="view-switch">
          <Segmented
            aria-label="查看内容"
            value={view}
            options={keysOf(views).map((value) => ({ value, label: views[value].label }))}
            onChange={turn}
          />
        </div>
      }
    />
  )
}
