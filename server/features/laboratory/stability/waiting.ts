import { sql } from 'kysely'
import {
  planActions,
  planLooks,
  pointActions,
  pointLooks,
  stabilityApi,
  type PlanStanding,
  type PointStanding,
} from '#contract/laboratory/stability.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** Plans that are to be approved. */
export const waitingPlans = waitingIn<PlanStanding>({
  document: '稳定性考察方案',
  actions: planActions,
  looks: planLooks,
  lists: { '37': stabilityApi.list },
  path: '/system-jilu',
  all: (state) => ({ view: 'stability', state }),
  one: ({ no }) => ({ view: 'stability', q: no }),
  select: (ids) => sql`
    select v.id, v.plan_no as no, concat_ws(' ', p.name, nullif(p.cut_spec, ''), '第' || v.version || '版') as subject, null::jsonb as standing
    from stability_plan v join product p on p.enterprise_id = v.enterprise_id and p.id = v.product_id where v.id = ${anyOf(ids)}`,
})

/** Time points whose days have come. */
export const waitingPoints = waitingIn<PointStanding>({
  document: '稳定性考察时间点',
  actions: pointActions,
  looks: pointLooks,
  lists: { '37': stabilityApi.points },
  path: '/system-jilu',
  all: () => ({ view: 'stability', list: 'points', due: 'now' }),
  one: ({ no }) => ({ view: 'stability', list: 'points', q: no }),
  // As the trigger that guards the request, this asks the day of the database.
  select: (ids) => sql`
    select t.id, l.lot_no as no, concat(l.name, ' ', t.month, '个月') as subject,
      jsonb_build_object('state', t.state, 'hasOpened', t.opens_on <= today(), 'isLate', t.closes_on < today()) as standing
    from stability_point t join lot l on l.enterprise_id = t.enterprise_id and l.id = t.lot_id where t.id = ${anyOf(ids)}`,
})
