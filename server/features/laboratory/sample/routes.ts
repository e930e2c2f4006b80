import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { packRetentionApi } from '#contract/laboratory/pack-retention.ts'
import { sampleApi, sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { disposeSample, disposeSeveral } from './dispose-samples.ts'
import { lackSample, loseSample } from './end-sample.ts'
import { drawRetention, putBackRetention } from './keep-packs.ts'
import { listKeepable } from './list-keepable.ts'
import { observeSample } from './observe-sample.ts'
import { listSamples, readSample } from './queries.ts'
import { receiveSamples } from './receive-samples.ts'

refuseConstraint('sample_witness_is_other', 'same_person')
refuseConstraint('retention_second_person', 'same_person')

const routesOf = (side: InspectionSide): Route[] => {
  const api = sampleLaboratoryApi[side]
  return [
    serve(api.receive, receiveSamples(side)),
    serve(api.observe, observeSample(side)),
    serve(api.dispose, disposeSample(side)),
    serve(api.disposeSeveral, disposeSeveral(side)),
    serve(api.lack, lackSample(side)),
    serve(api.lose, loseSample(side)),
  ]
}

/** 样品与留样. */
export const sampleRoutes = (installation: Installation): Route[] => [
  serve(sampleApi.list, listSamples),
  serve(sampleApi.file, readSample),
  ...routesOf('raw'),
  ...routesOf('bulk'),
  serve(packRetentionApi.lots, listKeepable),
  serve(packRetentionApi.draw, drawRetention(installation)),
  serve(packRetentionApi.putBack, putBackRetention),
]
