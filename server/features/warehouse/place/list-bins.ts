import { Refusal } from '#contract/kernel/refusals.ts'
import { dutiesThatFill, type placeApi } from '#contract/warehouse/place.ts'
import type { Handler } from '#kernel/serve.ts'
import { binsFor } from './bins-for.ts'

/** The bins to choose from for a step that puts goods into a zone; a person without such a duty is refused (`no_permission`). */
export const listBins: Handler<typeof placeApi.bins> = async (tx, actor, { zone, toxic, from }) => {
  const duties = dutiesThatFill[zone]
  if (!duties.some((duty) => actor.rights.includes(duty))) throw new Refusal('no_permission', [{ path: '', message: duties.join(' ') }])
  return binsFor(tx, { zones: [zone], isToxic: toxic === 'yes', from })
}
