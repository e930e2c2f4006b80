import type { z } from 'zod'
import { processStepNames } from '#contract/making/process-step.ts'
import { only } from '#contract/kernel/certain.ts'
import { processApi, type ProcessDetail } from '#contract/making/process-version.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { approvedVersionChange } from './change.ts'
import { signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/** What an author writes into a version. */
export type ProcessWriting = Omit<z.input<typeof processApi.create.input>, 'productId'>

const author = 'shengchan2'

/** What a version says, in the form its author writes it. */
export const writingOf = ({ basis, content }: Pick<ProcessDetail, 'basis' | 'content'>): ProcessWriting => ({
  basis,
  yieldMin: content.yieldMin,
  yieldMax: content.yieldMax,
  balanceMin: content.balanceMin,
  balanceMax: content.balanceMax,
  maxBatch: content.maxBatch,
  allowsBlending: content.allowsBlending,
  steps: content.steps.map(({ no: _, ...step }) => ({ ...step, name: only(processStepNames.filter((name) => name === step.name)) })),
  auxiliaries: content.auxiliaries.map(({ name: _, ...line }) => line),
  coProducts: content.coProducts.map(({ name: _, cutSpec: __, ...line }) => line),
})

/** The newest version of a product's process, whole. */
export async function latestProcess(as: As, product: string): Promise<ProcessDetail> {
  const person = await as(author)
  const { rows } = await person.ask(processApi.list, { q: product, sort: '-version' })
  const latest = rows.find((row) => row.productName === product && row.state !== 'void')
  if (latest === undefined) throw new Error(`${product} has no process`)
  return person.ask(processApi.read, { id: latest.id })
}

/** A draft of the next version: the newest one, but for `change`. */
export async function draftProcess(as: As, product: string, change: Partial<ProcessWriting> = {}) {
  const latest = await latestProcess(as, product)
  const person = await as(author)
  const basis = change.basis ?? '按年度工艺回顾修订'
  const draft = await person.ask(processApi.copy, { id: latest.id, basis })
  return person.ask(processApi.edit, { id: draft.id, rowVersion: draft.rowVersion, ...writingOf(latest), ...change, basis })
}

/** Signed by its author: it waits for the review of QA. */
export async function submittedProcess(as: As, product: string, change?: Partial<ProcessWriting>) {
  const { id, rowVersion } = await draftProcess(as, product, change)
  return (await as(author)).ask(processApi.submit, { id, rowVersion, signature: signed() })
}

/** Reviewed by QA: it waits for the approval. */
export async function reviewedProcess(as: As, product: string, change?: Partial<ProcessWriting>) {
  const { id } = await submittedProcess(as, product, change)
  return (await as('qa')).ask(processApi.review, { id, signature: signed() })
}

/** Signed by all three and in effect from today, unless another day is given. Of a product that was made before, with its change. */
export async function approvedProcess(as: As, product: string, change?: Partial<ProcessWriting>, effectiveFrom?: string) {
  const { id } = await reviewedProcess(as, product, change)
  const approver = await as('shouquan')
  const from = effectiveFrom ?? dayInShanghai(approver.time.now())
  const { productId } = await latestProcess(as, product)
  await approvedVersionChange(as, { record: 'process', id: productId })
  return approver.ask(processApi.approve, { id, effectiveFrom: from, signature: signed() })
}
