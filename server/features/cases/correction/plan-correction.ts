import {
  batchChanges,
  issueChanges,
  packagingChanges,
  receiptLineChanges,
  samplingChanges,
  shipmentChanges,
  stepChanges,
} from '#contract/cases/correction-changes.ts'
import type { CorrectionRecord, CorrectionSubject } from '#contract/cases/correction.ts'
import type { CorrectionPlan } from '#kernel/correction.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Tx } from '#kernel/serve.ts'
import { correctableSampling, planSamplingCorrection } from '#server/features/laboratory/inspection/correct-sampling.ts'
import { correctableIssue, planIssueCorrection } from '#server/features/making/production/correct-issue.ts'
import {
  correctableBatch,
  correctableStep,
  planBatchCorrection,
  planStepCorrection,
} from '#server/features/making/production/correct-step.ts'
import { correctablePackaging, planPackagingCorrection } from '#server/features/packing/packaging/correct-record.ts'
import { correctableShipment, planShipmentCorrection } from '#server/features/selling/sale/correct-shipment.ts'
import { correctableLine, planLineCorrection } from '#server/features/supply/purchase/correct-line.ts'

type Correctable = Pick<CorrectionSubject, 'subject' | 'values'> &
  Partial<Pick<CorrectionSubject, 'unit' | 'losses' | 'parameters' | 'coProducts' | 'runs' | 'weighings' | 'returns' | 'lots'>>

type Kind = {
  /** The table under whose name the signatures and corrections of the record are kept. */
  table: 'raw_lot' | 'production_step' | 'bulk_lot' | 'packaging_record' | 'shipment' | 'production_issue' | 'sampling'
  read: (tx: Tx, id: string) => Promise<Correctable>
  /** The changes come out of the database again when the correction is approved, so they are read once more. */
  plan: (tx: Tx, id: string, changes: unknown, reason: string) => Promise<CorrectionPlan>
}

/** Each room says how its own record is corrected. Only the installation reads the codes on packs. */
export const correctables = ({ masterKey }: Installation): Record<CorrectionRecord, Kind> => ({
  receipt_line: {
    table: 'raw_lot',
    read: correctableLine,
    plan: (tx, id, changes, reason) => planLineCorrection(tx, id, receiptLineChanges.parse(changes), reason),
  },
  production_step: {
    table: 'production_step',
    read: correctableStep,
    plan: (tx, id, changes) => planStepCorrection(tx, id, stepChanges.parse(changes)),
  },
  batch: {
    table: 'bulk_lot',
    read: correctableBatch,
    plan: (tx, id, changes) => planBatchCorrection(tx, id, batchChanges.parse(changes)),
  },
  packaging: {
    table: 'packaging_record',
    read: correctablePackaging,
    plan: (tx, id, changes, reason) => planPackagingCorrection(tx, id, packagingChanges.parse(changes), reason),
  },
  shipment: {
    table: 'shipment',
    read: correctableShipment,
    // What it comes to was kept beside what was asked for; it is counted again.
    plan: (tx, id, changes) => planShipmentCorrection(tx, masterKey, id, shipmentChanges.strip().parse(changes)),
  },
  issue: {
    table: 'production_issue',
    read: correctableIssue,
    plan: (tx, id, changes) => planIssueCorrection(tx, id, issueChanges.parse(changes)),
  },
  sampling: {
    table: 'sampling',
    read: correctableSampling,
    plan: (tx, id, changes) => planSamplingCorrection(tx, id, samplingChanges.parse(changes)),
  },
})
