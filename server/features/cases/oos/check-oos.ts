import type { z } from 'zod'
import type { OosFile, OosRow, oosLaboratoryApi } from '#contract/cases/oos-api.ts'
import { oosActions } from '#contract/cases/oos.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { moistureOf } from '#contract/laboratory/counting-results.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { notify } from '#kernel/notify.ts'
import { sign } from '#kernel/sign.ts'
import { inspectionFileOf, inspectionRowOf } from '#server/features/laboratory/inspection/queries.ts'
import { calculated } from '#server/features/laboratory/inspection/calculate-result.ts'
import { writeResult } from '#server/features/laboratory/inspection/written-results.ts'
import { copyMeans } from '#server/features/laboratory/means/write-means.ts'
import { openOos, releaseHold } from './open-oos.ts'
import { oosFileOf } from './queries.ts'
import { takeOos } from './take-oos.ts'

type Check = z.output<typeof oosLaboratoryApi.raw.check.input>

/**
 * 实验室调查, phase I (domain §2.11): another person than the analyst looks at sample, instrument, calculation, solutions, calibration and method, and signs
 * what they found. A slip of typing ends here: the reading is attached, the value that it shows is written beside the mistyped one, and judged
 * like any other. What is found otherwise, quality assurance decides about.
 */
export const checkOos =
  (side: InspectionSide): Handler<typeof oosLaboratoryApi.raw.check> =>
  async (tx, actor, input) => {
    const row = await takeOos(tx, actor, 'check', input, side)
    refuseContradiction(input)
    const slip = input.finding === 'slip' ? await slipOf(tx, row, input) : undefined
    await tx
      .updateTable('oosCase')
      .set({
        state: slip === undefined ? 'checked' : 'corrected',
        checklist: JSON.stringify(input.checklist),
        finding: input.finding,
        explanation: input.explanation,
        proofId: slip === undefined ? null : slip.proofId,
        checkedBy: actor.id,
        checkedAt: tx.now().toISOString(),
        ...(slip !== undefined && { conclusion: input.explanation, concludedBy: actor.id, concludedAt: tx.now().toISOString() }),
      })
      .where('id', '=', row.id)
      .execute()
    await sign(tx, actor, input.signature, { meaning: oosActions[row.side].check.signs, table: 'oos_case', id: row.id })
    if (slip !== undefined) await correctValue(tx, actor, row, slip, input.explanation)
    else
      await notify(tx, actor, {
        duty: '13:decide',
        title: `${row.lotName} ${row.lotNo} ${row.itemName}：实验室调查完成，待裁定`,
        page: '/zhiliang-shijian',
        at: { view: 'oos', id: row.id },
        about: { table: 'oos_case', id: row.id, asks: 'checked' },
      })
    return oosFileOf(tx, row.id)
  }

/** Nothing is found where everything is in order, and something is not in order where an error was found. */
function refuseContradiction({ checklist, finding }: Check) {
  const amiss = Object.values(checklist).some(({ ok }) => !ok)
  if ((finding === 'none') === amiss)
    throw new Refusal('checklist_contradicts', [
      { path: 'finding', message: amiss ? '检查表有异常项，请选择查明的差错' : '检查表没有异常项，请标出异常的一项，或选择未发现差错' },
    ])
  const unsaid = Object.entries(checklist).find(([, { ok, note }]) => !ok && note === '')
  if (unsaid !== undefined) throw new Refusal('invalid_input', [{ path: `checklist.${unsaid[0]}.note`, message: '请写明异常情况' }])
}

type Slip = { proofId: string; corrected: NonNullable<Check['corrected']>; file: OosFile }

/** The proof and the value that it shows. Refused with `slip_unproved` without either. */
async function slipOf(tx: Tx, row: OosRow, { proofId, corrected }: Check): Promise<Slip> {
  const file = await oosFileOf(tx, row.id)
  const attached =
    proofId &&
    (await tx
      .selectFrom('attachment')
      .select('id')
      .where('id', '=', proofId)
      .where('ownerTable', '=', 'inspection')
      .where('ownerId', '=', row.inspectionId)
      .executeTakeFirst())
  if (proofId === undefined || attached === undefined)
    throw new Refusal('slip_unproved', [{ path: 'proofId', message: '请选择附在本检验上的原始读数（打印条、照片或天平记录）' }])
  if (corrected === undefined) throw new Refusal('slip_unproved', [{ path: 'corrected', message: '请填写原始读数上的值' }])
  return { proofId, corrected, file }
}

/** Writes the value of the reading beside the mistyped one. When it fails itself, a case of its own takes the hold over. */
async function correctValue(tx: Tx, actor: Actor, row: OosRow, { corrected, file }: Slip, explanation: string) {
  const { item, results } = file
  const mistyped = results.filter(({ caseId }) => caseId !== row.id).at(-1)
  const opened = await tx.selectFrom('oosCase').select(['testResultId', 'holdId']).where('id', '=', row.id).executeTakeFirstOrThrow()
  const original = results.find(({ id }) => id === opened.testResultId) ?? mistyped
  if (original === undefined) throw new Refusal('wrong_state')
  const { source, referenceNo, laboratory, instrument } = original
  const moisture = moistureOf(await inspectionFileOf(tx, row.side, row.inspectionId))
  const values = calculated(item, source, corrected, moisture, 'corrected')
  const found = { source, referenceNo, laboratory, instrument, ...values }
  const { id, suspicion } = await writeResult(tx, actor, { inspectionId: row.inspectionId, item, revision: results.length + 1 }, found, {
    part: 'correction',
    caseId: row.id,
    correction: explanation,
  })
  await copyMeans(tx, original.id, id)
  if (suspicion === null)
    return releaseHold(
      tx,
      actor,
      { id: row.id, holdId: opened.holdId },
      { conclusion: explanation, secondId: original.enteredBy, evidence: row.requestNo },
    )
  const result = { id, mean: null, individual: values.individual, words: values.words }
  await openOos(tx, actor, await inspectionRowOf(tx, row.side, row.inspectionId), [{ item, result, kind: suspicion }], opened.holdId)
}
