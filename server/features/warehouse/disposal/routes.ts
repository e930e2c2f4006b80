import { disposalApi } from '#contract/warehouse/disposal.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { carryOutDisposal } from './carry-out-disposal.ts'
import { approveDisposal, cancelDisposal, refuseDisposal, reportDisposal } from './decide-disposal.ts'
import { proposeDisposal } from './propose-disposal.ts'
import { listDisposable, listDisposals, readDisposal } from './queries.ts'

refuseConstraint('disposal_by_two', 'author_approves')
refuseConstraint('disposal_carried_by_other', 'disposal_carried_by_decider')
refuseConstraint('disposal_witness_is_other', 'same_person')
refuseConstraint('disposal_line_open', 'disposal_open')

/** 处置与销毁. */
export const disposalRoutes = (installation: Installation): Route[] => [
  serve(disposalApi.list, listDisposals),
  serve(disposalApi.choices, listDisposable),
  serve(disposalApi.read, readDisposal),
  serve(disposalApi.propose, proposeDisposal(installation)),
  serve(disposalApi.approve, approveDisposal),
  serve(disposalApi.refuse, refuseDisposal),
  serve(disposalApi.report, reportDisposal),
  serve(disposalApi.cancel, cancelDisposal),
  serve(disposalApi.carryOut, carryOutDisposal),
]
