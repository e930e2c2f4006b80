import type { z } from 'zod'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { productionApi } from '#contract/making/production-api.ts'
import { reworkApi } from '#contract/making/rework.ts'
import { lineFor, scaleFor } from './asset.ts'
import { inspect, rejectBatch } from './inspection.ts'
import { secondPerson, signed, type Person } from './person.ts'
import { doneStep, finishedProduction, producedBatch, weighingsOf, type BatchOptions } from './production.ts'

type As = (userName: string) => Promise<Person>

/** A bulk batch that failed its test for good: the case of the result is concluded, the batch rejected by two. */
export async function failedBatch(as: As, options?: BatchOptions) {
  const batch = await producedBatch(as, options)
  const { inspectionId } = await inspect(as, batch.lotId, { side: 'bulk', outcome: 'fail' })
  await rejectBatch(as, inspectionId)
  return batch
}

type Asked = Partial<z.input<typeof reworkApi.create.input>> & { lotId: string }

/** An order to work a rejected batch again by the last step of its process, waiting for approval. */
export async function orderedRework(as: As, { lotId, ...asked }: Asked) {
  const author = await as('shengchan')
  const lot = only(await author.ask(reworkApi.lots, { id: lotId }))
  const { id: caseId, table: caseTable } = elementAt(lot.cases, 0)
  const made = elementAt(await author.ask(productionApi.products, { q: lot.name }), 0)
  return author.ask(reworkApi.create, {
    ...{ lotId, caseId, caseTable, quantity: lot.available, steps: [elementAt(lot.steps, -1).no], yieldMin: '90' },
    reason: '水分略高于限度，摊晾后重新筛选可降至限度以内',
    lineId: asked.lineId ?? (await lineFor(as, made.process)),
    ...asked,
  })
}

/** Approved by the production manager and the 质量负责人. */
export const approveRework = async (as: As, id: string) =>
  (await as('shengchan2')).ask(productionApi.approve, { id, signature: signed(), qualityHead: secondPerson('zhiliang') })

/** Weighed out and worked: what is left is the balance. */
export async function steppedRework(as: As, asked: Asked) {
  const { id } = await orderedRework(as, asked)
  await approveRework(as, id)
  const keeper = await as('cangku')
  await keeper.ask(productionApi.issue, {
    ...{ id, scaleId: await scaleFor(keeper), weighings: await weighingsOf(as, id) },
    ...{ signature: signed(), checker: secondPerson('shengchan') },
  })
  const { process } = await keeper.ask(productionApi.read, { id })
  for (const _ of process.steps) await doneStep(as, id)
  return { id }
}

/** The batch that came of it, in quarantine, its record reviewed by QA. */
export async function reworkedBatch(as: As, asked: Asked) {
  const { id } = await steppedRework(as, asked)
  const batch = await finishedProduction(as, id)
  await (await as('qa')).ask(productionApi.review, { id, signature: signed('返工记录完整，同意') })
  return batch
}
