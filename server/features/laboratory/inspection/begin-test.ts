import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { sampleStates } from '#contract/laboratory/sample-state.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Tx } from '#kernel/serve.ts'

/**
 * Nothing is measured of a sample that the laboratory does not have; with its first value the sample is in test. What is tested again in a case (`isAgain`) may be
 * of what was drawn for that.
 */
export async function beginTest(tx: Tx, { sampling }: Pick<InspectionFile, 'sampling'>, isAgain: boolean): Promise<void> {
  const drawn = (sampling?.samples ?? []).filter(({ kind }) => kind === 'test' || (isAgain && kind === 'recheck'))
  const sample = drawn.find(({ state }) => state === 'received' || state === 'in_test')
  if (sample === undefined)
    throw new Refusal(
      'sample_not_received',
      drawn.map(({ sampleNo, state }) => ({ path: '', message: `样品 ${sampleNo}：${sampleStates[state].label}` })),
    )
  if (sample.state === 'received') await tx.updateTable('sample').set({ state: 'in_test' }).where('id', '=', sample.id).execute()
}
