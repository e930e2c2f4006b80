import { waitingChanges } from '#server/features/cases/change/waiting.ts'
import { waitingCorrections } from '#server/features/cases/correction/waiting.ts'
import { waitingImpacts } from '#server/features/cases/impact/waiting.ts'
import { waitingFailedBatches, waitingForRequest, waitingInspections } from '#server/features/laboratory/inspection/waiting.ts'
import { waitingStandards } from '#server/features/laboratory/standard/waiting.ts'
import { waitingProcesses } from '#server/features/making/processing/waiting.ts'
import { waitingProductions } from '#server/features/making/production/waiting.ts'
import { waitingPackagings } from '#server/features/packing/packaging/waiting.ts'
import { waitingPackLots } from '#server/features/release/pack/waiting.ts'
import { waitingProposals } from '#server/features/people/proposal/waiting.ts'
import { waitingSecrets } from '#server/features/people/secret/waiting.ts'
import { waitingReleases } from '#server/features/release/raw/waiting.ts'
import { waitingSales } from '#server/features/selling/sale/waiting.ts'
import { waitingPurchases } from '#server/features/supply/purchase/waiting.ts'
import { waitingSuppliers } from '#server/features/supply/supplier/waiting.ts'
import type { Waiting } from '#kernel/waiting.ts'

/** Every life of the product in which a document can wait for a person. */
export const lives: readonly Waiting[] = [
  waitingPurchases,
  waitingInspections.raw,
  waitingForRequest.raw,
  waitingReleases,
  waitingProductions,
  waitingInspections.bulk,
  waitingForRequest.bulk,
  waitingFailedBatches,
  waitingPackagings,
  waitingPackLots,
  waitingSales,
  waitingSuppliers,
  waitingProcesses,
  waitingStandards,
  waitingCorrections,
  waitingChanges,
  waitingImpacts,
  waitingSecrets,
  waitingProposals,
]
