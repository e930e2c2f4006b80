import { sql } from 'kysely'
import { processActions, processApi, processLooks, type ProcessStanding } from '#contract/making/process-version.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 工艺规程 on their way to the third signature. */
export const waitingProcesses = waitingIn<ProcessStanding>({
  document: '工艺规程',
  actions: processActions,
  looks: processLooks,
  lists: { '35': processApi.list },
  select: (ids) => sql`
    select v.id, v.code as no, concat(p.name, ' 第', v.version, '版') as subject, null::jsonb as standing
    from process_version v join product p on p.enterprise_id = v.enterprise_id and p.id = v.product_id where v.id = ${anyOf(ids)}`,
})
