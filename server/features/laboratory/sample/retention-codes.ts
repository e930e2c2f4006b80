import type { Tx } from '#kernel/serve.ts'
import type { CodeRun } from '#server/features/packing/codes/code-spans.ts'

/** The codes of the packs that are kept as a sample, as they were scanned. */
export const codesOfRetention = (tx: Tx, sampleId: string): Promise<CodeRun[]> =>
  tx
    .selectFrom('sample')
    .innerJoin('codeEvent', (join) =>
      join.onRef('codeEvent.enterpriseId', '=', 'sample.enterpriseId').onRef('codeEvent.documentId', '=', 'sample.packRetentionId'),
    )
    .select(['codeEvent.rangeId', 'codeEvent.firstIndex as first', 'codeEvent.lastIndex as last'])
    .where('sample.id', '=', sampleId)
    .where('codeEvent.state', '=', 'sampled')
    .orderBy('codeEvent.rangeId')
    .orderBy('codeEvent.firstIndex')
    .execute()
