import { Refusal } from '#contract/kernel/refusals.ts'
import { isReachable, type Installation } from '#kernel/installation.ts'
import type { Tx } from '#kernel/serve.ts'

/**
 * The address that the symbols of labels begin with. What is printed cannot be changed any more, so it is the one that the operator chose, and
 * one that a stranger's telephone can reach. Labels of a demo say that they are none, so theirs may lead to where the person's browser is.
 */
export async function labelAddress(
  tx: Tx,
  { publicUrl }: Pick<Installation, 'publicUrl'>,
  origin: string,
): Promise<{ origin: string; isDemo: boolean }> {
  const { isDemo } = await tx.selectFrom('enterprise').select('isDemo').executeTakeFirstOrThrow()
  if (isDemo) return { origin: publicUrl ?? origin, isDemo }
  if (!isReachable(publicUrl)) throw new Refusal('public_url_local')
  return { origin: publicUrl, isDemo }
}
