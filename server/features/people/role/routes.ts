import { roleApi } from '#contract/people/role.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listRoles, readRole } from './queries.ts'
import { createRole, editRole, removeRole } from './write-role.ts'

refuseConstraint('role_enterprise_id_name_key', 'role_name_taken')

export const roleRoutes: Route[] = [
  serve(roleApi.list, listRoles),
  serve(roleApi.read, readRole),
  serve(roleApi.create, createRole),
  serve(roleApi.edit, editRole),
  serve(roleApi.remove, removeRole),
]
