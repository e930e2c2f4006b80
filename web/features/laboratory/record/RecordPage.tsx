import { Button } from 'antd'
import { Link } from 'react-router'
import { recordApi } from '#contract/laboratory/record.ts'
import { useTab } from '#web/lib/tab.ts'
import { InspectionDrawer } from '#web/features/laboratory/inspection/InspectionDrawer.tsx'
import { MeansView } from '#web/features/laboratory/means/MeansView.tsx'
import { PaperView } from '#web/parts/PaperView.tsx'
import { RegisterList } from './RegisterList.tsx'
import { ResultList } from './ResultList.tsx'
import { SampleList } from '#web/features/laboratory/sample/SampleList.tsx'
import { StabilityView } from '#web/features/laboratory/stability/StabilityView.tsx'
import { ReviewView } from './ReviewView.tsx'
import { TrendView } from './TrendView.tsx'
import { recordViews, ViewSwitch, type RecordView } from './views.tsx'
import './record.css'

const screens: Record<RecordView, () => React.JSX.Element> = {
  register: RegisterList,
  results: ResultList,
  trend: TrendView,
  review: ReviewView,
  samples: () => <SampleList header={<ViewSwitch view="samples" />} />,
  stability: () => <StabilityView header={<ViewSwitch view="stability" />} />,
  means: () => <MeansView header={<ViewSwitch view="means" />} />,
}

const isView = (name: string | null): name is RecordView => name !== null && Object.hasOwn(recordViews, name)

/** 质检记录: all work of the laboratory, as a register, as results, as the trend of an item, as the yearly review of a product, and what it tests with. */
export function RecordPage() {
  const { query, setQuery } = useTab()
  const asked = query.get('view')
  const Screen = screens[isView(asked) ? asked : 'register']
  const [record, report] = [query.get('record'), query.get('report')]
  return (
    <>
      <Screen />
      {record && (
        <InspectionDrawer
          id={record}
          endpoint={recordApi.file}
          footer={({ inspection }) => (
            <>
              <Link className="record-link" to={`/suyuan-lvli?q=${inspection.lotNo}`}>
                批次履历
              </Link>
              {inspection.reportId && <Button onClick={() => setQuery({ report: inspection.reportId })}>检验报告书</Button>}
              <Button onClick={() => setQuery({ record: null })}>关闭</Button>
            </>
          )}
          onClose={() => setQuery({ record: null })}
        />
      )}
      {report && <PaperView kind="report" id={report} onClose={() => setQuery({ report: null })} />}
    </>
  )
}
