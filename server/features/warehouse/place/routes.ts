import { placeApi } from '#contract/warehouse/place.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { furnishBins } from './furnish-bins.ts'
import { listBins } from './list-bins.ts'
import { listPlaces, listWarehouses } from './queries.ts'
import { createPlace, disablePlace, editPlace, enablePlace } from './write-place.ts'

refuseConstraint('place_enterprise_id_code_key', 'place_code_taken')

export const placeRoutes: Route[] = [
  serve(placeApi.list, listPlaces),
  serve(placeApi.bins, listBins),
  serve(placeApi.warehouses, listWarehouses),
  serve(placeApi.create, createPlace),
  serve(placeApi.furnish, furnishBins),
  serve(placeApi.edit, editPlace),
  serve(placeApi.disable, disablePlace),
  serve(placeApi.enable, enablePlace),
]
