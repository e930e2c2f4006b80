import { packagingApi } from '#contract/packing/packaging.ts'
import { repackApi } from '#contract/packing/repack-api.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { approveOrder } from './approve-order.ts'
import { cancelOrder } from './cancel-order.ts'
import { completeOrder } from './complete-order.ts'
import { createOrder } from './create-order.ts'
import { createRepack, scanForRepack } from './create-repack.ts'
import { issueLabels } from './issue-labels.ts'
import { issuePackMaterials } from './issue-pack-materials.ts'
import { listIssuable } from './pack-materials.ts'
import { listRepackLots } from './repack-lots.ts'
import { returnPackMaterials } from './return-pack-materials.ts'
import { listPackable, listPackaging, readPackaging } from './queries.ts'

refuseConstraint('packaging_author_approves', 'author_approves')
refuseConstraint('packaging_operator_checks', 'same_person')
refuseConstraint('further_labels_need_reason', 'labels_need_reason')
refuseConstraint('labels_reconciled', 'labels_unreconciled')
refuseConstraint('codes_reconciled', 'labels_unreconciled')
refuseConstraint('packed_from_charge', 'packed_more_than_charged')
refuseConstraint('pack_in_one_box', 'pack_in_other_box')
refuseConstraint('pack_material_by_two', 'same_person')

refuseConstraint('packaging_repack_third_person', 'same_person')
refuseConstraint('pack_repacked_once', 'packs_in_repack')
refuseConstraint('label_run_approved_by_another', 'same_person')
refuseConstraint('packaging_beyond_plan_by_another', 'same_person')

export const packagingRoutes = (installation: Installation): Route[] => [
  serve(packagingApi.list, listPackaging),
  serve(packagingApi.choices, listPackable),
  serve(packagingApi.read, readPackaging),
  serve(packagingApi.create, createOrder),
  serve(repackApi.lots, listRepackLots),
  serve(repackApi.scan, scanForRepack(installation)),
  serve(repackApi.create, createRepack(installation)),
  serve(packagingApi.approve, approveOrder),
  serve(packagingApi.issueLabels, issueLabels(installation)),
  serve(packagingApi.complete, completeOrder(installation)),
  serve(packagingApi.cancel, cancelOrder),
  serve(packagingApi.issuable, listIssuable),
  serve(packagingApi.issueMaterials, issuePackMaterials),
  serve(packagingApi.returnMaterials, returnPackMaterials),
]
