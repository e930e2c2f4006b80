import type { ProductionRecord } from '#contract/making/production-record.ts'

/** What is worked again, on which case, and why; nothing for any other order. */
export const reworkFacts = ({ rework }: Pick<ProductionRecord, 'rework'>): readonly (readonly [label: string, value: string])[] =>
  rework === null
    ? []
    : [
        ['返工批次', rework.lotNo],
        ['返工依据', rework.caseNo],
        ['返工原因与方法', rework.reason],
        ...(rework.approvedByName === null ? [] : [['批准返工', rework.approvedByName] as const]),
      ]
