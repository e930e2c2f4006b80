import type { z } from 'zod'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { only, present } from '#contract/kernel/certain.ts'
import { signed, withQualityHead, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>
type Told = z.input<typeof incidentApi.open.input>
type Classified = Pick<z.input<typeof incidentApi.classify.input>, 'level' | 'dueOn' | 'reportBy'>
type Found = Omit<z.input<typeof incidentApi.record.input>, 'id' | 'rowVersion'>

/** Somebody of the house tells what they saw. */
export const toldIncident = async (as: As, by: string, told: Told): Promise<{ id: string; caseNo: string }> =>
  (await as(by)).ask(incidentApi.open, told)

const at = async (as: As, id: string) => {
  const { incident } = await (await as('qa')).ask(incidentApi.read, { id })
  return { id, rowVersion: incident.rowVersion }
}

/** Quality assurance says how grave it is and until when it ends. */
export const classifiedIncident = async (as: As, id: string, given: Classified) =>
  (await as('qa')).ask(incidentApi.classify, { ...(await at(as, id)), ...given, signature: signed() })

/** Quality assurance takes lots into the case; they are held. */
export const withLots = async (as: As, id: string, lotNos: string[], reaches = true) =>
  (await as('qa')).ask(incidentApi.addLots, { id, lotNos, reaches })

/** The cause is found, and the 质量负责人 agrees. */
export async function approvedIncident(as: As, id: string, found: Found): Promise<void> {
  const qa = await as('qa')
  await qa.ask(incidentApi.record, { ...(await at(as, id)), ...found })
  await qa.ask(incidentApi.submit, { ...(await at(as, id)), signature: signed() })
  await (await as('zhiliang')).ask(incidentApi.approve, { ...(await at(as, id)), signature: signed() })
}

type Measure = { action: string; owner: string; dueOn: string; kind?: 'corrective' | 'preventive' }

/** A measure with its owner, who is known by name. */
export async function measureOf(as: As, id: string, { action, owner, dueOn, kind = 'corrective' }: Measure): Promise<string> {
  const qa = await as('qa')
  const { id: ownerId } = only(await qa.ask(incidentApi.owners, { q: owner }))
  await qa.ask(incidentApi.addMeasure, { id, kind, action, ownerId, dueOn })
  return present((await qa.ask(incidentApi.read, { id })).measures.at(-1)).id
}

/** Its owner finishes it, and quality assurance sees that it worked. */
export async function workedMeasure(
  as: As,
  at: { id: string; measureId: string },
  owner: string,
  proof: string,
  effect: string,
): Promise<void> {
  await (await as(owner)).ask(incidentApi.finishMeasure, { ...at, proof })
  await (await as('qa')).ask(incidentApi.verifyMeasure, { ...at, effect, signature: signed() })
}

/** Its lots may be used, and the case is closed. */
export async function closedIncident(as: As, id: string, conclusion: string, by = 'qa'): Promise<void> {
  const { lots } = await (await as('qa')).ask(incidentApi.read, { id })
  const open = lots.filter(({ decision }) => decision === null).map(({ lotId }) => lotId)
  if (open.length > 0)
    await (await as('qa')).ask(incidentApi.decideLots, { id, lotIds: open, decision: 'usable', conclusion, ...withQualityHead() })
  await (await as(by)).ask(incidentApi.close, { ...(await at(as, id)), conclusion, signature: signed() })
}

/** What the factory says to whoever complained. */
export const answeredComplaint = async (as: As, id: string, answer: string) =>
  (await as('qa')).ask(incidentApi.answer, { ...(await at(as, id)), answer })

/** An adverse reaction is reported to the authority. */
export const reportedReaction = async (as: As, id: string, given: { reportedOn: string; reportedNo: string }) =>
  (await as('qa')).ask(incidentApi.report, { ...(await at(as, id)), ...given })
