import { assetApi } from '#contract/making/asset-api.ts'
import { clearanceApi } from '#contract/making/clearance.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { breakDown, replaceMachine } from './break-down.ts'
import { clearAssets, listClearances, withdrawClearance } from './clear-assets.ts'
import { listAssets, listChoices, listServiceUses, listUses, readAsset } from './queries.ts'
import { planMaintenance, voidService } from './plan-maintenance.ts'
import { createAsset, editAsset, serviceAsset, soilAsset, takeBackAsset, takeOutAsset } from './write-asset.ts'

refuseConstraint('asset_number', 'asset_number_taken')
refuseConstraint('asset_breakdown_of_use', 'wrong_state')
refuseConstraint('asset_use_replaces', 'wrong_state')
refuseConstraint('asset_one_use', 'asset_occupied')
refuseConstraint('asset_use_of_clearance', 'clearance_over')
refuseConstraint('asset_back_by_two', 'same_person')
refuseConstraint('clearance_by_two', 'same_person')
refuseConstraint('clearance_withdrawn_by_two', 'same_person')
refuseConstraint('maintenance_plan_serial', 'stale')
refuseConstraint('maintenance_plan_by_two', 'same_person')
refuseConstraint('asset_service_by_two', 'same_person')
refuseConstraint('asset_service_voided_once', 'wrong_state')
refuseConstraint('asset_service_voided_by_two', 'same_person')

export const assetRoutes: Route[] = [
  serve(assetApi.list, listAssets),
  serve(assetApi.read, readAsset),
  serve(assetApi.uses, listUses),
  serve(assetApi.choices, listChoices),
  serve(assetApi.create, createAsset),
  serve(assetApi.edit, editAsset),
  serve(assetApi.service, serviceAsset),
  serve(assetApi.voidService, voidService),
  serve(assetApi.planMaintenance, planMaintenance),
  serve(assetApi.soil, soilAsset),
  serve(assetApi.serviceUses, listServiceUses),
  serve(assetApi.breakDown, breakDown('breakDown')),
  serve(assetApi.breakDownInPacking, breakDown('breakDownInPacking')),
  serve(assetApi.replace, replaceMachine('replace')),
  serve(assetApi.replaceInPacking, replaceMachine('replaceInPacking')),
  serve(assetApi.takeOut, takeOutAsset),
  serve(assetApi.takeBack, takeBackAsset),
  serve(clearanceApi.list, listClearances),
  serve(clearanceApi.clear, clearAssets),
  serve(clearanceApi.clearAfterPacking, clearAssets),
  serve(clearanceApi.withdraw, withdrawClearance),
]
