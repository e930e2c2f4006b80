import type { RecallClass } from './recall.ts'

/** What a customer reads behind the link of their notice, and on its letter: nothing beyond it. */
export type RecallNotice = {
  caseNo: string
  recallClass: RecallClass
  reason: string
  advice: string
  startedAt: string
  notifyBy: string
  isOpen: boolean
  /** When the recall was withdrawn as a mistake, and why. */
  withdrawnAt: string | null
  withdrawReason: string | null
  customer: string
  lots: { name: string; lotNo: string; spec: string; packs: number; packUnit: string; shippedOn: string }[]
  acknowledgedAt: string | null
  acknowledgedName: string | null
  enterprise: { name: string; phone: string; address: string; isDemo: boolean }
}

/** What a withdrawn recall says to its customers: no more than it knows, since another recall or lock may be about the same goods. */
export const withdrawnAdvice = '不需因本次召回停用或退回产品。能否使用，以扫描包装上的追溯码所见为准。'
