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
  select: (ids) => sql`
    select c.id, c.correction_no as no, c.subject, null::jsonb as standing from correction c where c.id = ${anyOf(ids)}`,
})
