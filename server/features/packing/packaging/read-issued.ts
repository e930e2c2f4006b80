import type { Tx } from '#kernel/serve.ts'
import type { CodeRun } from '#server/features/packing/codes/code-spans.ts'

/** The codes an order's labels carry and that were neither used nor voided yet, in the order of the rolls. */
export async function readIssued(tx: Tx, orderId: string): Promise<{ packs: CodeRun[]; boxes: CodeRun[] }> {
  const spans = await tx
    .selectFrom('labelRun')
    .innerJoin('codeRange', (join) =>
      join
        .onRef('codeRange.enterpriseId', '=', 'labelRun.enterpriseId')
        .on((eb) =>
          eb.or([eb('codeRange.id', '=', eb.ref('labelRun.packRangeId')), eb('codeRange.id', '=', eb.ref('labelRun.boxRangeId'))]),
        ),
    )
    .innerJoin('codeSpan', (join) =>
      join.onRef('codeSpan.enterpriseId', '=', 'codeRange.enterpriseId').onRef('codeSpan.rangeId', '=', 'codeRange.id'),
    )
    .select(['codeRange.level', 'codeRange.id as rangeId', 'codeSpan.firstIndex as first', 'codeSpan.lastIndex as last'])
    .where('labelRun.packagingOrderId', '=', orderId)
    .where('codeSpan.state', '=', 'issued')
    .orderBy('labelRun.serial')
    .orderBy('codeSpan.firstIndex')
    .execute()
  const ofLevel = (level: number) => spans.flatMap(({ level: at, ...run }) => (at === level ? [run] : []))
  return { packs: ofLevel(1), boxes: ofLevel(3) }
}
