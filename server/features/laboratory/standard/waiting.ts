import { sql } from 'kysely'
import { standardActions, standardApi, standardLooks, type StandardStanding } from '#contract/laboratory/standard.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** Editions of a 质量标准 that are written or wait for their approval. */
export const waitingStandards = waitingIn<StandardStanding>({
  document: '质量标准',
  actions: standardActions,
  looks: standardLooks,
  lists: { '36': standardApi.list },
  select: (ids) => sql`
    select v.id, s.name as no, concat(s.kind, ' ', v.edition) as subject,
      jsonb_build_object('state', v.state, 'writtenBy', v.written_by, 'hasDraft', true,
        'itemCount', (select count(*) from standard_item i where i.enterprise_id = v.enterprise_id and i.standard_version_id = v.id)) as standing
    from standard_version v join standard s on s.enterprise_id = v.enterprise_id and s.id = v.standard_id where v.id = ${anyOf(ids)}`,
})
