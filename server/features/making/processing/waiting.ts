import { sql } from 'kysely'
import { processActions, processApi, processLooks, type ProcessStanding } from '#contract/making/process-version.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 工艺规程 on their way to the third signature. */
export const waitingProcesses = waitingIn<ProcessStanding>({
  document: '工艺规程',
  actions: processActions,
  looks: processLooks,
  lists: { '35': processApi.list },
  select: (states) => sql`
    select v.id as id, v.code as no, concat(p.name, ' 第', v.version, '版') as subject, coalesce(v.reviewed_at, v.submitted_at, v.created_at) as since,
      jsonb_build_object('state', v.state, 'writtenBy', jsonb_build_object('id', v.written_by), 'reviewedBy', jsonb_build_object('id', v.reviewed_by)) as standing, v.state as state, null::timestamptz as due
    from process_version v join product p on p.enterprise_id = v.enterprise_id and p.id = v.product_id where v.state = ${anyOf(states)}`,
})
