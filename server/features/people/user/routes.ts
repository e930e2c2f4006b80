import { secondFactorApi } from '#contract/people/second-factor.ts'
import { userApi } from '#contract/people/user.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { createUser } from './create-user.ts'
import { disableUser, enableUser } from './disable-user.ts'
import { editUser } from './edit-user.ts'
import { endSessions } from './end-sessions.ts'
import { giveOneTimePassword } from './one-time-password.ts'
import { listDutyHolders, listRoleChoices, listUsers, readUser } from './queries.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { requirePasswordChange } from './require-password-change.ts'
import { sendReset } from './send-reset.ts'
import { readRule, saveRule } from './sign-in-rule.ts'
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
  serve(userApi.sendReset, sendReset),
  serve(userApi.removeSecondFactor, removeSecondFactor),
  serve(userApi.endSessions, endSessions),
  serve(secondFactorApi.readRule, readRule),
  serve(secondFactorApi.saveRule, saveRule),
]
