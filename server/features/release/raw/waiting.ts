import { sql } from 'kysely'
import { releaseActions, releaseApi, releaseStates, type ReleaseStanding } from '#contract/release/raw-release.ts'
import { waitingIn } from '#kernel/waiting.ts'

/** Raw lots with an approved report about which nothing is decided. */
export const waitingReleases = waitingIn<ReleaseStanding>({
  document: '已出报告的原料批',
  actions: releaseActions,
  looks: releaseStates,
  lists: { '13': releaseApi.list },
  // A decision is owed while there is none about the report.
  select: () => sql`
    select r.id as id, l.lot_no as no, l.name as subject, r.approved_at as since,
      jsonb_build_object('state', 'pending', 'conforms', r.conforms, 'holds', l.holds, 'lotState', l.state, 'analystIds', r.analyst_ids,
        'buyerId', o.buyer_id, 'receiverIds', array_remove(array[c.received_by, c.checked_by], null), 'isLatest', not exists (
          select from report later where later.enterprise_id = r.enterprise_id and later.lot_id = r.lot_id and later.id > r.id)) as standing, 'pending'::text as state, null::timestamptz as due
    from report r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id
      join raw_lot w on w.enterprise_id = r.enterprise_id and w.id = r.lot_id
      join receipt c on c.enterprise_id = w.enterprise_id and c.id = w.receipt_id
      join purchase_order o on o.enterprise_id = w.enterprise_id and o.id = w.order_id
    where r.state = 'approved' and l.state <> 'rejected'
      and not exists (select from release_decision d join report version on version.enterprise_id = d.enterprise_id and version.id = d.report_id
        where d.enterprise_id = r.enterprise_id and version.inspection_id = r.inspection_id)`,
})
