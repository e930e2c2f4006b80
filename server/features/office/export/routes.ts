import { exportApi } from '#contract/office/export.ts'
import { logSecurity } from '#kernel/log-security.ts'
import { serve, type Handler, type Route } from '#kernel/serve.ts'

/** 导出 is an audited action (domain: audit_action): who took which list away, how filtered, and how much of it. */
const noteExport: Handler<typeof exportApi.note> = async (tx, actor, facts) => {
  await logSecurity(tx, actor, 'exported', { facts })
  return {}
}

export const exportRoutes: Route[] = [serve(exportApi.note, noteExport)]
