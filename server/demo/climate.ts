import { climateApi, type ClimatePoint } from '#contract/warehouse/climate.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/** A point of a store with limits that this factory gave itself. */
export const climatePoint = async (as: As, change: { number: string; name?: string; warehouse?: string; everyHours?: number }) =>
  (await as('qa')).ask(climateApi.create, {
    ...{
      number: change.number,
      name: change.name ?? '东侧',
      warehouse: change.warehouse ?? '原料库',
      everyHours: change.everyHours ?? null,
    },
    limits: { temperatureMin: null, temperatureMax: '20', humidityMin: '35', humidityMax: '75' },
    ...{ reason: '企业仓储管理规程', signature: signed(), approver: secondPerson('zhiliang') },
  })

/** Read by hand now. */
export const climateRead = async (as: As, point: ClimatePoint, temperature: string, humidity: string) =>
  (await as('cangku')).ask(climateApi.record, { id: point.id, temperature, humidity })

/** What was written down wrong, and voided. */
export async function voidedReading(as: As, point: ClimatePoint): Promise<void> {
  await climateRead(as, point, '1.9', '56')
  const qa = await as('qa')
  const { rows } = await qa.ask(climateApi.readings, { id: point.id, pageSize: 1 })
  for (const { id } of rows) await qa.ask(climateApi.void, { id, reason: '漏写一位，应为19', signature: signed() })
}
