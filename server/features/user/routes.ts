import { userApi } from '../../../contract/user.ts'
import { refuseConstraint } from '../../platform/problem.ts'
import { serve, type Route } from '../../platform/serve.ts'
import { createUser } from './create-user.ts'
import { disableUser, enableUser } from './disable-user.ts'
import { editUser } from './edit-user.ts'
import { endSessions } from './end-sessions.ts'
import { giveOneTimePassword } from './one-time-password.ts'
import { listDutyHolders, listRoleChoices, listUsers, readUser } from './queries.ts'
import { requirePasswordChange } from './require-password-change.ts'
import { unlockUser } from './unlock-user.ts'

refuseConstraint('account_user_name_key', 'user_name_taken')

export const userRoutes: Route[] = [
  serve(userApi.list, listUsers),
  serve(userApi.roleChoices, listRoleChoices),
  serve(userApi.dutyHolders, listDutyHolders),
  serve(userApi.read, readUser),
  serve(userApi.create, createUser),
  serve(userApi.edit, editUser),
  serve(userApi.disable, disableUser),
  serve(userApi.enable, enableUser),
  serve(userApi.unlock, unlockUser),
  serve(userApi.requirePasswordChange, requirePasswordChange),
  serve(userApi.giveOneTimePassword, giveOneTimePassword),
  serve(userApi.endSessions, endSessions),
]
