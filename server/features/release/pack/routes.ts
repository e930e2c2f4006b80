import { packLotApi } from '#contract/release/pack-lot.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listPackLots, readPackLot } from './queries.ts'
import { rejectLot } from './reject-lot.ts'
import { releaseLot } from './release-lot.ts'

refuseConstraint('analyst_releases_pack', 'analyst_releases')
refuseConstraint('producer_releases_pack', 'producer_releases')

export const packLotRoutes: Route[] = [
  serve(packLotApi.list, listPackLots),
  serve(packLotApi.read, readPackLot),
  serve(packLotApi.release, releaseLot),
  serve(packLotApi.reject, rejectLot),
]
