import { attachmentApi } from '#contract/office/attachment.ts'
import { disposalApi, type DisposalFile } from '#contract/warehouse/disposal.ts'
import type { z } from 'zod'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>
type Proposal = Partial<z.input<typeof disposalApi.propose.input>> & { lotId: string }

/** What the warehouse proposes: everything of a lot that lies in bins, or the packs that are named by their codes. */
export async function proposedDisposal(as: As, { lotId, ...asked }: Proposal): Promise<DisposalFile> {
  const keeper = await as('cangku')
  const ground = asked.ground ?? 'rejected'
  const found = await keeper.ask(disposalApi.choices, { ground, lotId })
  return keeper.ask(disposalApi.propose, {
    ground,
    reason: '检验不合格，不能退回供应商',
    disposalMethod: 'burn',
    lines: found.map((bin) => ({ lotId, placeId: bin.placeId, quantity: bin.quantity })),
    ...asked,
  })
}

/** The 质量负责人 agrees. */
export const approvedDisposal = async (as: As, { disposal: { id, rowVersion } }: DisposalFile): Promise<DisposalFile> =>
  (await as('zhiliang')).ask(disposalApi.approve, { id, rowVersion, opinion: '同意销毁', signature: signed() })

/** A photograph of the goods stands beside the disposal. */
export async function photographed(as: As, { disposal: { id, disposalNo } }: DisposalFile): Promise<void> {
  const keeper = await as('cangku')
  const name = `${disposalNo} 销毁现场.txt`
  const { digest } = await keeper.hand(attachmentApi.upload, { name }, `${disposalNo} 销毁现场照片`)
  await keeper.ask(attachmentApi.add, { of: 'disposal_case', id, name, kind: '照片', digest })
}

/** What carries out an approved disposal, every line as it was decided. */
export const usualDestruction = ({ disposal: { id, rowVersion }, lines }: DisposalFile) => ({
  id,
  rowVersion,
  weights: lines.map((line) => ({ lineId: line.id, weighed: line.found ?? line.quantity })),
  carrier: '绿源环保处置有限公司',
  certificateNo: 'LY-2026-0031',
  signature: signed(),
  witness: secondPerson('qa'),
})

/** What proposes packs that broke in stock, by their codes. */
export async function damagedPacks(as: As, lotId: string, codes: readonly string[]): Promise<Proposal> {
  const [bin] = await (await as('cangku')).ask(disposalApi.choices, { ground: 'damaged', lotId })
  if (bin === undefined || bin.net === null) throw new Error(`no packs of ${lotId} lie in a bin`)
  const quantity = exact(bin.net).times(codes.length).toFixed()
  return { lotId, ground: 'damaged', reason: '搬运时包装破损', lines: [{ lotId, placeId: bin.placeId, quantity, codes: [...codes] }] }
}

/** Goods of a lot that were destroyed before a witness. */
export async function destroyed(as: As, proposal: Proposal): Promise<DisposalFile> {
  const approved = await approvedDisposal(as, await proposedDisposal(as, proposal))
  await photographed(as, approved)
  return (await as('cangku')).ask(disposalApi.carryOut, usualDestruction(approved))
}
