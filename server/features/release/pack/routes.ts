import { finishedLotApi } from '#contract/release/pack-lot.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listFinishedLots, listTargetBins, readFinishedLot } from './queries.ts'
import { rejectLot } from './reject-lot.ts'
import { releaseLot } from './release-lot.ts'

refuseConstraint('analyst_releases_finished', 'analyst_releases')
refuseConstraint('producer_releases_finished', 'producer_releases')

export const finishedLotRoutes: Route[] = [
  serve(finishedLotApi.list, listFinishedLots),
  serve(finishedLotApi.read, readFinishedLot),
  serve(finishedLotApi.bins, listTargetBins),
  serve(finishedLotApi.release, releaseLot),
  serve(finishedLotApi.reject, rejectLot),
]
