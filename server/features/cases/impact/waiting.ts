import { sql } from 'kysely'
import { caseApi, impactActions, type ImpactStanding } from '#contract/cases/impact.ts'
import { caseLooks } from '#contract/cases/quality-case.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 影响评估 of which a lot waits for a decision. */
export const waitingImpacts = waitingIn<ImpactStanding>({
  document: '影响评估',
  actions: impactActions,
  looks: caseLooks,
  lists: { '37': caseApi.list },
  path: '/zhiliang-shijian',
  one: ({ id }) => ({ id }),
  opens: 'itself',
  select: (ids) => sql`
    select c.id, c.case_no as no, l.name as subject, null::jsonb as standing
    from quality_case c join lot l on l.enterprise_id = c.enterprise_id and l.id = c.lot_id where c.id = ${anyOf(ids)}`,
})
