import { lifeCodes, type LifeCode } from '#contract/office/work.ts'
import { waitingChanges } from '#server/features/cases/change/waiting.ts'
import { waitingCorrections } from '#server/features/cases/correction/waiting.ts'
import { waitingImpacts } from '#server/features/cases/impact/waiting.ts'
import { waitingIncidents } from '#server/features/cases/incident/waiting.ts'
import { waitingOos } from '#server/features/cases/oos/waiting.ts'
import { waitingRecalls } from '#server/features/cases/recall/waiting.ts'
import { waitingFailedBatches, waitingForRequest, waitingInspections } from '#server/features/laboratory/inspection/waiting.ts'
import { waitingSamples } from '#server/features/laboratory/sample/waiting.ts'
import { waitingPlans, waitingPoints } from '#server/features/laboratory/stability/waiting.ts'
import { waitingStandards } from '#server/features/laboratory/standard/waiting.ts'
import { waitingProcesses } from '#server/features/making/processing/waiting.ts'
import { waitingProductions } from '#server/features/making/production/waiting.ts'
import { waitingBatches, waitingPackagings } from '#server/features/packing/packaging/waiting.ts'
import { waitingPackLots } from '#server/features/release/pack/waiting.ts'
import { waitingAuthorisations } from '#server/features/people/authorisation/waiting.ts'
import { waitingDeputies } from '#server/features/people/deputy/waiting.ts'
import { waitingProposals } from '#server/features/people/proposal/waiting.ts'
import { waitingRegistrations } from '#server/features/people/registration/waiting.ts'
import { waitingSecrets } from '#server/features/people/secret/waiting.ts'
import { waitingReleases } from '#server/features/release/raw/waiting.ts'
import { waitingClaims, waitingReturns } from '#server/features/selling/return/waiting.ts'
import { waitingSales } from '#server/features/selling/sale/waiting.ts'
import { waitingPurchases } from '#server/features/supply/purchase/waiting.ts'
import { waitingSuppliers } from '#server/features/supply/supplier/waiting.ts'
import { waitingAcceptances } from '#server/features/warehouse/stock/waiting.ts'
import { waitingCounts } from '#server/features/warehouse/stocktake/waiting.ts'
import { waitingPointsOfClimate } from '#server/features/warehouse/climate/waiting.ts'
import { waitingDisposals } from '#server/features/warehouse/disposal/waiting.ts'
import { waitingDiscrepancies } from '#server/features/supply/discrepancy/waiting.ts'
import { waitingSupplierReturns } from '#server/features/warehouse/supplier-return/waiting.ts'
import type { Waiting } from '#kernel/waiting.ts'

/** Every life of the product in which a document can wait for a person, under the word that the contract has for it. */
export const lifeOf: Record<LifeCode, Waiting> = {
  purchase: waitingPurchases,
  raw_request: waitingForRequest.raw,
  raw_inspection: waitingInspections.raw,
  raw_sample: waitingSamples.raw,
  raw_oos: waitingOos.raw,
  pack_acceptance: waitingAcceptances,
  raw_release: waitingReleases,
  production: waitingProductions,
  bulk_request: waitingForRequest.bulk,
  bulk_inspection: waitingInspections.bulk,
  bulk_sample: waitingSamples.bulk,
  bulk_oos: waitingOos.bulk,
  stability_plan: waitingPlans,
  stability_point: waitingPoints,
  failed_batch: waitingFailedBatches,
  unpacked_batch: waitingBatches,
  packaging: waitingPackagings,
  pack_release: waitingPackLots,
  sale: waitingSales,
  customer_return: waitingReturns,
  carrier_claim: waitingClaims,
  supplier: waitingSuppliers,
  process: waitingProcesses,
  standard: waitingStandards,
  correction: waitingCorrections,
  change: waitingChanges,
  impact: waitingImpacts,
  recall: waitingRecalls,
  disposal: waitingDisposals,
  supplier_return: waitingSupplierReturns,
  discrepancy: waitingDiscrepancies,
  stocktake: waitingCounts,
  incident: waitingIncidents,
  founding: waitingRegistrations.founding,
  joining: waitingRegistrations.joining,
  secret: waitingSecrets,
  proposal: waitingProposals,
  authorisation: waitingAuthorisations,
  deputy: waitingDeputies,
  climate_point: waitingPointsOfClimate,
}

export const lives: readonly Waiting[] = lifeCodes.map((code) => lifeOf[code])
