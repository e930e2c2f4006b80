import type { LotCensus } from '#contract/office/dashboard.ts'
import { LotCharts } from './LotCharts.tsx'
import { Trends } from './Trends.tsx'

/** Everything on the dashboard that is drawn, in one piece, fetched when it is needed. */
export function HomeCharts({ lots, seesTrends }: { lots: readonly LotCensus[]; seesTrends: boolean }) {
  return (
    <>
      {lots.length > 0 && <LotCharts lots={lots} />}
      {seesTrends && <Trends />}
    </>
  )
}
