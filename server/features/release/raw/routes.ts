import { releaseApi } from '#contract/release/raw-release.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listReleases, readRelease } from './queries.ts'
import { rejectAnyLot, rejectBatch, rejectLot } from './reject-lot.ts'
import { releaseLot } from './release-lot.ts'
import { withdrawRelease } from './withdraw-release.ts'

refuseConstraint('analyst_releases', 'analyst_releases')
refuseConstraint('buyer_releases', 'buyer_releases')
refuseConstraint('receiver_releases', 'receiver_releases')
refuseConstraint('rejection_approved_by_other', 'same_person')

export const releaseRoutes: Route[] = [
  serve(releaseApi.list, listReleases),
  serve(releaseApi.file, readRelease),
  serve(releaseApi.release, releaseLot),
  serve(releaseApi.reject, rejectLot),
  serve(releaseApi.withdraw, withdrawRelease),
  serve(releaseApi.rejectBatch, rejectBatch),
  serve(releaseApi.rejectLot, rejectAnyLot),
]
