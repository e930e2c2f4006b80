import type { Zone } from '#contract/warehouse/movement.ts'
import { placeApi } from '#contract/warehouse/place.ts'
import type { Person } from './person.ts'

/** The first bin of a zone that a person is offered for such goods, or the first whose code begins so. */
export async function binIn(person: Person, zone: Zone, { isToxic = false, code = '' } = {}): Promise<string> {
  const bins = await person.ask(placeApi.bins, { zone, toxic: isToxic ? 'yes' : 'no' })
  const bin = bins.find((one) => one.code.startsWith(code))
  if (bin === undefined) throw new Error(`no bin ${code} in zone ${zone}`)
  return bin.id
}
