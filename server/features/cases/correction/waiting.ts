import { sql } from 'kysely'
import { correctionActions, correctionApi, correctionLooks, type CorrectionStanding } from '#contract/cases/correction.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 更正单 that wait for their second person. */
export const waitingCorrections = waitingIn<CorrectionStanding>({
  document: '更正单',
  actions: correctionActions,
  looks: correctionLooks,
  lists: { '37': correctionApi.list },
  path: '/zhiliang-shijian',
  all: (state) => ({ view: 'correction', state }),
  one: ({ no }) => ({ view: 'correction', q: no }),
  select: (states) => sql`
    select c.id as id, c.correction_no as no, c.subject, c.proposed_at as since,
      jsonb_build_object('state', c.state, 'proposedBy', jsonb_build_object('id', c.proposed_by)) as standing, c.state as state, null::timestamptz as due
    from correction c where c.state = ${anyOf(states)}`,
})
