import { careApi, type CareFile, type CarePlan } from '#contract/warehouse/care.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>
type PlanChange = Partial<{
  side: 'raw' | 'pack'
  scope: 'all' | 'class' | 'herb'
  materialId: string
  materialClass: '01' | '02' | '08'
  serial: number
  everyDays: number
  season: CarePlan['season']
  caseFindings: string[]
  isEnded: boolean
}>

/** A plan that this factory gave itself. */
export const carePlan = async (as: As, { side = 'raw', ...change }: PlanChange = {}) =>
  (await as('qa')).ask(careApi[side].setPlan, {
    ...{ scope: 'all' as const, serial: 0, everyDays: 90, season: { from: 5, to: 9, days: 30 } },
    ...{ caseFindings: ['mould', 'insect', 'oil'], reason: '企业仓储养护规程', ...change },
    ...{ signature: signed(), approver: secondPerson('zhiliang') },
  })

type Found = { findings?: string[]; measures?: string[]; note?: string; by?: string; lookedAt?: string; second?: string }

/** A lot looked at in all bins in which it lies. */
export async function lookedAfter(
  as: As,
  lotId: string,
  { findings = ['none'], measures = [], note = '', by = 'cangku', lookedAt, second }: Found = {},
  side: 'raw' | 'pack' = 'raw',
): Promise<CareFile> {
  const keeper = await as(by)
  const spots = await keeper.ask(careApi[side].spots, { lotId })
  return keeper.ask(careApi[side].record, {
    ...{ temperature: '18.5', humidity: '58', ...(lookedAt !== undefined && { lookedAt }) },
    lines: spots.map(({ placeId }) => ({ lotId, placeId, findings, measures, note })),
    signature: signed(),
    ...(second !== undefined && { second: secondPerson(second) }),
  })
}

/** What is due in the stores of one side is looked at; at the first of it the top layer is damp. */
export async function caredStores(as: As, side: 'raw' | 'pack'): Promise<void> {
  const keeper = await as('cangku')
  const { rows } = await keeper.ask(careApi[side].due, { due: 'now', pageSize: 50 })
  const spots = await Promise.all(rows.filter(({ isToxic }) => !isToxic).map(({ id }) => keeper.ask(careApi[side].spots, { lotId: id })))
  const lines = spots.flat().map(({ lotId, placeId }, index) => ({
    ...{ lotId, placeId },
    ...(index === 0
      ? { findings: ['damp'], measures: ['sun', 'turn'], note: '表层略潮，摊晾半日后回库' }
      : { findings: ['none'], measures: index % 3 === 0 ? ['ventilate'] : [], note: '' }),
  }))
  if (lines.length > 0)
    await keeper.ask(careApi[side].record, { temperature: '18.5', humidity: '58', lines: lines.slice(0, 100), signature: signed() })
}
