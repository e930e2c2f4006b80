import { sql } from 'kysely'
import { releaseActions, releaseApi, releaseStates, type ReleaseStanding } from '#contract/release/raw-release.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** Raw lots with an approved report about which nothing is decided. */
export const waitingReleases = waitingIn<ReleaseStanding>({
  document: '已出报告的原料批',
  actions: releaseActions,
  looks: releaseStates,
  lists: { '13': releaseApi.list },
  select: (ids) => sql`
    select r.id, l.lot_no as no, l.name as subject, null::jsonb as standing
    from report r join lot l on l.enterprise_id = r.enterprise_id and l.id = r.lot_id where r.id = ${anyOf(ids)}`,
})
