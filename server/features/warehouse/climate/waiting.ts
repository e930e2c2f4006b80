import { sql } from 'kysely'
import { climateActions, climateApi, pointLooks, type ClimateStanding } from '#contract/warehouse/climate.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** Points whose reading is missing. */
export const waitingPointsOfClimate = waitingIn<ClimateStanding>({
  document: '温湿度监测点',
  actions: climateActions,
  looks: pointLooks,
  lists: { '14': climateApi.list, '15': climateApi.list },
  all: (state) => ({ view: 'climate', state }),
  one: ({ no }) => ({ view: 'climate', q: no }),
  select: (ids) => sql`
    select p.id, p.number as no, p.name as subject, jsonb_build_object('state', p.state, 'isRoom', p.room_id is not null) as standing
    from climate_point p where p.id = ${anyOf(ids)}`,
})
