import { accountApi } from '#contract/people/account.ts'
import { avatarApi } from '#contract/people/avatar.ts'
import { mailboxApi } from '#contract/people/mailbox.ts'
import { ownRecordApi } from '#contract/people/own-record.ts'
import type { Installation } from '#kernel/installation.ts'
import { serve, serveFile, type Route } from '#kernel/serve.ts'
import { sessionRoutes } from '#kernel/sign-in.ts'
import { serveStranger } from '#kernel/stranger.ts'
import { readAvatar, removeAvatar, saveAvatar } from './avatar.ts'
import { askReset } from './ask-reset.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail } from './confirm-email.ts'
import { listNotifications, listRoleGivers, listSessions, moveNotifications, sessionOf } from './queries.ts'
import { listSignatures, listSignIns, listStarted } from './own-record.ts'
import { resetPassword } from './reset-password.ts'
import { revokeSession } from './revoke-session.ts'
import { saveProfile } from './save-profile.ts'
import { secondFactorRoutes } from './second-factor.ts'

const current = serve(accountApi.current, sessionOf)

export const accountRoutes = (installation: Installation): Route[] => [
  ...sessionRoutes(current, installation),
  current,
  serve(accountApi.saveProfile, saveProfile),
  serve(accountApi.changePassword, changePassword),
  ...secondFactorRoutes(installation),
  serve(avatarApi.save, saveAvatar),
  serve(avatarApi.remove, removeAvatar),
  serveFile(avatarApi.read, readAvatar),
  serve(ownRecordApi.signIns, listSignIns),
  serve(ownRecordApi.signatures, listSignatures),
  serve(ownRecordApi.started, listStarted),
  serve(accountApi.roleGivers, listRoleGivers),
  serve(accountApi.sessions, listSessions),
  serve(accountApi.revokeSession, revokeSession),
  serve(accountApi.notifications, listNotifications),
  serve(accountApi.moveNotifications, moveNotifications),
  serveStranger(mailboxApi.askReset, 30, askReset),
  serveStranger(mailboxApi.resetPassword, 60, resetPassword),
  serve(mailboxApi.changeEmail, changeEmail),
  serveStranger(mailboxApi.confirmEmail, 60, confirmEmail),
]
