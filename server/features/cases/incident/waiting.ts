import { sql } from 'kysely'
import { incidentActions, incidentLooks, type IncidentStanding } from '#contract/cases/incident.ts'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 偏差、投诉与不良反应 that wait to be classified, looked into, approved or closed. */
export const waitingIncidents = waitingIn<IncidentStanding>({
  document: '偏差与投诉',
  actions: incidentActions,
  looks: incidentLooks,
  lists: { '37': incidentApi.list },
  path: '/zhiliang-shijian',
  all: (state) => ({ view: 'incident', state }),
  one: ({ id }) => ({ view: 'incident', id }),
  opens: 'itself',
  select: (ids) => sql`
    select id, case_no as no, subject, jsonb_build_object('state', state, 'kind', kind, 'investigatedBy', investigated_by,
      'concernedIds', persons_of_incident(id)) as standing from incident where id = ${anyOf(ids)}`,
})
