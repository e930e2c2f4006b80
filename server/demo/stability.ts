import { present } from '#contract/kernel/certain.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { stabilityApi, type PlanFile } from '#contract/laboratory/stability.ts'
import { receivedSamples, reported, sampleOf } from './inspection.ts'
import type { Course } from './investigation.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>
type Months = (0 | 3 | 6 | 9 | 12 | 18 | 24 | 36)[]

/** What quality assurance writes of a plan: two time points within their first quarter, and the first items of the standard. */
export async function planOf(as: As, productId: string, months: Months = [0, 3]) {
  const { rows } = await (await as('qa')).ask(stabilityApi.products, { id: productId })
  return {
    productId,
    storageCondition: 'rt' as const,
    months,
    items: present(rows[0]).items.slice(0, 4),
    packsPerPoint: 1,
    windowDays: 10,
    remark: '按留样管理规程',
  }
}

/** A plan of a product that the head of quality approved. */
export async function approvedPlan(as: As, productId: string, months?: Months): Promise<PlanFile> {
  const { plan } = await (await as('qa')).ask(stabilityApi.write, await planOf(as, productId, months))
  return (await as('zhiliang')).ask(stabilityApi.approve, { id: plan.id, rowVersion: plan.rowVersion, signature: signed() })
}

/** The same of the product that the factory calls so. */
export async function approvedPlanOf(as: As, name: string, months?: Months): Promise<PlanFile> {
  const { rows } = await (await as('qa')).ask(stabilityApi.products, { q: name })
  const product = present(rows.find((row) => row.name === name || row.name.startsWith(`${name} `)))
  return approvedPlan(as, product.id, months)
}

/** Puts a lot of which packs are kept on a plan. */
export const putOn = async (as: As, id: string, lotId: string) => (await as('qa')).ask(stabilityApi.putOn, { id, lotIds: [lotId] })

/** Has a time point requested, accepted and sampled: the pack with this code is opened, of `grams`. */
export async function sampledPoint(
  as: As,
  { lotId, month }: { lotId: string; month: Months[number] },
  { codes, grams }: { codes: string[]; grams: string },
) {
  const asked = { lotId, month, department: '质量部', remark: '按稳定性考察方案' }
  const { id, isToxic } = await (await as('qa')).ask(bulkInspectionApi.requestStability, asked)
  await (await as('zhuguan')).ask(bulkInspectionApi.accept, { id })
  const need = exact(grams).div(3).toDecimalPlaces(1, 1)
  await (
    await as('quyang')
  ).ask(bulkInspectionApi.sample, {
    ...{ id, ...sampleOf('bulk'), packs: codes },
    ...{ testNeed: need.toFixed(), test: need.toFixed(), recheck: need.toFixed(), retention: exact(grams).minus(need.times(2)).toFixed() },
    ...(isToxic && { witness: secondPerson('jianyan') }),
  })
  await receivedSamples(as, id, 'bulk')
  return id
}

/** The same, tested and reported. */
export async function testedPoint(
  as: As,
  point: { lotId: string; month: Months[number] },
  packs: { codes: string[]; grams: string },
  course: Course = 'pass',
  lean = 0,
) {
  const id = await sampledPoint(as, point, packs)
  await reported(as, id, 'bulk', course, lean)
  return id
}
