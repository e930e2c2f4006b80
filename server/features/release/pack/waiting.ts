import { sql } from 'kysely'
import { packLotActions, packLotApi, type PackLotStanding } from '#contract/release/pack-lot.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** Pack lots that wait for the 质量受权人. */
export const waitingPackLots = waitingIn<PackLotStanding>({
  document: '成品批',
  actions: packLotActions,
  looks: lotStates.pack,
  lists: { '19': packLotApi.list },
  select: (ids) => sql`
    select l.id, l.lot_no as no, l.name as subject,
      jsonb_build_object('state', l.state,
        'analystIds', array(select distinct analyst from report r, unnest(r.analyst_ids) analyst where r.enterprise_id = l.enterprise_id and r.lot_id = p.bulk_lot_id),
        'producerIds', array(select maker from makers_of(l.id))) as standing
    from lot l join pack_lot p on p.enterprise_id = l.enterprise_id and p.id = l.id where l.id = ${anyOf(ids)}`,
})
